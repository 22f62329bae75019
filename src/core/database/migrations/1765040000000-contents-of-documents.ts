import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables } from './tables';

/** The files of documents that the service keeps itself, and their texts. */
export class ContentsOfDocuments1765040000000 implements MigrationInterface {
  readonly name = 'ContentsOfDocuments1765040000000';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'document_content', {
      columns: { documentID: 'int', storageKey: 'text(100)', mediaType: 'text(100)', size: 'int=0', sha256: 'text(100)' },
      primary: ['documentID'],
      unique: [['storageKey']],
      references: { documentID: 'document' },
    });
    await createTable(runner, 'content_text', {
      columns: {
        ...{ documentID: 'int', state: 'text(100)', reason: 'text(1000)?', attempts: 'int=0', dueAt: 'moment?' },
        ...{ text: 'long?', folded: 'long?' },
      },
      primary: ['documentID'],
      indexes: [['state', 'dueAt']],
      references: { documentID: 'document' },
    });
    await createTable(runner, 'unused_file', {
      columns: { storageKey: 'text(100)', removeAfter: 'moment' },
      primary: ['storageKey'],
      indexes: [['removeAfter']],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['document_content', 'content_text', 'unused_file']);
  }
}
