import { setMaxListeners } from 'node:events';
import { Logger } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { ATTEMPTS } from './backoff';
import type { Delivery, DeliveryKind } from '../delivery.entity';
import { Hosts } from './hosts';
import type { Outbox } from './outbox';
import { failedOutcome, INTERRUPTED, GIVEN_UP, SENT, type AttemptOutcome } from './attempt-outcome';
import { NotSent, type Reply, type Sender } from '../senders/sender';
import { inSpan } from '../../core/tracing';
import { withTimeout } from '../../core/time/timeout';

/** Polling interval for deliveries that another process queued or abandoned. */
const IDLE_MS = 5_000;
const PAUSE_MS = 1_000;
/** How long in-flight deliveries may take to finish at shutdown. */
const SHUTDOWN_GRACE_MS = 5_000;

/** Sends the deliveries of one kind with limited concurrency; sleeps until the next is due or it is woken. */
export class Channel {
  private readonly log = new Logger('Deliveries');
  private readonly inFlight = new Set<Promise<void>>();
  private readonly hosts = new Hosts();
  private readonly stop = new AbortController();
  private working: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private awake = false;
  private closing = false;

  constructor(
    private readonly kind: DeliveryKind,
    private readonly sender: Sender,
    private readonly outbox: Pick<Outbox, 'claim' | 'settle'>,
  ) {
    // every message in flight listens to it
    setMaxListeners(sender.concurrency + 1, this.stop.signal);
  }

  /** Signals that there may be something to send. Does not wait. */
  wake(): void {
    this.awake = true;
    this.working ??= this.work();
  }

  /** In-flight deliveries get a short grace period; the rest are aborted and requeued. */
  async close(): Promise<void> {
    this.closing = true;
    await this.working;
    clearTimeout(this.timer);
    const grace = setTimeout(() => this.stop.abort(), SHUTDOWN_GRACE_MS);
    await Promise.all(this.inFlight);
    clearTimeout(grace);
    this.sender.close?.();
  }

  private async work(): Promise<void> {
    clearTimeout(this.timer);
    let sleep = IDLE_MS;
    while (this.awake && !this.closing) {
      this.awake = false;
      sleep = await this.poll();
    }
    // no await between the last check and this line, so a later wake-up is never lost
    this.working = undefined;
    if (!this.closing) this.timer = setTimeout(() => this.wake(), sleep).unref();
  }

  /** Takes as many as there is room for. @returns the milliseconds until there may be more */
  private async poll(): Promise<number> {
    const room = this.sender.concurrency - this.inFlight.size;
    if (room <= 0) return IDLE_MS;
    try {
      const { deliveries, nextIn = IDLE_MS } = await this.outbox.claim(this.kind, room, this.hosts);
      deliveries.forEach((each) => this.start(each));
      return Math.min(nextIn, IDLE_MS);
    } catch (error) {
      this.log.error(error);
      return PAUSE_MS;
    }
  }

  private start(delivery: Delivery): void {
    this.hosts.begin(delivery.host);
    const sending = this.deliver(delivery).finally(() => {
      this.inFlight.delete(sending);
      this.wake();
    });
    this.inFlight.add(sending);
  }

  /** If the result cannot be recorded, the delivery is sent again when its lease expires. */
  private async deliver(delivery: Delivery): Promise<void> {
    try {
      const begun = performance.now();
      const outcome = await this.attempt(delivery);
      const attemptMs = Math.round(performance.now() - begun);
      this.hosts.end(delivery.host, outcome.hasHostFailed === true);
      await this.outbox.settle(delivery, outcome, attemptMs);
    } catch (error) {
      this.log.error(error);
    }
  }

  private send(delivery: Delivery, signal: AbortSignal): Promise<Reply | void> {
    const { publicID, attempts, traceparent } = delivery;
    const attributes = { 'delivery.id': publicID, 'delivery.attempt': attempts };
    return inSpan({ name: `send ${this.kind}`, kind: SpanKind.CLIENT, traceparent, attributes }, (passedOn) =>
      this.sender.send({ ...delivery, traceparent: passedOn ?? null }, signal),
    );
  }

  private async attempt(delivery: Delivery): Promise<AttemptOutcome> {
    if (delivery.attempts > ATTEMPTS) return GIVEN_UP;
    try {
      const reply = await withTimeout(this.sender.timeoutSeconds * 1000, [this.stop.signal], (signal) => this.send(delivery, signal));
      return reply ? { ...SENT, reply } : SENT;
    } catch (error) {
      if (this.stop.signal.aborted) return INTERRUPTED;
      if (!(error instanceof NotSent)) this.log.error(error);
      return failedOutcome(error, delivery.attempts);
    }
  }
}
