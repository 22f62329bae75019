import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './tables';

const KEYS: readonly [string, string[]][] = [
  ['job_advert', ['statusID', 'isLive', 'postedDate']],
  ['placement', ['statusID', 'startDate']],
  ['placement', ['statusID', 'endDate']],
];

/** What begins and ends by the clock is found without going through all adverts and placements. */
export class DueByTheClock1766089000000 implements MigrationInterface {
  readonly name = 'DueByTheClock1766089000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, key] of KEYS) await addIndex(runner, table, key);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, key] of KEYS) await dropIndex(runner, table, key);
  }
}
