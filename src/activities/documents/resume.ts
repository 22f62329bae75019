import type { EntityManager } from 'typeorm';
import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import { recordTypeNamed } from '../../fields/record-type';
import { sql } from '../../query';
import { isoOf, load, loadAll, save } from '../../records';
import { DocumentType } from '../../terms/numbers';
import type { Document } from '../activity.entity';

/** What a candidate says of the resume. */
export interface Resume {
  readonly hasResumeViewerDoc: boolean;
  readonly resumeViewerDate?: Date;
  readonly resumeUpdateDate?: Date;
}

const NONE: Resume = { hasResumeViewerDoc: false, resumeViewerDate: undefined, resumeUpdateDate: undefined };

/** As the newest resume document of a candidate has it; undefined where there is none. */
export async function newestResume(em: EntityManager, candidateID: number): Promise<Resume | undefined> {
  const [newest] = await rows(
    em,
    sql`SELECT createdDate, updatedDate FROM document WHERE candidateID = ${candidateID} AND typeID = ${DocumentType.Resume} AND deleted = 0 ORDER BY createdDate DESC, id DESC LIMIT 1`,
  );
  if (!newest) return undefined;
  const [resumeViewerDate, resumeUpdateDate] = newest.map((cell) => (cell === null ? undefined : new Date(isoOf(cell as string))));
  return { hasResumeViewerDoc: true, resumeViewerDate, resumeUpdateDate };
}

/**
 * Locks the candidates whose resume a document is or was, before it is saved: its reference to them locks them for reading,
 * and two units that both did so could not both go on to change them.
 */
export const holdResume = async ({ em }: Unit, before: Document, after: Document): Promise<void> =>
  void (await loadAll(em, recordTypeNamed('Candidate'), candidatesOf(before, after)));

/** Lets the candidates whose resume a document is or was say what their newest one has; of the last that goes nothing is left. */
export async function followResume(unit: Unit, before: Document, after: Document): Promise<void> {
  for (const id of candidatesOf(before, after)) await bringUpToDate(unit, id);
}

const candidatesOf = (...states: Document[]): number[] =>
  [...new Set(states.flatMap(({ typeID, candidateID }) => (typeID === DocumentType.Resume && candidateID ? [candidateID] : [])))].sort(
    (one, other) => one - other,
  );

async function bringUpToDate(unit: Unit, candidateID: number): Promise<void> {
  const candidates = recordTypeNamed('Candidate');
  const candidate = await load(unit.em, candidates, candidateID);
  const resume = (await newestResume(unit.em, candidateID)) ?? NONE;
  await save(unit, candidates, candidate, Object.assign(new candidates.entity(), candidate, resume));
}
