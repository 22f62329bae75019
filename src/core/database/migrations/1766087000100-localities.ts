import type { MigrationInterface, QueryRunner } from 'typeorm';
import { identifier } from '../../sql';
import { addIndex, createTable, dropIndex, dropTables } from './tables';

const LOCALITY_KEYS = [
  ['suburb', 'deleted', 'state', 'latitude', 'longitude'],
  ['suburb', 'deleted', 'state', 'longitude'],
];
const COLUMNS = {
  id: 'int',
  deleted: 'boolean=0',
  clientID: 'int?',
  suburb: 'text(200)?',
  state: 'text(200)?',
  latitude: 'double?',
  longitude: 'double?',
};

/** How far localities extend is read in keys of contacts and of sites, which have index rows now. */
export class Localities1766087000100 implements MigrationInterface {
  readonly name = 'Localities1766087000100';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'site_index', { columns: COLUMNS });
    await runner.query(FILLING);
    for (const key of [['clientID', 'deleted'], ...LOCALITY_KEYS]) await addIndex(runner, 'site_index', key);
    for (const key of LOCALITY_KEYS) await addIndex(runner, 'contact_index', key);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const key of LOCALITY_KEYS) await dropIndex(runner, 'contact_index', key);
    await dropTables(runner, ['site_index']);
  }
}

const quoted = (name: string): string => identifier(name).text;

/** Rows that are there are of a migration that was interrupted. */
const FILLING = `INSERT INTO site_index (${Object.keys(COLUMNS).map(quoted).join(', ')})
  SELECT r.id, r.deleted, r.${quoted('clientID')}, RTRIM(SUBSTR(t.suburb, 1, 200)), RTRIM(SUBSTR(t.state, 1, 200)), r.latitude, r.longitude
  FROM site r LEFT JOIN site_text t ON t.id = r.id WHERE NOT EXISTS (SELECT 1 FROM site_index i WHERE i.id = r.id)`;
