import { rows, type Row } from '../../core/database/rows';
import type { View } from '../../core/database/transactions';
import { entryOn } from '../../core/lookups';
import { Sql, sql, values } from '../../core/sql';
import type { ItemKind } from '../checklists/checklist.entity';
import type { ComplianceDto, ComplianceItemDto } from './compliance.dto';
import { factsOf, placementsFrom } from './facts';
import { stateOf, statusOf, validUntil } from './item-state';

const PLACEMENTS = `SELECT r.id, r.reference, r.statusID, r.candidateID, c.fullName, k.id, k.name, SUBSTR(r.endDate, 1, 10)
  FROM {Placement} r LEFT JOIN {Candidate} c ON c.id = r.candidateID LEFT JOIN {Job} j ON j.id = r.jobID
  LEFT JOIN checklist k ON k.id = j.complianceChecklistID WHERE r.id IN (`;

/** What placements require and have, in the order of their ids. @param today 2026-11-24, by the calendar of the firm */
export async function readCompliance(view: View, ids: readonly number[], today: string): Promise<ComplianceDto[]> {
  if (ids.length === 0) return [];
  const found = await rows(view.em, sql`${new Sql(view.types.expand(PLACEMENTS))}${values(ids)}) ORDER BY r.id`);
  const items = byPlacement(await readItems(view, ids, today));
  return found.map((row) => complianceOf(row, items.get(row[0]) ?? []));
}

function byPlacement(found: readonly Row[]): Map<unknown, Row[]> {
  const items = new Map<unknown, Row[]>();
  for (const row of found) items.set(row[0], [...(items.get(row[0]) ?? []), row]);
  return items;
}

function readItems({ em, types }: View, ids: readonly number[], today: string): Promise<Row[]> {
  const placements = placementsFrom(sql`FROM ${new Sql(types.expand('{Placement} r'))} WHERE r.id IN (${values(ids)})`, today);
  return rows(
    em,
    sql`SELECT f.placementID, f.itemID, f.name, f.kind, f.required, f.documentTypeID, t.name, f.isMet, f.isDue, f.documentID, f.documentName,
      f.statementID, f.lastDay, f.day FROM (${factsOf(types, placements)}) f
      LEFT JOIN ${new Sql(entryOn('documentType', 't', 'f.documentTypeID'))} ORDER BY f.placementID, f.position`,
  );
}

function complianceOf(
  [id, reference, statusID, candidateID, name, checklistID, checklist, end]: Row,
  found: readonly Row[],
): ComplianceDto {
  const items = found.map((row) => itemOf(row, (end as string | null) ?? undefined));
  const status = statusOf(items);
  return {
    placementID: id as number,
    reference: reference as string | null,
    placementStatusID: (statusID as number | null) ?? 0,
    candidateID: (candidateID as number | null) ?? 0,
    candidateName: name as string | null,
    checklistID: (checklistID as number | null) ?? 0,
    checklistName: checklist as string | null,
    status,
    mayBeApproved: status !== 'incomplete',
    items,
  };
}

function itemOf(row: Row, endDay: string | undefined): ComplianceItemDto {
  const [, itemID, name, kind, required, typeID, typeName, met, isDue, documentID, documentName, statementID, lastDay, day] = row;
  const exists = documentID !== null || statementID !== null;
  const isMet = Boolean(Number(met));
  const until = validUntil(exists, lastDay as string);
  return {
    itemID: itemID as number,
    name: name as string,
    kind: kind as ItemKind,
    required: Boolean(Number(required)),
    documentTypeID: (typeID as number | null) ?? 0,
    documentTypeName: typeName as string | null,
    state: stateOf({ isMet, exists, lastDay: lastDay as string, day: day as string, endDay }),
    isMet,
    isExpiring: Boolean(Number(isDue)),
    documentID: (documentID as number | null) ?? 0,
    documentName: documentName as string | null,
    statementID: (statementID as number | null) ?? 0,
    ...(until === undefined ? {} : { validUntil: until }),
  };
}
