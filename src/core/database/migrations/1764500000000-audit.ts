import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns, dropTables } from './tables';

/** The counters of the audit: the last change in it, and the last entry removed from it. */
const COUNTERS = ['audited', 'audit removed'] as const;

/** Who did what, when and from where, from the next change on. */
export class Audit1764500000000 implements MigrationInterface {
  readonly name = 'Audit1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'record_change', {
      source: 'text(10)?',
      keyID: 'int?',
      keyName: 'text(100)?',
      address: 'text(100)?',
      requestID: 'text(64)?',
      auditOnly: 'boolean=0',
    });
    await createTable(runner, 'audit_key', {
      columns: { name: 'text(60)', sealed: 'text(200)?', createdDate: 'moment' },
      primary: ['name'],
    });
    await createTable(runner, 'audit_entry', {
      columns: {
        sequence: 'bigint',
        type: 'text(40)',
        recordID: 'int',
        action: 'text(10)',
        version: 'int',
        events: 'text(200)',
        fields: 'long',
        personal: 'long?',
        persons: 'long?',
        at: 'moment',
        userID: 'int',
        source: 'text(10)?',
        keyID: 'int?',
        keyName: 'text(100)?',
        automationID: 'int?',
        runID: 'int?',
        address: 'text(100)?',
        requestID: 'text(64)?',
        previousHash: 'text(64)',
        hash: 'text(64)',
      },
      primary: ['sequence'],
      indexes: [
        ['type', 'recordID', 'sequence'],
        ['userID', 'sequence'],
        ['keyID', 'sequence'],
        ['runID', 'sequence'],
        ['requestID'],
        ['at'],
      ],
    });
    for (const name of COUNTERS) {
      await runner.query('DELETE FROM counter WHERE name = ?', [name]);
      await runner.query("INSERT INTO counter (name, value) SELECT ?, value FROM counter WHERE name = 'changes'", [name]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of COUNTERS) await runner.query('DELETE FROM counter WHERE name = ?', [name]);
    await dropTables(runner, ['audit_key', 'audit_entry']);
    await dropColumns(runner, 'record_change', ['source', 'keyID', 'keyName', 'address', 'requestID', 'auditOnly']);
  }
}
