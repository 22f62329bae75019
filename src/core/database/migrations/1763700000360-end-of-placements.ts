import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

/** Why a placement ended. */
export class EndOfPlacements1763700000360 implements MigrationInterface {
  readonly name = 'EndOfPlacements1763700000360';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'placement', { endReason: 'text(1000)?' });
    await addColumns(runner, 'placement_text', { endReason: 'long?' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'placement', ['endReason']);
    await dropColumns(runner, 'placement_text', ['endReason']);
  }
}
