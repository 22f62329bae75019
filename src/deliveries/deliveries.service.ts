import { Injectable } from '@nestjs/common';
import { In, LessThan, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { Caller } from '../callers';
import { Transactions } from '../database';
import { Conflict, COUNTED, cutPage, NotFound, Page, startOf } from '../http';
import { deliveryAnswer, wholeAnswer, type DeliveryDetailDto, type DeliveryDto, type DeliveryListQuery } from './delivery.dto';
import { Delivery } from './delivery.entity';
import { wakeSenders } from './sending/wake';

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
    const asked = { ...(state && { state }), ...(kind && { kind }), ...(runId && { runID: runId }) };
    const start = startOf(page, asked);
    return this.transactions.read(caller, async ({ em }) => {
      const where = { ...asked, ...(start === undefined ? {} : { id: LessThan(start) }) };
      const found = await em.find(Delivery, { select: LISTED, where, order: { id: 'DESC' }, take: page.limit + 1 });
      const { shown, cursor } = cutPage(found, page.limit, asked, ({ id }) => [Number(id)]);
      return new Page(shown.map(deliveryAnswer), { cursor, total: start === undefined ? await count(em, asked) : undefined });
    });
  }

  /** @throws NotFound */
  find(caller: Caller, id: string): Promise<DeliveryDetailDto> {
    return this.transactions.read(caller, async ({ em }) => wholeAnswer(await found(em, id)));
  }

  /**
   * Sends one again that failed or was given up, from the first attempt on and under the same id. One that waits for its
   * first attempt already is left as it is.
   * @throws NotFound, Conflict
   */
  resend(caller: Caller, id: string): Promise<DeliveryDetailDto> {
    return this.transactions.write(caller, async (unit) => {
      const { em, now } = unit;
      await em.update(Delivery, { publicID: id, state: In(['failed', 'dead']) }, { state: 'queued', attempts: 0, dueAt: now });
      const delivery = await found(em, id);
      if (delivery.state !== 'queued')
        throw new Conflict(`The delivery ${SETTLED[delivery.state] ?? 'is under way'}; only one that failed or is dead can be sent again.`);
      unit.afterCommit(wakeSenders);
      return wholeAnswer(delivery);
    });
  }
}

const SETTLED: Readonly<Record<string, string>> = { sending: 'is being sent', sent: 'has been sent' };

async function found(em: EntityManager, publicID: string): Promise<Delivery> {
  const delivery = await em.findOneBy(Delivery, { publicID });
  if (!delivery) throw new NotFound(`No delivery has the id ${publicID}.`);
  return delivery;
}

/** Counted no further than pages tell. */
async function count(em: EntityManager, where: FindOptionsWhere<Delivery>): Promise<number> {
  const ids = await em.find(Delivery, { select: { id: true }, where, take: COUNTED + 1 });
  return ids.length;
}
