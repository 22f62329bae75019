import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables } from './tables';

/** By which replicas show how far they have got. */
export class ReplicaBeats1766050000000 implements MigrationInterface {
  readonly name = 'ReplicaBeats1766050000000';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'replica_beat', {
      columns: { process: 'text(16)', beat: 'bigint', at: 'moment' },
      primary: ['process'],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['replica_beat']);
  }
}
