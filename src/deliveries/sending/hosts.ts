/** Messages to one host at a time. */
const MOST_PER_HOST = 4;
/** A host that has failed so often in a row rests. */
const FAILURES_BEFORE_REST = 3;
const [FIRST_REST_MS, LONGEST_REST_MS] = [1000, 60_000];

interface HostState {
  inFlight: number;
  /** In a row. */
  failures: number;
  restsUntil: number;
}

const NEW: Readonly<HostState> = { inFlight: 0, failures: 0, restsUntil: -Infinity };

/**
 * How the hosts fare that messages go to: none takes all the room, and one that fails again and again rests, then gets one message to see
 * whether it has recovered.
 */
export class Hosts {
  private readonly states = new Map<string, HostState>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** How many more messages may go to a host. @param host null: it is not limited */
  room(host: string | null): number {
    if (host === null) return Infinity;
    const { inFlight, failures, restsUntil } = this.states.get(host) ?? NEW;
    if (this.now() < restsUntil) return 0;
    return (failures >= FAILURES_BEFORE_REST ? 1 : MOST_PER_HOST) - inFlight;
  }

  /** Those that no message may go to now. */
  get full(): readonly string[] {
    return [...this.states.keys()].filter((host) => this.room(host) <= 0);
  }

  /** The milliseconds until one has rested; undefined if none rests. */
  get nextIn(): number | undefined {
    const rests = [...this.states.values()].map(({ restsUntil }) => restsUntil - this.now()).filter((left) => left > 0);
    return rests.length === 0 ? undefined : Math.min(...rests);
  }

  begin(host: string | null): void {
    if (host === null) return;
    const state = this.states.get(host) ?? { ...NEW };
    state.inFlight += 1;
    this.states.set(host, state);
  }

  /** @param hasFailed the host, rather than what was sent to it */
  end(host: string | null, hasFailed: boolean): void {
    const state = host === null ? undefined : this.states.get(host);
    if (host === null || !state) return;
    state.inFlight -= 1;
    state.failures = hasFailed ? state.failures + 1 : 0;
    const restsFor = FIRST_REST_MS * 2 ** Math.max(0, state.failures - FAILURES_BEFORE_REST);
    state.restsUntil = state.failures >= FAILURES_BEFORE_REST ? this.now() + Math.min(restsFor, LONGEST_REST_MS) : -Infinity;
    if (state.inFlight === 0 && state.failures === 0) this.states.delete(host);
  }
}
