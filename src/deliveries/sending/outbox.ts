import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { SYSTEM_CALLER } from '../../core/callers';
import { Transactions, type Transaction } from '../../core/database';
import { execute, rows } from '../../core/database/rows';
import { sql, sqlMoment } from '../../core/sql';
import { values } from '../../core/records';
import { Delivery, type DeliveryKind } from '../delivery.entity';
import type { AttemptOutcome } from './attempt-outcome';

/** Longer than any attempt may take: a worker that has recorded no result by then has stopped. */
const LEASE_MS = 60_000;
/** Another process claimed some of them first: poll again soon, there may be more. */
const CONTENDED_MS = 50;

/** Deliveries claimed for sending. */
export interface ClaimedDeliveries {
  /** Under the lease of the worker that claimed them. */
  readonly deliveries: readonly Delivery[];
  /** Milliseconds until the next one falls due; undefined when none is waiting. */
  readonly nextIn?: number;
}

/** The deliveries that are due, shared by all processes on the database. */
@Injectable()
export class Outbox {
  constructor(private readonly transactions: Transactions) {}

  /** Takes up to so many that are due, those that have waited longest first. Reads without a transaction, which is cheap. */
  async claim(kind: DeliveryKind, limit: number): Promise<ClaimedDeliveries> {
    const { waiting, now } = await this.waiting(kind, limit);
    const due = waiting.filter(([, dueAt]) => dueAt <= now);
    const deliveries =
      due.length > 0
        ? await this.transactions.write(SYSTEM_CALLER, (transaction) =>
            lease(
              transaction,
              due.map(([id]) => id),
            ),
          )
        : [];
    if (deliveries.length < due.length) return { deliveries, nextIn: CONTENDED_MS };
    const next = waiting.find(([, dueAt]) => dueAt > now)?.[1];
    return { deliveries, ...(next === undefined ? {} : { nextIn: millisecondsBetween(now, next) }) };
  }

  /** Records how an attempt ended, unless its lease has run out and another has taken the delivery. */
  settle({ id, leaseID }: Delivery, outcome: AttemptOutcome): Promise<void> {
    return this.transactions.write(SYSTEM_CALLER, async ({ em, now }) => {
      const { state, lastError = null, waitSeconds } = outcome;
      const dueAt = waitSeconds === undefined ? null : new Date(now.getTime() + waitSeconds * 1000);
      await em.update(
        Delivery,
        { id, leaseID: leaseID ?? '' },
        { state, lastError, dueAt, leaseID: null, sentDate: state === 'sent' ? now : null },
      );
    });
  }

  /** For single-process databases: makes every interrupted delivery due again at startup. */
  releaseAll(): Promise<void> {
    return this.transactions.write(
      SYSTEM_CALLER,
      async ({ em, now }) => void (await execute(em, sql`UPDATE delivery SET dueAt = ${sqlMoment(now)} WHERE state = 'sending'`)),
    );
  }

  private waiting(kind: DeliveryKind, most: number): Promise<{ waiting: [id: number, dueAt: string][]; now: string }> {
    return this.transactions.read(SYSTEM_CALLER, async ({ em, now }) => {
      const found = await rows(
        em,
        sql`SELECT id, dueAt FROM delivery WHERE kind = ${kind} AND dueAt IS NOT NULL ORDER BY dueAt, id LIMIT ${most}`,
      );
      return { waiting: found.map(([id, dueAt]) => [Number(id), String(dueAt)]), now: sqlMoment(now) };
    });
  }
}

/**
 * Compares and sets: those that another process has taken meanwhile are due later. An attempt counts as of its
 * beginning, so that one which kills the service does not go on for ever.
 */
async function lease({ em, now }: Transaction, ids: readonly number[]): Promise<Delivery[]> {
  const leaseID = randomUUID();
  const until = sqlMoment(new Date(now.getTime() + LEASE_MS));
  await execute(
    em,
    sql`UPDATE delivery SET state = 'sending', leaseID = ${leaseID}, attempts = attempts + 1, dueAt = ${until} WHERE id IN (${values(ids)}) AND dueAt <= ${sqlMoment(now)}`,
  );
  return em.find(Delivery, { where: { id: In([...ids]), leaseID } });
}

const millisecondsBetween = (one: string, other: string): number => Date.parse(`${other}Z`) - Date.parse(`${one}Z`);
