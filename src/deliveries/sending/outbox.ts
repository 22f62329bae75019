import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { SYSTEM_CALLER } from '../../core/callers';
import { Transactions, type Transaction } from '../../core/database';
import { execute, rows } from '../../core/database/rows';
import { Sql, sql, sqlMoment } from '../../core/sql';
import { values } from '../../core/records';
import { Delivery, type DeliveryKind } from '../delivery.entity';
import { ATTEMPTS } from '../delivery-metrics.service';
import type { AttemptOutcome } from './attempt-outcome';
import type { Hosts } from './hosts';
import { lockLimits, withinLimits } from '../sending-limits';
import type { Reply } from '../senders/sender';
import { withoutDeletedWebhooks } from '../to-webhooks/state-of-webhook';
import { Selection } from './selection';
import { stillWanted } from './still-wanted';

/** Longer than any attempt may take: a worker that has recorded no result by then has stopped. */
const LEASE_MS = 60_000;
/** So many of those that wait are looked at. */
const WINDOW = 100;
/** Another process claimed some of them first: poll again soon, there may be more. */
const CONTENDED_MS = 50;

/** Changes wait while their webhook is paused; pings do not. What is left of deleted webhooks is claimed to be cancelled. */
const MAY_LEAVE =
  '(webhookID IS NULL OR changeSequence IS NULL OR webhookID IN (SELECT w.id FROM {Webhook} w WHERE {Webhook.active w} OR w.deleted = 1))';

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

  /**
   * Takes up to so many that are due, those that have waited longest first, as far as there is room at their hosts. Reads without a
   * transaction, which is cheap.
   */
  async claim(kind: DeliveryKind, limit: number, hosts: RoomAtHosts): Promise<ClaimedDeliveries> {
    const { ids, automationIDs, nextIn } = await this.due(kind, limit, hosts);
    const deliveries =
      ids.length > 0 ? await this.transactions.write(SYSTEM_CALLER, (transaction) => lease(transaction, ids, automationIDs)) : [];
    if (deliveries.length < ids.length) return { deliveries, nextIn: CONTENDED_MS };
    return { deliveries, ...(nextIn === undefined ? {} : { nextIn }) };
  }

  /** Looks again without the hosts that have no more room, as long as there are so many messages for them that others are not seen. */
  private async due(kind: DeliveryKind, limit: number, hosts: RoomAtHosts): Promise<DueDeliveries> {
    const selection = new Selection(limit, hosts);
    for (;;) {
      const fullBefore = selection.full.size;
      const { waiting, now } = await this.waiting(kind, WINDOW, [...selection.full]);
      const due = waiting.filter(({ dueAt }) => dueAt <= now);
      for (const { id, host } of due) selection.add(id, host);
      if (due.length === WINDOW && !selection.isComplete && selection.full.size > fullBefore) continue;
      const next = waiting.find(({ dueAt }) => dueAt > now);
      const automationIDs = due.filter(({ id }) => selection.ids.has(id)).flatMap(({ automationID }) => automationID ?? []);
      return { ids: [...selection.ids], automationIDs, nextIn: soonest(next && millisecondsBetween(now, next.dueAt), hosts.nextIn) };
    }
  }

  /** Records how an attempt ended, unless its lease has run out and another has taken the delivery. */
  settle(delivery: Delivery, outcome: AttemptOutcome, attemptMs: number): Promise<void> {
    return this.transactions.write(SYSTEM_CALLER, async (transaction) => {
      const { id, kind, leaseID, webhookID } = delivery;
      const { em, now } = transaction;
      const { state, lastError = null, waitSeconds } = outcome;
      const dueAt = waitSeconds === undefined ? null : new Date(now.getTime() + waitSeconds * 1000);
      const { affected } = await em.update(
        Delivery,
        { id, leaseID: leaseID ?? '' },
        {
          ...{ state, lastError, dueAt, leaseID: null, sentDate: state === 'sent' ? now : null },
          ...(webhookID === null ? {} : { attemptedDate: now, attemptMs, ...replyColumns(outcome.reply) }),
          ...(state === 'sent' ? reached(delivery) : {}),
        },
      );
      if (!affected) return;
      if (state === 'failed') await withoutDeletedWebhooks(transaction, [delivery]);
      transaction.countAfterCommit(ATTEMPTS, { channel: kind, outcome: state });
    });
  }

  /** For single-process databases: makes every interrupted delivery due again at startup. */
  releaseAll(): Promise<void> {
    return this.transactions.write(
      SYSTEM_CALLER,
      async ({ em, now }) => void (await execute(em, sql`UPDATE delivery SET dueAt = ${sqlMoment(now)} WHERE state = 'sending'`)),
    );
  }

  private waiting(kind: DeliveryKind, most: number, full: readonly string[]): Promise<{ waiting: Waiting[]; now: string }> {
    const elsewhere = full.length === 0 ? sql`` : sql` AND (host IS NULL OR host NOT IN (${values([...full])}))`;
    const held = sql` AND ${new Sql(this.transactions.types.expand(MAY_LEAVE))}`;
    return this.transactions.read(SYSTEM_CALLER, async ({ em, now }) => {
      const found = await rows(
        em,
        sql`SELECT id, dueAt, host, automationID FROM delivery WHERE kind = ${kind} AND dueAt IS NOT NULL${elsewhere}${kind === 'webhook' ? held : sql``} ORDER BY dueAt, id LIMIT ${most}`,
      );
      const waiting = found.map(([id, dueAt, host, automationID]) => ({
        id: Number(id),
        dueAt: String(dueAt),
        host: host as string | null,
        automationID: automationID as number | null,
      }));
      return { waiting, now: sqlMoment(now) };
    });
  }
}

