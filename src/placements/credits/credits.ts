import type { FieldChanges } from '../../core/changes';
import type { Transaction, View } from '../../core/database';
import { execute, rows } from '../../core/database/rows';
import { sumOf } from '../../core/money';
import { loadAll, type RecordResponse } from '../../core/records';
import { sql, Sql, tuples, values } from '../../core/sql';
import { PlacementStatus } from '../../core/terms/numbers';
import { consultantsOf, jobs, type Job } from '../../jobs';
import type { Placement } from '../placement.entity';
import { isApproved } from '../placement.transitions';
import type { CreditDto } from './credit.dto';

type Credit = Omit<CreditDto, 'consultantName'>;

/** Fixes the credits of a placement when it is approved, and removes them when it becomes a draft again. @returns what changed */
export async function saveCredits(transaction: Transaction, before: Placement, after: Placement): Promise<FieldChanges> {
  const isFixed = isApproved(after) && !isApproved(before);
  const isUndone = after.statusID === PlacementStatus.Draft && before.statusID !== PlacementStatus.Draft;
  if (!isFixed && !isUndone) return {};
  const was = (await creditsOf(transaction, [after.id])).map(({ consultantID, percentage }) => ({ consultantID, percentage }));
  const is = isFixed ? creditsIn(await jobOf(transaction, after)) : [];
  if (was.length > 0) await execute(transaction.em, sql`DELETE FROM placement_credit WHERE placementID = ${after.id}`);
  const added = is.map(({ consultantID, percentage }, index) => [after.id, consultantID, index + 1, percentage]);
  if (added.length > 0)
    await execute(
      transaction.em,
      sql`INSERT INTO placement_credit (placementID, consultantID, position, percentage) VALUES ${tuples(added)}`,
    );
  return was.length + is.length > 0 ? { credits: [was, is] } : {};
}

async function jobOf({ em }: Transaction, { jobID }: Placement): Promise<Job | undefined> {
  const [job] = jobID === null ? [] : await loadAll(em, jobs, [jobID]);
  return job;
}

/** What the consultants of a job would be credited with: somebody named twice gets both parts. */
export function creditsIn(job: Job | undefined): Credit[] {
  const parts = job ? consultantsOf(job).filter(({ percentage }) => percentage > 0) : [];
  return [...new Set(parts.map(({ consultantID }) => consultantID))].map((consultantID) => ({
    consultantID,
    percentage: sumOf(parts.filter((part) => part.consultantID === consultantID).map(({ percentage }) => percentage)).toNumber(),
  }));
}

/** Adds the credits to responses. */
export async function withCredits(view: View, responses: readonly RecordResponse[]): Promise<RecordResponse[]> {
  const all = await creditsOf(
    view,
    responses.map(({ id }) => id as number),
  );
  const credits = new Map<unknown, CreditDto[]>(responses.map(({ id }) => [id, []]));
  for (const { placementID, ...credit } of all) credits.get(placementID)!.push(credit);
  return responses.map((response) => ({ ...response, credits: credits.get(response['id']) }));
}

export async function creditsOf({ em, types }: View, placementIDs: readonly number[]): Promise<(CreditDto & { placementID: number })[]> {
  const consultant = new Sql(types.expand('JOIN {User} u ON u.id = c.consultantID'));
  const found = await rows(
    em,
    sql`SELECT c.placementID, c.consultantID, u.name, c.percentage FROM placement_credit c ${consultant} WHERE c.placementID IN (${values(placementIDs)}) ORDER BY c.placementID, c.position`,
  );
  return found.map(([placementID, consultantID, name, percentage]) => ({
    placementID: placementID as number,
    consultantID: consultantID as number,
    consultantName: (name ?? '') as string,
    percentage: percentage as number,
  }));
}
