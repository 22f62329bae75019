import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { IS_ALONE } from '../../core/sql/dialect';
import { Settings } from '../../core/config';
import { Transactions } from '../../core/database';
import { DELIVERY_KINDS } from '../delivery.entity';
import { DELIVERIES_QUEUED } from '../signal';
import { Channel } from './channel';
import { Outbox } from './outbox';
import { SENDERS, type Senders } from '../senders/senders';

/** Sends queued deliveries in the background. Deliveries interrupted by a shutdown are sent again. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly channels: readonly Channel[];
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(SENDERS) senders: Senders,
    private readonly settings: Settings,
  ) {
    this.channels = DELIVERY_KINDS.map((kind) => new Channel(kind, senders[kind], outbox));
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.roles.includes('worker')) return;
    if (IS_ALONE) await this.outbox.releaseAll();
    this.unsubscribe = this.transactions.signals.subscribe(DELIVERIES_QUEUED, () => this.wake());
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.unsubscribe();
    await Promise.all(this.channels.map((channel) => channel.close()));
  }

  /** Signals that there may be something to send. Does not wait. */
  wake(): void {
    this.channels.forEach((channel) => channel.wake());
  }
}
