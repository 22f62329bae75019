import type { RecordTypes } from '../../core/fields/record-types';
import { Sql, sql } from '../../core/sql';
import { daysBetween } from '../../core/sql/dialect';

/** The last day of what never expires. */
export const FOREVER = '9999-12-31';

/** The document that counts for an item `i` of a placement `p`: rather one that meets it, and of those the one that is valid longest. */
const DOCUMENT = `SELECT b.id FROM {Document} b
  WHERE b.candidateID = p.candidateID AND b.typeID = i.documentTypeID AND b.deleted = 0
  ORDER BY CASE WHEN SUBSTR(b.expiryDate, 1, 10) < p.day THEN 2 WHEN b.isVerified = 1 THEN 0 ELSE 1 END,
    CASE WHEN b.expiryDate IS NULL THEN 0 ELSE 1 END, b.expiryDate DESC, b.id DESC LIMIT 1`;

/** The same of statements. */
const STATEMENT = `SELECT b.id FROM compliance_statement b
  WHERE b.placementID = p.id AND b.candidateID = p.candidateID AND b.itemID = i.id AND b.withdrawnDate IS NULL
  ORDER BY CASE WHEN b.expiryDate IS NULL THEN 0 ELSE 1 END, b.expiryDate DESC, b.id DESC LIMIT 1`;

const EVIDENCE = `SELECT p.id AS placementID, p.day, p.today, i.id AS itemID, i.position, i.name, i.kind, i.documentTypeID, i.warnDays,
    i.required, d.id AS documentID, d.name AS documentName, s.id AS statementID,
    COALESCE(SUBSTR(COALESCE(d.expiryDate, s.expiryDate), 1, 10), '${FOREVER}') AS lastDay,
    CASE WHEN s.id IS NOT NULL OR d.isVerified = 1 THEN 1 ELSE 0 END AS isConfirmed
  FROM (`;
const JOINED = `) p JOIN {Job} j ON j.id = p.jobID JOIN checklist_item i ON i.checklistID = j.complianceChecklistID AND i.deleted = 0
  LEFT JOIN {Document} d ON d.id = (${DOCUMENT}) LEFT JOIN compliance_statement s ON s.id = (${STATEMENT})`;

/**
 * SQL of a row for each item that placements require: which document or statement counts for it, until when, whether it is met, and whether
 * it is time to warn that it expires.
 * @param placements SQL of their `id`, `candidateID`, `jobID`, of `today`, and of the `day` on which the items must be met
 */
export function factsOf(types: RecordTypes, placements: Sql): Sql {
  const evidence = sql`${new Sql(types.expand(EVIDENCE))}${placements}${new Sql(types.expand(JOINED))}`;
  const isMet = `e.isConfirmed = 1 AND e.lastDay >= e.day`;
  const isDue = `e.isConfirmed = 1 AND e.lastDay < '${FOREVER}' AND e.warnDays > 0 AND ${daysBetween('e.today', 'e.lastDay')} <= e.warnDays`;
  return new Sql(
    `SELECT e.*, CASE WHEN ${isMet} THEN 1 ELSE 0 END AS isMet, CASE WHEN ${isDue} THEN 1 ELSE 0 END AS isDue FROM (${evidence.text}) e`,
    evidence.params,
  );
}

/** SQL of the placements `r` for {@link factsOf}: their items must be met today, or on their first day. @param from from FROM on */
export const placementsFrom = (from: Sql, today: string): Sql =>
  sql`SELECT r.id, r.candidateID, r.jobID, ${today} AS today,
    CASE WHEN SUBSTR(r.startDate, 1, 10) > ${today} THEN SUBSTR(r.startDate, 1, 10) ELSE ${today} END AS day ${from}`;

/** A placement that need not be stored. */
export interface PlacementTerms {
  /** undefined: a new one. */
  readonly id: number | undefined;
  readonly candidateID: number | null;
  readonly jobID: number | null;
  readonly startDate?: Date;
}

/** SQL of such a placement for {@link factsOf}. */
export function placementOf({ id = 0, candidateID, jobID, startDate }: PlacementTerms, today: string): Sql {
  const start = startDate ? dayText(startDate) : today;
  const day = start > today ? start : today;
  return sql`SELECT ${id} AS id, ${candidateID ?? 0} AS candidateID, ${jobID ?? 0} AS jobID, ${today} AS today, ${day} AS day`;
}

/** 2026-11-24 */
export const dayText = (day: Date): string => day.toISOString().slice(0, 10);
