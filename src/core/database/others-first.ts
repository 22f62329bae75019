import { setTimeout as pause } from 'node:timers/promises';
import { SYSTEM_CALLER } from '../callers/system-caller';
import { isOnCluster } from './held-rows';
import type { Transactions, View } from './transactions';

/** In which a process that is at it gets further. */
const PAUSE_MS = 100;

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

  constructor(
    private readonly transactions: Transactions,
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
      await pause(PAUSE_MS * (0.5 + Math.random()), undefined, { ref: false });
      const now = await this.state();
      if (!now || now.position === position) return undefined;
      position = now.position;
    }
    return position;
  }

  /** @returns undefined where nodes do not conflict: processes wait for each other */
  private state(): Promise<State | undefined> {
    return this.transactions.read(SYSTEM_CALLER, (view) => (isOnCluster(view.em) ? this.look(view) : Promise.resolve(undefined)));
  }
}
