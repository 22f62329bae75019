import type { Delivery } from '../delivery.entity';

/** What an attempt sends: the same each time, but for its place in the trace. */
export type Message = Pick<
  Delivery,
  | 'publicID'
  | 'webhookID'
  | 'recipient'
  | 'replyTo'
  | 'subject'
  | 'body'
  | 'html'
  | 'createdDate'
  | 'traceparent'
  | 'personType'
  | 'personID'
>;

/** What the receiver of a webhook responded. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** What it is a response to, without credentials. */
  readonly requestHeaders: Readonly<Record<string, unknown>>;
  /** The start of the body. */
  readonly body: string;
}

/** Sends messages of one kind. */
export interface Sender {
  /** Maximum number of messages in flight. */
  readonly concurrency: number;
  /** Total time limit of one attempt; must be shorter than the lease of a delivery. */
  readonly timeoutSeconds: number;
  /** Resolves once the message has been accepted. @throws NotSent */
  send(message: Message, signal: AbortSignal): Promise<Reply | void>;
  close?(): void;
}

interface RetryAdvice {
  /** Maximum number of attempts; absent: the default. */
  readonly maxAttempts?: number;
  /** Minimum seconds before the next attempt. */
  readonly waitSeconds?: number;
  /** What the receiver responded, if it did. */
  readonly reply?: Reply;
}

/**
 * Why a message was not accepted, in a sentence for the readers of the delivery: without secrets, and without what the
 * other side wrote at length.
 */
export class NotSent extends Error implements RetryAdvice {
  readonly maxAttempts?: number;
  readonly waitSeconds?: number;
  readonly reply?: Reply;

  constructor(sentence: string, trying: RetryAdvice = {}) {
    super(sentence);
    Object.assign(this, trying);
  }

  /** A permanent failure: the same message would be rejected again. */
  static permanent(sentence: string): NotSent {
    return new NotSent(sentence, { maxAttempts: 1 });
  }
}
