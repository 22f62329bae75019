import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

/** Which divisions a user sees. All users there are so far see all. */
export class DivisionsOfUsers1763700001800 implements MigrationInterface {
  readonly name = 'DivisionsOfUsers1763700001800';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'user', { divisionText: 'long?' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'user', ['divisionText']);
  }
}
