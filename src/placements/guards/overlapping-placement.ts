import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import type { ProblemKind } from '../../core/problems';
import { confirm, ConfirmationRequired, QueryConfirmation, visibleIds, type ChangeOptions } from '../../core/records';
import { sql, Sql, sqlMoment } from '../../core/sql';
import { WorkType } from '../../core/terms/numbers';
import type { Placement } from '../placement.entity';
import { isLive } from '../placement.transitions';
import { placements } from '../placements.records';

const PARAMETER = 'allowOverlappingPlacement';

/** Nobody works full-time in two places. */
export class OverlappingPlacement extends ConfirmationRequired {
  static override readonly kind: ProblemKind = {
    type: '/problems/overlapping-placement',
    status: 409,
    title: 'The candidate has another full-time placement at that time',
    meaning: 'The candidate has another placement on some of the same days, and both are full-time; its id is recordID.',
    remedy: 'Correct the request, or repeat it with ?allowOverlappingPlacement=true if this is meant.',
  };

  constructor(candidateID: number, id: number) {
    super(`Candidate ${candidateID} has full-time placement ${id} at that time.`, PARAMETER, { recordType: 'Placement', recordID: id });
  }
}

/** The query parameter that confirms it. */
export const OverlapConfirmation = (): PropertyDecorator =>
  QueryConfirmation('Save even if the candidate has another full-time placement at that time.');

/** A placement is full-time unless the work type of its job says otherwise. */
const FULL_TIME = new Sql(`COALESCE(j.workTypeID, ${WorkType.FullTime}) = ${WorkType.FullTime}`);

/** @throws OverlappingPlacement for a live placement whose time, job or candidate is new, unless that is confirmed */
export async function checkOverlap(transaction: Transaction, before: Placement, after: Placement, how: ChangeOptions): Promise<void> {
  if (!takesNewTime(before, after) || !(await isFullTime(transaction, after))) return;
  const others = await visibleIds(transaction, placements, await overlapping(transaction, after));
  for (const id of others.toSorted((one, other) => one - other)) confirm(how, after, new OverlappingPlacement(after.candidateID ?? 0, id));
}

/** Ending it early is always right. */
function takesNewTime(before: Placement, after: Placement): boolean {
  if (!isLive(after) || !after.startDate) return false;
  const isSame = isLive(before) && before.candidateID === after.candidateID && before.jobID === after.jobID;
  return !isSame || !before.startDate || after.startDate < before.startDate || lastDay(after) > lastDay(before);
}

const lastDay = ({ endDate }: Placement): number => endDate?.getTime() ?? Infinity;

async function isFullTime({ em, types }: Transaction, { jobID }: Placement): Promise<boolean> {
  return (await rows(em, sql`SELECT 1 FROM ${new Sql(types.expand('{Job} j'))} WHERE j.id = ${jobID ?? 0} AND ${FULL_TIME}`)).length > 0;
}

async function overlapping({ em, types }: Transaction, { id, candidateID, startDate, endDate }: Placement): Promise<number[]> {
  const live = new Sql(types.expand('{Job} j ON j.id = pl.jobID WHERE {Placement.live pl}'));
  const startsBefore = endDate ? sql`pl.startDate <= ${sqlMoment(endDate)}` : sql`pl.startDate IS NOT NULL`;
  const found = await rows(
    em,
    sql`SELECT pl.id FROM placement pl JOIN ${live} AND pl.candidateID = ${candidateID ?? 0} AND pl.id <> ${id ?? 0}
      AND ${startsBefore} AND (pl.endDate IS NULL OR pl.endDate >= ${sqlMoment(startDate!)}) AND ${FULL_TIME}`,
  );
  return found.map(([other]) => other as number);
}
