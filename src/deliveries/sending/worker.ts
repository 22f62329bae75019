import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { IS_ALONE } from '../../database/dialect';
import { DELIVERY_KINDS } from '../delivery.entity';
import { Lane } from './lane';
import { Outbox } from './outbox';
import { SENDERS, type Senders } from '../senders/senders';
import { onQueued } from './wake';

/** Sends what is in the outbox, in the background. What the service had under way when it ended is sent again. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lanes: readonly Lane[];
  private forget: () => void = () => undefined;

  constructor(
    private readonly outbox: Outbox,
    @Inject(SENDERS) senders: Senders,
  ) {
    this.lanes = DELIVERY_KINDS.map((kind) => new Lane(kind, senders[kind], outbox));
  }

  async onApplicationBootstrap(): Promise<void> {
    if (IS_ALONE) await this.outbox.releaseAll();
    this.forget = onQueued(() => this.wake());
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.forget();
    await Promise.all(this.lanes.map((lane) => lane.close()));
  }

  /** There may be something to send. Returns at once. */
  wake(): void {
    this.lanes.forEach((lane) => lane.wake());
  }
}
