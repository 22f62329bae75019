import type { Unit } from '../database';
import { rows } from '../database/rows';
import { InvalidRequest } from '../http';
import { sql } from '../query';

/** A record about a candidate's application: an interview, an offer, a placement. Job and candidate are those of the application. */
interface OfApplication {
  readonly id?: number;
  applicationID: number | null;
  jobID: number | null;
  candidateID: number | null;
}

const PARTIES = ['jobID', 'candidateID'] as const;

/** Gives a new record the job and the candidate of its application, or finds the application by them: the latest that is open. @throws InvalidRequest */
export async function joinApplication(unit: Unit, record: OfApplication): Promise<void> {
  if (record.applicationID === null) record.applicationID = await openApplication(unit, record);
  await followApplication(unit, { applicationID: null, jobID: null, candidateID: null }, record);
}

/** Of a record that moves to another application. @throws InvalidRequest when job or candidate are not those of the application */
export async function followApplication({ em }: Unit, before: OfApplication, after: OfApplication): Promise<void> {
  const isSame = before.applicationID === after.applicationID && PARTIES.every((party) => before[party] === after[party]);
  const [row] =
    isSame || after.applicationID === null
      ? []
      : await rows(em, sql`SELECT jobID, candidateID FROM application WHERE id = ${after.applicationID}`);
  if (!row) return;
  const own = { jobID: row[0] as number | null, candidateID: row[1] as number | null };
  const isMoved = before.applicationID !== after.applicationID;
  for (const party of PARTIES) if (isMoved && after[party] === before[party]) after[party] = own[party];
  const wrong = PARTIES.filter((party) => after[party] !== own[party]);
  if (wrong.length > 0)
    throw InvalidRequest.because(
      wrong.map((party) => ({
        pointer: `/${party}`,
        detail: `must be ${own[party] ?? 0}, that of the application ${after.applicationID}, or be left out`,
      })),
    );
}

async function openApplication({ em }: Unit, { jobID, candidateID }: OfApplication): Promise<number | null> {
  const found = await rows(
    em,
    sql`SELECT ap.id FROM application ap LEFT JOIN lookup s ON s.list = 'applicationStage' AND s.id = ap.stageID
      WHERE ap.jobID = ${jobID ?? 0} AND ap.candidateID = ${candidateID ?? 0} AND ap.deleted = 0 AND COALESCE(s.closed, 0) = 0 ORDER BY ap.id DESC LIMIT 1`,
  );
  return (found[0]?.[0] as number | undefined) ?? null;
}
