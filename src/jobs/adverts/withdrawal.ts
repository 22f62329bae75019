import type { Unit } from '../../database';
import { FOR_UPDATE } from '../../database/dialect';
import { numberOf, rows } from '../../database/rows';
import { sql, Sql } from '../../query';
import { change } from '../../records';
import { AdvertStatus } from '../../terms/numbers';
import type { Job } from '../job.entity';
import { adverts } from '../jobs.records';

/**
 * Withdraws what is posted of a job that ends. To be called before the job is saved: each advert that goes makes a version
 * of the job, and the one that ends it comes after them.
 */
export async function withdrawAdverts(unit: Unit, job: Job): Promise<void> {
  const { em } = unit;
  const posted = await rows(
    em,
    sql`SELECT id FROM job_advert WHERE jobID = ${job.id} AND statusID = ${AdvertStatus.Posted} AND deleted = 0 ORDER BY id${new Sql(FOR_UPDATE)}`,
  );
  for (const [id] of posted) await change(unit, adverts, id as number, { statusID: AdvertStatus.Withdrawn });
  if (posted.length > 0) job.version = await numberOf(em, sql`SELECT version FROM job WHERE id = ${job.id}`);
}
