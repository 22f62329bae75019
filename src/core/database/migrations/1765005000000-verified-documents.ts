import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndex, dropColumns, dropIndex } from './tables';

/** Documents are verified by somebody; those that are there have not been. */
export class VerifiedDocuments1765005000000 implements MigrationInterface {
  readonly name = 'VerifiedDocuments1765005000000';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'document', { isVerified: 'boolean=0', verifiedDate: 'moment?', verifiedByID: 'int?' });
    await addIndex(runner, 'document', ['verifiedByID']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'document', ['verifiedByID']);
    await dropColumns(runner, 'document', ['isVerified', 'verifiedDate', 'verifiedByID']);
  }
}
