/** Every action can name a target: a record that the rule's record refers to, or "self", which is the default. */
export interface Targeted {
  readonly target?: string;
}

/** How often a failing action is tried. Messages go through the outbox, which retries for a day independently. */
export interface RetryPolicy {
  readonly attempts: number;
  /** The wait after the first attempt, doubled after each further one; absent: the action is retried immediately. */
  readonly delaySeconds?: number;
}

/** A validated action of a rule. */
export interface Action<P extends Targeted = Targeted> {
  /** Unique in its rule; by default its position from 1. */
  readonly id: string;
  /** One of those in `all-actions.ts`, which also checked the params. */
  readonly type: string;
  readonly params: P;
  readonly onError: 'stop' | 'continue';
  readonly retry?: RetryPolicy;
}
