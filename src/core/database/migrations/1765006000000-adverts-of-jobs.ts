import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './tables';

const FOUND_BY = ['jobID', 'statusID'] as const;

/** SQLite would otherwise look at all live adverts of the firm to count those of a job. */
export class AdvertsOfJobs1765006000000 implements MigrationInterface {
  readonly name = 'AdvertsOfJobs1765006000000';

  up(runner: QueryRunner): Promise<void> {
    return addIndex(runner, 'job_advert', FOUND_BY);
  }

  down(runner: QueryRunner): Promise<void> {
    return dropIndex(runner, 'job_advert', FOUND_BY);
  }
}
