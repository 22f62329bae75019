import type { Transaction } from '../../core/database';
import { numberOf, rows } from '../../core/database/rows';
import { sql } from '../../core/sql';
import { displayName, values } from '../../core/records';
import { Automation, AutomationRun } from '../automation.entity';
import { In } from 'typeorm';
import type { Listener, Occurrence } from './occurrence';

/** The maximum number of automations that may trigger one another in a row. */
const MAX_CHAIN_LENGTH = 25;
/**
 * How often an automation may process a record in one chain. Automations that trigger each other often come to rest by themselves: the
 * second time there is nothing left to change.
 */
const MAX_TIMES = 3;
/** Names in a reason. */
const MOST_NAMES = 12;

/** The runs that led to an event, each triggered by the one before it. */
interface ChainLink {
  readonly runID: number;
  readonly automation: Pick<Automation, 'id' | 'name'>;
}

/** Why a chain does not go on. */
export interface ChainEnd {
  /** Those that repeat: in the record, or in a chain that is too long. Empty: it is only too long. */
  readonly repeating: readonly number[];
  /** A clause. */
  readonly reason: string;
}

/** Whether a chain goes on with an automation for some records. @returns undefined if it does */
export async function endOfChain(
  transaction: Transaction,
  { automation, definition }: Listener,
  occurrences: readonly Occurrence[],
): Promise<ChainEnd | undefined> {
  const [{ chain, recordID } = { chain: [], recordID: 0 }] = occurrences;
  if (chain.length < MAX_TIMES) return undefined;
  const links = await linksOf(transaction, chain);
  const describe = (): string => namesOf([...links.map((link) => link.automation), automation]);
  const repeated = await repeatedRecord(transaction, automation, links, occurrences);
  if (repeated !== undefined)
    return {
      repeating: await repeatingIn(transaction, links, repeated, automation.id),
      reason: `it repeats in a loop on the ${displayName(definition.record)} ${repeated}: ${describe()}`,
    };
  if (chain.length < MAX_CHAIN_LENGTH) return undefined;
  const ids = [...links.map((link) => link.automation.id), automation.id];
  return {
    repeating: [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))],
    reason: `a chain of ${MAX_CHAIN_LENGTH} automations led to the ${displayName(definition.record)} ${recordID}: ${describe()}`,
  };
}

async function linksOf({ em }: Transaction, chain: readonly number[]): Promise<ChainLink[]> {
  const runs = await em.find(AutomationRun, { where: { id: In([...chain]) }, select: { id: true, automationID: true } });
  const automations = await em.find(Automation, {
    where: { id: In([...new Set(runs.map(({ automationID }) => automationID))]) },
    select: { id: true, name: true },
  });
  const byID = new Map(automations.map((each) => [each.id, each]));
  const automationOf = new Map(runs.map(({ id, automationID }) => [id, byID.get(automationID)]));
  return chain.flatMap((runID) => {
    const automation = automationOf.get(runID);
    return automation ? [{ runID, automation }] : [];
  });
}

/** A record that the automation has processed as often as it may. */
async function repeatedRecord(
  { em }: Transaction,
  { id }: Automation,
  links: readonly ChainLink[],
  occurrences: readonly Occurrence[],
): Promise<number | undefined> {
  const own = links.filter(({ automation }) => automation.id === id).map(({ runID }) => runID);
  if (own.length < MAX_TIMES) return undefined;
  const ids = occurrences.map(({ recordID }) => recordID);
  const [[found] = []] = await rows(
    em,
    sql`SELECT recordID FROM automation_run_record WHERE runID IN (${values(own)}) AND recordID IN (${values(ids)}) GROUP BY recordID HAVING COUNT(*) >= ${MAX_TIMES} ORDER BY recordID LIMIT 1`,
  );
  return found as number | undefined;
}

/** The automations of a chain that have processed a record more than once, and the one that would again. */
async function repeatingIn({ em }: Transaction, links: readonly ChainLink[], recordID: number, next: number): Promise<number[]> {
  const repeating = [next];
  for (const id of new Set(links.map(({ automation }) => automation.id))) {
    const runs = links.filter(({ automation }) => automation.id === id).map(({ runID }) => runID);
    if (id === next || runs.length < 2) continue;
    const times = await numberOf(
      em,
      sql`SELECT COUNT(*) FROM automation_run_record WHERE runID IN (${values(runs)}) AND recordID = ${recordID}`,
    );
    if (times > 1) repeating.push(id);
  }
  return repeating;
}

/** `"There" (12) → "Back" (14)`: the last ones of a long chain. */
function namesOf(chain: readonly Pick<Automation, 'id' | 'name'>[]): string {
  const names = chain.slice(-MOST_NAMES).map(({ id, name }) => `"${(name ?? '').slice(0, 40)}" (${id})`);
  return [...(chain.length > MOST_NAMES ? ['…'] : []), ...names].join(' → ');
}
