import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables } from './tables';

/** What the limits of requests are counted in. */
export class RequestCounts1764600000000 implements MigrationInterface {
  readonly name = 'RequestCounts1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'request_count', { columns: { minute: 'int', who: 'text(150)', amount: 'int' }, primary: ['minute', 'who'] });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['request_count']);
  }
}
