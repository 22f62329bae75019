import type { Transaction } from '../../core/database';
import { FOR_UPDATE } from '../../core/sql/dialect';
import { numberOf, rows } from '../../core/database/rows';
import { sql, Sql } from '../../core/sql';
import { change } from '../../core/records';
import { AdvertStatus } from '../../core/terms/numbers';
import type { Job } from '../job.entity';
import { adverts } from '../jobs.records';

/**
 * Withdraws the posted adverts of a job that is closed or deleted. Call it before saving the job: each withdrawal creates
 * a version of the job, and the version that ends it must come last.
 */
export async function withdrawAdverts(transaction: Transaction, job: Job): Promise<void> {
  const { em } = transaction;
  const posted = await rows(
    em,
    sql`SELECT id FROM job_advert WHERE jobID = ${job.id} AND statusID = ${AdvertStatus.Posted} AND deleted = 0 ORDER BY id${new Sql(FOR_UPDATE)}`,
  );
  for (const [id] of posted) await change(transaction, adverts, id as number, { statusID: AdvertStatus.Withdrawn });
  if (posted.length > 0) job.version = await numberOf(em, sql`SELECT version FROM job WHERE id = ${job.id}`);
}
