import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './tables';

const KEYS = [
  ['surname', 'deleted', 'id', 'statusID', 'ownerID', 'state', 'createdDate'],
  ['statusID', 'deleted', 'id', 'state', 'createdDate', 'surname'],
];

/** Contacts of a status and a state by surname are found in a key, without their index rows. */
export class CoveringKeys1766087000000 implements MigrationInterface {
  readonly name = 'CoveringKeys1766087000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const key of KEYS) await addIndex(runner, 'contact_index', key);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const key of KEYS) await dropIndex(runner, 'contact_index', key);
  }
}
