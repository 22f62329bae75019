import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns, dropTables } from './tables';

/** When the messages of an automation may be sent, and how fast. */
export class SendingLimits1764700000200 implements MigrationInterface {
  readonly name = 'SendingLimits1764700000200';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'sending_limit', {
      columns: { automationID: 'int', kind: 'text(10)', definition: 'long', nextSlot: 'moment?' },
      primary: ['automationID', 'kind'],
    });
    await addColumns(runner, 'delivery', { timeZone: 'text(60)?', slot: 'moment?', waitsFor: 'text(10)?' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'delivery', ['timeZone', 'slot', 'waitsFor']);
    await dropTables(runner, ['sending_limit']);
  }
}
