import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

const POSTED = 2;

/** Adverts become live when the date has come with which they are posted. */
export class LiveAdverts1764700000600 implements MigrationInterface {
  readonly name = 'LiveAdverts1764700000600';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'job_advert', { isLive: 'boolean=0' });
    // as if the event of those in the future had not been raised: it has come too early
    const now = new Date().toISOString().replace('T', ' ').replace('Z', '');
    await runner.query('UPDATE job_advert SET isLive = 1 WHERE statusID = ? AND deleted = 0 AND (postedDate IS NULL OR postedDate <= ?)', [
      POSTED,
      now,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'job_advert', ['isLive']);
  }
}
