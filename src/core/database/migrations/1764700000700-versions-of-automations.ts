import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables } from './tables';

const FIELDS = [
  'name',
  'triggerID',
  'eventID',
  'filtersJSON',
  'actionsJSON',
  'scheduleMetaDataJSON',
  'orderByJSON',
  'excludeRecordsProcessedInDays',
  'maxNumberOfRecordsToExecute',
  'excludedDateGroupID',
  'userId',
] as const;

/** Automations keep what they did; those that exist begin with their present version. */
export class VersionsOfAutomations1764700000700 implements MigrationInterface {
  readonly name = 'VersionsOfAutomations1764700000700';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'automation_version', {
      columns: { automationID: 'int', version: 'int', definition: 'long', createdDate: 'moment', createdByID: 'int' },
      primary: ['automationID', 'version'],
      references: { automationID: 'automation' },
    });
    const automations = (await runner.query(
      'SELECT * FROM automation WHERE id NOT IN (SELECT automationID FROM automation_version)',
    )) as Record<string, unknown>[];
    const now = new Date().toISOString().replace('T', ' ').replace('Z', '');
    for (const automation of automations) {
      const definition = JSON.stringify(Object.fromEntries(FIELDS.map((name) => [name, automation[name] ?? null])));
      await runner.query(
        'INSERT INTO automation_version (automationID, version, definition, createdDate, createdByID) VALUES (?, ?, ?, ?, ?)',
        [automation['id'], automation['version'], definition, now, automation['userId'] ?? 1],
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['automation_version']);
  }
}
