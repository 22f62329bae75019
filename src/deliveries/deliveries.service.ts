import { Injectable } from '@nestjs/common';
import { In, LessThan, type EntityManager } from 'typeorm';
import type { Caller } from '../core/callers';
import { countEntities, Transactions } from '../core/database';
import { countLimitOf, slicePage, Page, startAfter } from '../core/http';
import { Conflict, NotFound } from '../core/problems';
import { deliveryResponse, deliveryDetailResponse, type DeliveryDetailDto, type DeliveryDto, type DeliveryListQuery } from './delivery.dto';
import { Delivery } from './delivery.entity';
import { DELIVERIES_QUEUED } from './queue';

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
  lastError: true,
  createdDate: true,
  sentDate: true,
} as const;

/** What was sent and what could not be: looked at, and sent again. */
@Injectable()
export class DeliveriesService {
  constructor(private readonly transactions: Transactions) {}

  /** The newest first. */
  list(caller: Caller, { state, kind, runId, ...page }: DeliveryListQuery): Promise<Page<DeliveryDto>> {
    const criteria = { ...(state && { state }), ...(kind && { kind }), ...(runId && { runID: runId }) };
    const start = startAfter(page, criteria);
    return this.transactions.read(caller, async ({ em }) => {
      const where = { ...criteria, ...(start === undefined ? {} : { id: LessThan(start) }) };
      const found = await em.find(Delivery, { select: LISTED, where, order: { id: 'DESC' }, take: page.limit + 1 });
      const { shown, cursor } = slicePage(found, page.limit, criteria, ({ id }) => [Number(id)]);
      return new Page(shown.map(deliveryResponse), {
        cursor,
        total: start === undefined ? await countEntities(em, Delivery, criteria, countLimitOf(page)) : undefined,
      });
    });
  }

  /** @throws NotFound */
  find(caller: Caller, id: string): Promise<DeliveryDetailDto> {
    return this.transactions.read(caller, async ({ em }) => deliveryDetailResponse(await found(em, id)));
  }

  /**
   * Sends one again that failed or was given up, from the first attempt on and under the same id. One that waits for its
   * first attempt already is left as it is.
   * @throws NotFound, Conflict
   */
  resend(caller: Caller, id: string): Promise<DeliveryDetailDto> {
    return this.transactions.write(caller, async (transaction) => {
      const { em, now } = transaction;
      await em.update(Delivery, { publicID: id, state: In(['failed', 'dead']) }, { state: 'queued', attempts: 0, dueAt: now });
      const delivery = await found(em, id);
      if (delivery.state !== 'queued')
        throw new Conflict(
          `The delivery ${STATE_PHRASES[delivery.state] ?? 'is under way'}; only one that failed or is dead can be sent again.`,
        );
      transaction.signalAfterCommit(DELIVERIES_QUEUED);
      return deliveryDetailResponse(delivery);
    });
  }
}

const STATE_PHRASES: Readonly<Record<string, string>> = { sending: 'is being sent', sent: 'has been sent' };

async function found(em: EntityManager, publicID: string): Promise<Delivery> {
  const delivery = await em.findOneBy(Delivery, { publicID });
  if (!delivery) throw new NotFound(`Delivery ${publicID} not found.`);
  return delivery;
}
