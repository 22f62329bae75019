import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns, dropTables } from './tables';

const MERGED = ['contact', 'client'] as const;
const COMPARED = ['candidate', 'contact', 'client'] as const;

/** What duplicates have in common (`npm run figures` fills it), pairs that are none, and what contacts and clients were merged into. */
export class Duplicates1765003000000 implements MigrationInterface {
  readonly name = 'Duplicates1765003000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of MERGED) await addColumns(runner, table, { mergedIntoID: 'int?' });
    for (const table of COMPARED) {
      await createTable(runner, `${table}_duplicate`, {
        columns: { value: 'text(23)', id: 'int' },
        primary: ['value', 'id'],
        indexes: [['id']],
      });
      await createTable(runner, `${table}_duplicate_group`, {
        columns: { value: 'text(23)', members: 'int', likely: 'boolean' },
        primary: ['value'],
        indexes: [['likely', 'value']],
      });
    }
    await createTable(runner, 'duplicate_dismissal', {
      columns: { type: 'text(30)', firstID: 'int', secondID: 'int', dismissedByID: 'int', dismissedDate: 'moment' },
      primary: ['type', 'firstID', 'secondID'],
      indexes: [['type', 'secondID']],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = COMPARED.flatMap((table) => [`${table}_duplicate`, `${table}_duplicate_group`]);
    await dropTables(runner, [...tables, 'duplicate_dismissal']);
    for (const table of MERGED) await dropColumns(runner, table, ['mergedIntoID']);
  }
}
