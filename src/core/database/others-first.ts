import { setTimeout as pause } from 'node:timers/promises';
import { SYSTEM_CALLER } from '../callers/system-caller';
import type { Transactions, View } from './transactions';

/** How far a piece of work that any process may do has got. */
export interface State {
  /** That of the counter that whoever does the work moves on. */
  readonly position: number;
  /** How far it has to get. */
  readonly wanted: number;
}

/**
 * Processes that move the same counter on at two nodes of a cluster conflict, and all but one have worked in vain. So a process that finds
 * that another has moved it lets that one go on, as long as it gets further, and does only what is left then.
 */
export class OthersFirst {
  /** Where this process has left the counter; undefined before. */
  private own: number | undefined;

  /** @param patienceMs longer than a process that is at it needs to get further, and pauses then */
  constructor(
    private readonly transactions: Transactions,
    private readonly patienceMs: number,
    private readonly look: (view: View) => Promise<State>,
  ) {}

  /** This process has moved the counter on. */
  moved(position: number): void {
    this.own = position;
  }

  /** @returns where the counter is, when others have done all that was to be done; undefined if this process has to do it */
  async done(): Promise<number | undefined> {
    const first = await this.state();
    if (!first || (first.position === this.own && first.position < first.wanted)) return undefined;
    let { position } = first;
    while (position < first.wanted) {
      await pause(this.patienceMs * (1 + Math.random()), undefined, { ref: false });
      const now = await this.state();
      if (!now || now.position === position) return undefined;
      position = now.position;
    }
    return position;
  }

  /** @returns undefined where nodes do not conflict: processes wait for each other */
  private async state(): Promise<State | undefined> {
    return this.transactions.isOnCluster ? this.transactions.read(SYSTEM_CALLER, this.look) : undefined;
  }
}
