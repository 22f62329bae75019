import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

/** Where clients are, and into whom candidates were merged. */
export class People1763700000110 implements MigrationInterface {
  readonly name = 'People1763700000110';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'client', { latitude: 'double?', longitude: 'double?' });
    await addColumns(runner, 'candidate', { mergedIntoID: 'int?' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'client', ['latitude', 'longitude']);
    await dropColumns(runner, 'candidate', ['mergedIntoID']);
  }
}
