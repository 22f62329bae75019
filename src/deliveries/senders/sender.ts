import type { Delivery } from '../delivery.entity';

/** What an attempt sends: the same each time. */
export type Message = Pick<Delivery, 'publicID' | 'recipient' | 'replyTo' | 'subject' | 'body' | 'createdDate'>;

/** A way out of the service. */
export interface Sender {
  /** So many messages at the same time. */
  readonly atOnce: number;
  /** At most so long for one, all in all; less than the lease of a delivery. */
  readonly seconds: number;
  /** Resolves once the message has been accepted. @throws NotSent */
  send(message: Message, signal: AbortSignal): Promise<void>;
  close?(): void;
}

interface Trying {
  /** After so many attempts in all there is no other; absent: as many as there are. */
  readonly tries?: number;
  /** The least time to the next one. */
  readonly waitSeconds?: number;
}

/** Why a message was not accepted, in a sentence for whoever reads the delivery: without secrets, and without what the other side wrote at length. */
export class NotSent extends Error implements Trying {
  readonly tries?: number;
  readonly waitSeconds?: number;

  constructor(sentence: string, trying: Trying = {}) {
    super(sentence);
    Object.assign(this, trying);
  }

  /** The same message would be refused again. */
  static forGood(sentence: string): NotSent {
    return new NotSent(sentence, { tries: 1 });
  }
}
