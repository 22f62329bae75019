import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './tables';

const KEY = ['jobID', 'deleted', 'typeID', 'statusID', 'startDate', 'endDate', 'candidateID'];

/** The contractors of a contact are counted in a key, without the rows of placements. */
export class PlacementsOfJobs1766110000000 implements MigrationInterface {
  readonly name = 'PlacementsOfJobs1766110000000';

  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'placement', KEY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'placement', KEY);
  }
}
