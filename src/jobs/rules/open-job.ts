import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { entryOn } from '../../core/lookups';
import { Conflict, type ProblemKind } from '../../core/problems';
import { identifier, sql, Sql } from '../../core/sql';

/** A closed or deleted job, or one of a deleted client, takes no new applications or placements and cannot be advertised. */
export class JobClosed extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/job-closed',
    status: 409,
    title: 'The job is closed to new candidates',
    meaning: 'The job, or its client, is closed or deleted, so it takes no new applications or placements and cannot be advertised.',
    remedy: 'Move the job to an open stage or restore it with PUT /api/Jobs/{id}, or choose another job.',
  };
}

const STAGE = new Sql(entryOn('jobStage', 's', 'j.stageID'));

/** @throws JobClosed; the reference check reports an unknown job */
export async function mustBeOpen({ em, types }: Transaction, jobID: number): Promise<void> {
  const client = identifier(types.named('Client').table);
  const found = await rows(
    em,
    sql`SELECT j.deleted, s.name, s.closed, c.id FROM job j LEFT JOIN ${STAGE} LEFT JOIN ${client} c ON c.id = j.clientID AND c.deleted = 1 WHERE j.id = ${jobID}`,
  );
  const [[deleted, stage, closed, deletedClient] = []] = found;
  if (deleted) throw new JobClosed(`Job ${jobID} is deleted: restore it before adding candidates.`);
  if (closed) throw new JobClosed(`Job ${jobID} is closed (${String(stage)}): move it to an open stage before adding candidates.`);
  if (deletedClient)
    throw new JobClosed(`Client ${Number(deletedClient)} of job ${jobID} is deleted: restore it before adding candidates.`);
}
