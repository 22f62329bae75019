import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './tables';

const TAGGED = ['tagID', 'recordID', 'createdDate'];
const KEYS: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['candidate_index', ['createdDate', 'deleted', 'id', 'profileStatusID', 'ownerID', 'suburb', 'state', 'latitude', 'longitude']],
  ['contact_index', ['createdDate', 'deleted', 'id', 'statusID', 'clientID', 'siteID', 'suburb', 'state', 'latitude', 'longitude']],
  ['candidate_tag', TAGGED],
  ['contact_tag', TAGGED],
  ['job_tag', TAGGED],
];

/** The newest candidates and contacts within a radius, and the records with a tag, are found in a key. */
export class NewestAndTagged1766087000200 implements MigrationInterface {
  readonly name = 'NewestAndTagged1766087000200';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of KEYS) await addIndex(runner, table, columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of KEYS) await dropIndex(runner, table, columns);
  }
}
