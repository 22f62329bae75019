import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './tables';

/** Candidates are read in the order of their titles. */
export class TitlesOfCandidates1766084000000 implements MigrationInterface {
  readonly name = 'TitlesOfCandidates1766084000000';

  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'candidate_index', ['jobTitle', 'deleted']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'candidate_index', ['jobTitle', 'deleted']);
  }
}
