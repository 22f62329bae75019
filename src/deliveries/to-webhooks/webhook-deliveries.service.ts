import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../core/database';
import type { View } from '../../core/database/transactions';
import { beyond, countEntities } from '../../core/database';
import { countLimitOf, directionOf, Page, slicePage } from '../../core/http';
import { Conflict, NotFound } from '../../core/problems';
import { Delivery } from '../delivery.entity';
import { resendDelivery } from '../resend-delivery';
import { visibleDeliveries } from '../visible-deliveries';
import {
  webhookDeliveryDetailResponse,
  webhookDeliveryResponse,
  type WebhookDeliveryDetailDto,
  type WebhookDeliveryDto,
  type WebhookDeliveryQuery,
} from './webhook-delivery.dto';

/** What goes to the webhooks that subscribe to changes. Whether the caller may see the webhook has been checked. */
@Injectable()
export class WebhookDeliveries {
  /** The newest first if no other order is requested, without those about records that the caller does not see. */
  async list(view: View, webhookID: number, { state, ...page }: WebhookDeliveryQuery): Promise<Page<WebhookDeliveryDto>> {
    const filter = { webhookID, ...(state && { state }) };
    const { order, start, criteria } = directionOf(page, filter, 'DESC');
    const found = await view.em.find(Delivery, {
      where: { ...filter, ...(start === undefined ? {} : { id: beyond(start, order) }) },
      order: { id: order },
      take: page.limit + 1,
    });
    const { shown, cursor } = slicePage(found, page.limit, criteria, ({ id }) => [Number(id)]);
    const isCounted = start === undefined && view.caller.scope.divisions === 'all';
    return new Page((await visibleDeliveries(view, shown)).map(webhookDeliveryResponse), {
      cursor,
      total: isCounted ? await countEntities(view.em, Delivery, filter, countLimitOf(page)) : undefined,
    });
  }

  /** @throws NotFound */
  async find(view: View, webhookID: number, publicID: string): Promise<WebhookDeliveryDetailDto> {
    return webhookDeliveryDetailResponse(await found(view, webhookID, publicID));
  }

  /** Sends one again, one that arrived too, from the first attempt on and under the same id. @throws NotFound, Conflict */
  async resend(transaction: Transaction, webhookID: number, publicID: string): Promise<WebhookDeliveryDetailDto> {
    const before = await found(transaction, webhookID, publicID);
    if (before.state === 'sending') throw new Conflict('The delivery is being sent. Try again in a minute.');
    await resendDelivery(transaction, before, ['sent', 'failed', 'dead', 'cancelled']);
    return this.find(transaction, webhookID, publicID);
  }
}

async function found(view: View, webhookID: number, publicID: string): Promise<Delivery> {
  const [delivery] = await visibleDeliveries(view, await view.em.findBy(Delivery, { publicID, webhookID }));
  if (!delivery) throw new NotFound(`Delivery ${publicID} of webhook ${webhookID} not found.`);
  return delivery;
}
