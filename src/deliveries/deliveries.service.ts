import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Caller } from '../core/callers';
import { audit } from '../core/changes';
import { beyond, countEntities, Transactions, type View } from '../core/database';
import { countLimitOf, directionOf, pages, slicePage, Page } from '../core/http';
import { Conflict, NotFound } from '../core/problems';
import { cancelWaiting } from './cancel';
import { deliveryResponse, deliveryDetailResponse, type DeliveryDetailDto, type DeliveryDto, type DeliveryListQuery } from './delivery.dto';
import { Delivery } from './delivery.entity';
import { resendDelivery } from './resend-delivery';
import { shownTo, visibleDeliveries } from './visible-deliveries';

/** All but the texts, which would make pages long. */
const LISTED = {
  id: true,
  publicID: true,
  kind: true,
  state: true,
  recipient: true,
  subject: true,
  aboutType: true,
  aboutID: true,
  personType: true,
  personID: true,
  automationID: true,
  runID: true,
  byID: true,
  attempts: true,
  dueAt: true,
  waitsFor: true,
  lastError: true,
  createdDate: true,
  sentDate: true,
} as const;

/** What was sent and what could not be: looked at, and sent again. */
@Injectable()
export class DeliveriesService {
  constructor(private readonly transactions: Transactions) {}

  /**
   * The newest first if no other order is requested, without those about records that the caller does not see, and those of changes,
   * which webhooks list.
   */
  list(caller: Caller, query: DeliveryListQuery): Promise<Page<DeliveryDto>> {
    return pages(query, (page) => this.matching(caller, page));
  }

  /** @throws NotFound */
  find(caller: Caller, id: string): Promise<DeliveryDetailDto> {
    return this.transactions.read(caller, async (view) => deliveryDetailResponse(shownTo(caller, await found(view, id))));
  }

  /**
   * Sends one again that failed or was given up, from the first attempt on and under the same id. One that waits for its
   * first attempt already is left as it is.
   * @throws NotFound, Conflict
   */
  resend(caller: Caller, id: string): Promise<DeliveryDetailDto> {
    return this.transactions.write(caller, async (transaction) => {
      await resendDelivery(transaction, await found(transaction, id), ['failed', 'dead', 'cancelled']);
      const delivery = await found(transaction, id);
      if (delivery.state !== 'queued')
        throw new Conflict(
          `The delivery ${STATE_PHRASES[delivery.state] ?? 'is under way'}; only one that failed, is dead or was cancelled can be sent again.`,
        );
      return deliveryDetailResponse(shownTo(caller, delivery));
    });
  }

  /** Cancels one that waits for an attempt. Cancelling a cancelled one changes nothing. @throws NotFound, Conflict */
  cancel(caller: Caller, id: string): Promise<DeliveryDetailDto> {
    return this.transactions.write(caller, async (transaction) => {
      await found(transaction, id);
      const cancelled = await cancelWaiting(transaction, { publicID: id }, 'Cancelled by hand.');
      const delivery = await found(transaction, id);
      if (delivery.state !== 'cancelled')
        throw new Conflict(`The delivery ${STATE_PHRASES[delivery.state] ?? 'is under way'}; only one that waits can be cancelled.`);
      if (cancelled > 0) await audit(transaction, { type: 'Delivery', recordID: Number(delivery.id), action: 'cancelled' });
      return deliveryDetailResponse(shownTo(caller, delivery));
    });
  }

  private matching(caller: Caller, { state, kind, runId, ...page }: DeliveryListQuery): Promise<Page<DeliveryDto>> {
    const filter = { ...(state && { state }), ...(kind && { kind }), ...(runId && { runID: runId }) };
    const { order, start, criteria } = directionOf(page, filter, 'DESC');
    const sought = { ...filter, webhookID: IsNull() };
    return this.transactions.read(caller, async (view) => {
      const { em } = view;
      const where = { ...sought, ...(start === undefined ? {} : { id: beyond(start, order) }) };
      const found = await em.find(Delivery, { select: LISTED, where, order: { id: order }, take: page.limit + 1 });
      const { shown, cursor } = slicePage(found, page.limit, criteria, ({ id }) => [Number(id)]);
      const isCounted = start === undefined && caller.scope.divisions === 'all';
      return new Page(
        (await visibleDeliveries(view, shown)).map((each) => deliveryResponse(shownTo(caller, each))),
        {
          cursor,
          total: isCounted ? await countEntities(em, Delivery, sought, countLimitOf(page)) : undefined,
        },
      );
    });
  }
}

const STATE_PHRASES: Readonly<Record<string, string>> = { sending: 'is being sent', sent: 'has been sent', dead: 'has been given up' };

async function found(view: View, publicID: string): Promise<Delivery> {
  const [delivery] = await visibleDeliveries(view, await view.em.findBy(Delivery, { publicID, webhookID: IsNull() }));
  if (!delivery) throw new NotFound(`Delivery ${publicID} not found.`);
  return delivery;
}
