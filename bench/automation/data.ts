import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../database';
import { FIRST_IDS } from './normalized';

/** Deleted contacts and a few that are left over. */
const MORE = 1.05;

/** Fills a database with that many contacts who all can be reached, and so many other records of each kind. */
export async function fill(url: string, contacts: number, others: number): Promise<void> {
  // entities read the kind of database when they are loaded, so the environment must be complete first
  const { fillDatabase } = await import('../../src/commands/fill-database.js');
  const { readSettings } = await import('../../src/core/config/index.js');
  const sizes = { jobs: others, contacts: Math.ceil(contacts * MORE), candidates: others, activities: 10 * others };
  await fillDatabase(readSettings(process.env), { sizes, replace: true });
  await makeReachable(url);
}

/**
 * A contact without an address or who has opted out would be skipped, as would one who shares the address of many or of who has opted out.
 * The automations of the demo data would disturb.
 */
async function makeReachable(url: string): Promise<void> {
  const store = await openDatabase(url);
  await store.run('UPDATE automation SET statusID = 2');
  await store.run('UPDATE candidate SET optOut = 0, version = version + 1');
  await store.run('UPDATE contact SET optOut = 0, version = version + 1');
  await store.run("UPDATE contact SET email = CONCAT('contact', id, '@example.com') WHERE email IS NULL OR email = ''");
  const number = '10000000 + id';
  await store.run(
    `UPDATE contact SET mobile = CONCAT('04', ${number}), mobile_Standardised = CONCAT('+614', ${number}) WHERE mobile_Standardised IS NULL OR mobile_Standardised = ''`,
  );
  await store.close();
  // what is derived from these columns
  await promisify(execFile)(process.execPath, [join(__dirname, '..', '..', 'src', 'commands', 'figures.js')], { env: process.env });
}

/** Ids that the check recognises. */
export async function raiseIds(url: string): Promise<void> {
  const store = await openDatabase(url);
  await store.run('INSERT INTO activity (id, deleted) VALUES (?, 1)', [FIRST_IDS.activity]);
  await store.run("INSERT INTO tag (id, tag, folded, typeID) VALUES (?, 'Before', 'before', 4)", [FIRST_IDS.tag]);
  await store.close();
}
