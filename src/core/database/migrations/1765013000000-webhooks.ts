import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndex, createTable, dropColumns, dropIndex, dropTables } from './tables';

/** Webhooks that subscribe to changes, and what their deliveries keep of requests and responses. */
export class Webhooks1765013000000 implements MigrationInterface {
  readonly name = 'Webhooks1765013000000';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'webhook', {
      columns: {
        id: 'id',
        name: 'text(200)?',
        url: 'text(500)?',
        isActive: 'boolean=0',
        includeRecord: 'boolean=0',
        userID: 'int?',
        pausedReason: 'text(1000)?',
        filterText: 'long?',
        createdByID: 'int?',
        createdDate: 'moment?',
        updatedByID: 'int?',
        updatedDate: 'moment?',
        deleted: 'boolean=0',
        version: 'int=0',
      },
      indexes: [['userID'], ['createdByID'], ['updatedByID'], ['createdDate']],
      references: { userID: 'user', createdByID: 'user', updatedByID: 'user' },
    });
    await createTable(runner, 'webhook_text', {
      columns: { id: 'int', name: 'long?', url: 'long?', pausedReason: 'long?' },
    });
    await createTable(runner, 'webhook_state', {
      columns: {
        webhookID: 'int',
        position: 'bigint',
        secret: 'text(300)?',
        previousSecret: 'text(300)?',
        previousUntil: 'moment?',
        resumedDate: 'moment',
      },
      primary: ['webhookID'],
    });
    await addColumns(runner, 'delivery', {
      webhookID: 'int?',
      changeSequence: 'bigint?',
      attemptedDate: 'moment?',
      attemptMs: 'int?',
      replyStatus: 'int?',
      replyHeaders: 'long?',
      replyBody: 'text(1024)?',
    });
    await addIndex(runner, 'delivery', ['webhookID', 'id']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'delivery', ['webhookID', 'id']);
    await dropColumns(runner, 'delivery', [
      'webhookID',
      'changeSequence',
      'attemptedDate',
      'attemptMs',
      'replyStatus',
      'replyHeaders',
      'replyBody',
    ]);
    await dropTables(runner, ['webhook', 'webhook_text', 'webhook_state']);
  }
}
