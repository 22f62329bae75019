import { Logger } from '@nestjs/common';
import { ATTEMPTS } from './backoff';
import type { Delivery, DeliveryKind } from '../delivery.entity';
import type { Outbox } from './outbox';
import { failed, GIVEN_BACK, GIVEN_UP, SENT, type Outcome } from './outcome';
import { NotSent, type Sender } from '../senders/sender';

/** How often it is looked what another process may have left behind. */
const IDLE_MS = 5_000;
const PAUSE_MS = 1_000;
/** How long what is under way may take to end once the service is told to stop. */
const PATIENCE_MS = 5_000;

/** Sends the deliveries of one kind, so many at once; sleeps until the next is due or somebody wakes it. */
export class Lane {
  private readonly log = new Logger('Deliveries');
  private readonly underWay = new Set<Promise<void>>();
  private readonly stop = new AbortController();
  private working: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private awake = false;
  private closing = false;

  constructor(
    private readonly kind: DeliveryKind,
    private readonly sender: Sender,
    private readonly outbox: Outbox,
  ) {}

  /** There may be something to send. Returns at once. */
  wake(): void {
    this.awake = true;
    this.working ??= this.work();
  }

  /** What is under way may end for a little while; what has not by then is given back. */
  async close(): Promise<void> {
    this.closing = true;
    await this.working;
    clearTimeout(this.timer);
    const patience = setTimeout(() => this.stop.abort(), PATIENCE_MS);
    await Promise.all(this.underWay);
    clearTimeout(patience);
    this.sender.close?.();
  }

  private async work(): Promise<void> {
    clearTimeout(this.timer);
    let sleep = IDLE_MS;
    while (this.awake && !this.closing) {
      this.awake = false;
      sleep = await this.round();
    }
    // in the same moment as the last look: whoever wakes it later finds it asleep
    this.working = undefined;
    if (!this.closing) this.timer = setTimeout(() => this.wake(), sleep).unref();
  }

  /** Takes as many as there is room for. @returns the milliseconds until there may be more */
  private async round(): Promise<number> {
    const room = this.sender.atOnce - this.underWay.size;
    if (room <= 0) return IDLE_MS;
    try {
      const { deliveries, nextIn = IDLE_MS } = await this.outbox.take(this.kind, room);
      deliveries.forEach((each) => this.begin(each));
      return Math.min(nextIn, IDLE_MS);
    } catch (error) {
      this.log.error(error);
      return PAUSE_MS;
    }
  }

  private begin(delivery: Delivery): void {
    const sending = this.deliver(delivery).finally(() => {
      this.underWay.delete(sending);
      this.wake();
    });
    this.underWay.add(sending);
  }

  /** Where the end cannot be recorded, the delivery is sent again when its lease has run out. */
  private async deliver(delivery: Delivery): Promise<void> {
    try {
      await this.outbox.settle(delivery, await this.attempt(delivery));
    } catch (error) {
      this.log.error(error);
    }
  }

  private async attempt(delivery: Delivery): Promise<Outcome> {
    if (delivery.attempts > ATTEMPTS) return GIVEN_UP;
    try {
      await this.sender.send(delivery, AbortSignal.any([this.stop.signal, AbortSignal.timeout(this.sender.seconds * 1000)]));
      return SENT;
    } catch (error) {
      if (this.stop.signal.aborted) return GIVEN_BACK;
      if (!(error instanceof NotSent)) this.log.error(error);
      return failed(error, delivery.attempts);
    }
  }
}
