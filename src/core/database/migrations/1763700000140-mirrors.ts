import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './tables';

const FOUND_BY = ['entityId', 'category'] as const;

/** The activity of an interview, a submission, a placement or a document is found by it. */
export class Mirrors1763700000140 implements MigrationInterface {
  readonly name = 'Mirrors1763700000140';

  up(runner: QueryRunner): Promise<void> {
    return addIndex(runner, 'activity', FOUND_BY);
  }

  down(runner: QueryRunner): Promise<void> {
    return dropIndex(runner, 'activity', FOUND_BY);
  }
}
