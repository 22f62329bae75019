import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { THE_SERVICE } from '../../callers';
import { Transactions, type Unit } from '../../database';
import { execute, rows } from '../../database/rows';
import { sql, sqlMoment } from '../../query';
import { values } from '../../records';
import { Delivery, type DeliveryKind } from '../delivery.entity';
import type { Outcome } from './outcome';

/** Longer than any attempt may take: whoever has not recorded one by then is no longer there. */
const LEASE_MS = 60_000;
/** Another process was quicker: there may be more behind what it took. */
const CONTENDED_MS = 50;

/** What is there to be sent. */
export interface Taken {
  /** Under the lease of whoever took them. */
  readonly deliveries: readonly Delivery[];
  /** Milliseconds until the next one falls due; undefined when none is waiting. */
  readonly nextIn?: number;
}

/** The deliveries that are due, shared by all processes on the database. */
@Injectable()
export class Outbox {
  constructor(private readonly transactions: Transactions) {}

  /** Takes up to so many that are due, those that have waited longest first. Asks without a transaction, so that waiting costs nothing. */
  async take(kind: DeliveryKind, most: number): Promise<Taken> {
    const { waiting, now } = await this.waiting(kind, most);
    const due = waiting.filter(([, dueAt]) => dueAt <= now);
    const deliveries =
      due.length > 0
        ? await this.transactions.write(THE_SERVICE, (unit) =>
            lease(
              unit,
              due.map(([id]) => id),
            ),
          )
        : [];
    if (deliveries.length < due.length) return { deliveries, nextIn: CONTENDED_MS };
    const next = waiting.find(([, dueAt]) => dueAt > now)?.[1];
    return { deliveries, ...(next === undefined ? {} : { nextIn: millisecondsBetween(now, next) }) };
  }

  /** Records how an attempt ended, unless its lease has run out and another has taken the delivery. */
  settle({ id, leaseID }: Delivery, outcome: Outcome): Promise<void> {
    return this.transactions.write(THE_SERVICE, async ({ em, now }) => {
      const { state, lastError = null, waitSeconds } = outcome;
      const dueAt = waitSeconds === undefined ? null : new Date(now.getTime() + waitSeconds * 1000);
      await em.update(
        Delivery,
        { id, leaseID: leaseID ?? '' },
        { state, lastError, dueAt, leaseID: null, sentDate: state === 'sent' ? now : null },
      );
    });
  }

  /** Where no other process can be at work, whatever was under way is due. */
  releaseAll(): Promise<void> {
    return this.transactions.write(
      THE_SERVICE,
      async ({ em, now }) => void (await execute(em, sql`UPDATE delivery SET dueAt = ${sqlMoment(now)} WHERE state = 'sending'`)),
    );
  }

  private waiting(kind: DeliveryKind, most: number): Promise<{ waiting: [id: number, dueAt: string][]; now: string }> {
    return this.transactions.read(THE_SERVICE, async ({ em, now }) => {
      const found = await rows(
        em,
        sql`SELECT id, dueAt FROM delivery WHERE kind = ${kind} AND dueAt IS NOT NULL ORDER BY dueAt, id LIMIT ${most}`,
      );
      return { waiting: found.map(([id, dueAt]) => [Number(id), String(dueAt)]), now: sqlMoment(now) };
    });
  }
}

/** Compares and sets: those that another process has taken meanwhile are due later. An attempt counts as of its beginning, so that one which kills the service does not go on for ever. */
async function lease({ em, now }: Unit, ids: readonly number[]): Promise<Delivery[]> {
  const leaseID = randomUUID();
  const until = sqlMoment(new Date(now.getTime() + LEASE_MS));
  await execute(
    em,
    sql`UPDATE delivery SET state = 'sending', leaseID = ${leaseID}, attempts = attempts + 1, dueAt = ${until} WHERE id IN (${values(ids)}) AND dueAt <= ${sqlMoment(now)}`,
  );
  return em.find(Delivery, { where: { id: In([...ids]), leaseID } });
}

const millisecondsBetween = (one: string, other: string): number => Date.parse(`${other}Z`) - Date.parse(`${one}Z`);
