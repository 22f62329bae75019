import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables } from './tables';

/** What leaves the service: e-mails, text messages, webhooks. */
export class Deliveries1763700000800 implements MigrationInterface {
  readonly name = 'Deliveries1763700000800';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'delivery', {
      columns: {
        id: 'bigid',
        publicID: 'text(36)',
        kind: 'text(10)',
        state: 'text(10)',
        recipient: 'text(1000)',
        replyTo: 'text(320)?',
        subject: 'text(500)?',
        body: 'long',
        aboutType: 'text(40)?',
        aboutID: 'int?',
        personType: 'text(40)?',
        personID: 'int?',
        automationID: 'int?',
        runID: 'int?',
        byID: 'int',
        dedupeKey: 'text(200)?',
        attempts: 'int=0',
        dueAt: 'moment?',
        leaseID: 'text(36)?',
        lastError: 'text(1000)?',
        createdDate: 'moment',
        sentDate: 'moment?',
      },
      unique: [['publicID'], ['dedupeKey']],
      indexes: [
        ['kind', 'dueAt'],
        ['state', 'id'],
        ['runID', 'id'],
        ['personType', 'personID', 'createdDate'],
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['delivery']);
  }
}