/** The webhook may have got another URL during the attempt. */
const reached = ({ recipient, host }: Delivery) => ({ recipient, host });

const replyColumns = (reply: Reply | undefined) => ({
  replyStatus: reply?.status ?? null,
  requestHeaders: reply ? JSON.stringify(reply.requestHeaders) : null,
  replyHeaders: reply ? JSON.stringify(reply.headers) : null,
  replyBody: reply?.body ?? null,
});

type RoomAtHosts = Pick<Hosts, 'room' | 'full' | 'nextIn'>;

/** A delivery that waits, until a moment as the database writes it. */
interface Waiting {
  readonly id: number;
  readonly dueAt: string;
  readonly host: string | null;
  readonly automationID: number | null;
}

interface DueDeliveries {
  readonly ids: readonly number[];
  readonly automationIDs: readonly number[];
  /** Milliseconds until there may be more. */
  readonly nextIn: number | undefined;
}

/**
 * Compares and sets: those that another process has taken meanwhile are due later. An attempt counts as of its
 * beginning, so that one which kills the service does not go on for ever. Limits are locked first, as by those who queue.
 */
async function lease(transaction: Transaction, ids: readonly number[], automationIDs: readonly number[]): Promise<Delivery[]> {
  const { em, now } = transaction;
  const limits = await lockLimits(transaction, automationIDs);
  const leaseID = randomUUID();
  const until = sqlMoment(new Date(now.getTime() + LEASE_MS));
  await execute(
    em,
    sql`UPDATE delivery SET state = 'sending', leaseID = ${leaseID}, attempts = attempts + 1, dueAt = ${until} WHERE id IN (${values(ids)}) AND dueAt <= ${sqlMoment(now)}`,
  );
  const claimed = await em.find(Delivery, { where: { id: In([...ids]), leaseID }, order: { id: 'ASC' } });
  return withinLimits(transaction, await stillWanted(transaction, await withoutDeletedWebhooks(transaction, claimed)), limits);
}

function soonest(...waits: readonly (number | undefined)[]): number | undefined {
  const known = waits.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

const millisecondsBetween = (one: string, other: string): number => Date.parse(`${other}Z`) - Date.parse(`${one}Z`);
