import type { Transaction } from '../../core/database';
import { execute, rows } from '../../core/database/rows';
import { list, sql, sqlMoment, values, type Sql } from '../../core/sql';
import type { Delivery } from '../delivery.entity';
import { sendingTime, SLOT_KEPT_MS, slotAfter, type SendingTime } from './sending-limit';
import { limitKey, type StoredLimit } from './stored-limits';

/** So many that wait behind one that is put off are put off with it: they do not keep others waiting while they come up one by one. */
const MOST_BEHIND = 500;
const BATCH = 100;

/** What decides when a message is sent. */
export type Waiting = Pick<Delivery, 'kind' | 'automationID' | 'timeZone' | 'slot'>;

const AT_ONCE = { slot: null, waitsFor: null } as const;

/** When some messages that are due are sent, in their order. Slots are promised: the limits are then those after them. */
export const sendingTimes = (limits: ReadonlyMap<string, StoredLimit>, messages: readonly Waiting[], now: Date): SendingTime[] =>
  messages.map(({ kind, automationID, timeZone, slot }) => {
    const stored = limits.get(limitKey(automationID, kind));
    if (!stored) return { at: now, ...AT_ONCE };
    const time = sendingTime(stored.limit, { timeZone, slot, nextSlot: stored.nextSlot, now });
    if (time.slot && time.slot !== slot) stored.nextSlot = slotAfter(stored.limit, time.slot);
    return time;
  });

/** Puts off those whose time has not come. @param limits locked @returns the others */
export async function withinLimits(
  transaction: Transaction,
  claimed: readonly Delivery[],
  limits: ReadonlyMap<string, StoredLimit>,
): Promise<Delivery[]> {
  const limited = claimed.filter(({ automationID, kind }) => limits.has(limitKey(automationID, kind)));
  if (limited.length === 0) return [...claimed];
  const times = sendingTimes(limits, limited, transaction.now);
  const put = limited.flatMap((delivery, index) => {
    const time = times[index];
    return time?.waitsFor ? [{ delivery, time }] : [];
  });
  const late = new Set(put.map(({ delivery }) => delivery));
  await release(
    transaction,
    [...late].map(({ id }) => id),
  );
  await putOff(transaction, [...put.map(({ delivery: { id }, time }) => ({ id, time })), ...(await behind(transaction, late, limits))]);
  await spend(
    transaction,
    limited.filter((each) => !late.has(each)).map(({ id }) => id),
  );
  await storeSlots(transaction, limits);
  return claimed.filter((each) => !late.has(each));
}

interface PutOff {
  readonly id: number;
  readonly time: SendingTime;
}

/** What waits for the same, without a slot or with one that is lost. What may leave at once gets the present one. */
async function behind({ em, now }: Transaction, late: ReadonlySet<Delivery>, limits: ReadonlyMap<string, StoredLimit>): Promise<PutOff[]> {
  const groups = new Map(
    [...late].flatMap(({ automationID, kind }) => (automationID === null ? [] : [[limitKey(automationID, kind), { automationID, kind }]])),
  );
  const found: PutOff[] = [];
  const lost = sqlMoment(new Date(now.getTime() - SLOT_KEPT_MS));
  for (const { automationID, kind } of groups.values()) {
    const waiting = await rows(
      em,
      sql`SELECT id, timeZone FROM delivery WHERE kind = ${kind} AND dueAt <= ${sqlMoment(now)} AND automationID = ${automationID} AND (slot IS NULL OR slot < ${lost}) AND state IN ('queued', 'failed') ORDER BY dueAt, id LIMIT ${MOST_BEHIND}`,
    );
    const messages = waiting.map(([, timeZone]) => ({ kind, automationID, timeZone: timeZone as string | null, slot: null }));
    const times = sendingTimes(limits, messages, now);
    found.push(
      ...waiting.flatMap(([id], index) => {
        const time = times[index];
        return time?.waitsFor || time?.slot ? [{ id: id as number, time }] : [];
      }),
    );
  }
  return found;
}

/** As before the attempt that is not made. */
const release = async ({ em }: Transaction, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await execute(
    em,
    sql`UPDATE delivery SET state = CASE WHEN attempts > 1 THEN 'failed' ELSE 'queued' END, leaseID = NULL WHERE id IN (${values([...ids])})`,
  );
  await execute(em, sql`UPDATE delivery SET attempts = attempts - 1 WHERE id IN (${values([...ids])})`);
};

async function putOff({ em }: Transaction, all: readonly PutOff[]): Promise<void> {
  for (const reason of ['window', 'rate'] as const) {
    const late = all.filter(({ time }) => (time.slot ? 'rate' : 'window') === reason);
    for (let from = 0; from < late.length; from += BATCH) {
      const batch = late.slice(from, from + BATCH);
      const at = caseOf(batch);
      const slot = reason === 'rate' ? at : sql`NULL`;
      await execute(
        em,
        sql`UPDATE delivery SET dueAt = ${at}, slot = ${slot}, waitsFor = ${reason} WHERE id IN (${values(batch.map(({ id }) => id))})`,
      );
    }
  }
}

const caseOf = (batch: readonly PutOff[]): Sql =>
  sql`CASE id ${list(
    batch.map(({ id, time }) => sql`WHEN ${id} THEN ${sqlMoment(time.at)}`),
    ' ',
  )} END`;

/** An attempt uses up the slot of its message. */
const spend = async ({ em }: Transaction, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await execute(em, sql`UPDATE delivery SET slot = NULL, waitsFor = NULL WHERE id IN (${values([...ids])})`);
};

/** Stores the first moments that no message has been promised yet. */
export async function storeSlots({ em }: Transaction, limits: ReadonlyMap<string, StoredLimit>): Promise<void> {
  for (const [key, { nextSlot }] of limits) {
    const [automationID, kind] = key.split('/');
    if (nextSlot)
      await execute(
        em,
        sql`UPDATE sending_limit SET nextSlot = ${sqlMoment(nextSlot)} WHERE automationID = ${Number(automationID)} AND kind = ${kind ?? ''}`,
      );
  }
}
