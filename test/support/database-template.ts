import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../src/core/config';
import { databaseAddress } from '../../src/core/config/database-address';
import { onServer, type Execute } from './test-server';

/*
 * The databases that a first start of the service would make. The first test file that needs one makes it and the others copy it,
 * because to migrate takes seconds on a server, and to insert the demonstration data takes some more.
 */

/** Whether other test files fill their database in the same way: those with demonstration data of another day do not. */
export const fillsAlike = ({ demoData, clockStart }: Settings): boolean => !demoData || clockStart === undefined;

const nameOf = ({ demoData, clockStart, secretKey }: Settings): string =>
  createHash('sha256')
    .update(JSON.stringify([demoData, demoData ? clockStart?.toISOString() : null, secretKey]))
    .digest('hex')
    .slice(0, 16);

/** The path of an SQLite database. Two test files that need it at once both make it, and one remains. */
export async function fileTemplate(settings: Settings): Promise<string> {
  const template = join(tmpdir(), `${nameOf(settings)}.sqlite`);
  if (existsSync(template)) return template;
  const made = join(tmpdir(), `${randomUUID()}.sqlite`);
  await fill({ ...settings, database: { kind: 'sqlite', path: made } });
  renameSync(made, template);
  return template;
}

/**
 * The statements that make a copy on a server. Two test files that need it at once wait for each other.
 * The files `*.template.json` tell `remove-folder-of-run.js` what to drop.
 */
export async function serverTemplate(address: string, settings: Settings): Promise<string[]> {
  const url = new URL(address);
  const name = `${url.pathname.slice(1)}_${nameOf(settings)}`;
  const file = join(tmpdir(), `${name}.template.json`);
  return onServer(address, async (execute) => {
    await execute(`DO GET_LOCK('${name}', 600)`);
    if (!existsSync(file)) {
      await execute(`DROP DATABASE IF EXISTS \`${name}\``);
      await execute(`CREATE DATABASE \`${name}\``);
      url.pathname = `/${name}`;
      await fill({ ...settings, database: databaseAddress(url.href) });
      const drop = { address, statement: `DROP DATABASE \`${name}\`` };
      writeFileSync(file, JSON.stringify({ drop, copy: await copyOf(name, execute) }));
    }
    return (JSON.parse(readFileSync(file, 'utf8')) as { copy: string[] }).copy;
  });
}

async function copyOf(database: string, execute: Execute): Promise<string[]> {
  const rows = async <T>(query: string): Promise<T[]> => (await execute(query)) as T[];
  const tables = await rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${database}'`,
  );
  const definitions: string[] = [];
  const inserts: string[] = [];
  for (const { name } of tables) {
    const [definition] = await rows<Record<'Create Table', string>>(`SHOW CREATE TABLE \`${database}\`.\`${name}\``);
    definitions.push(definition!['Create Table']);
    const stored = await rows<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = '${database}' AND table_name = '${name}' AND extra NOT LIKE '%GENERATED%'`,
    );
    const columns = stored.map((column) => `\`${column.name}\``).join();
    const isEmpty = (await rows(`SELECT 1 FROM \`${database}\`.\`${name}\` LIMIT 1`)).length === 0;
    if (!isEmpty) inserts.push(`INSERT INTO \`${name}\` (${columns}) SELECT ${columns} FROM \`${database}\`.\`${name}\``);
  }
  return ['SET foreign_key_checks = 0', ...definitions, 'START TRANSACTION', ...inserts, 'COMMIT'];
}

/** Migrates, and inserts the demonstration data if it is wanted; the service adds the rest when it starts. */
async function fill(settings: Settings): Promise<void> {
  const { connect, dataSourceFor } = await import('../../src/core/database/data-source.js');
  const { migrate } = await import('../../src/core/database/migrate.js');
  const { recordTypes, schemaOf } = await import('../../src/record-types.js');
  const store = await migrate(await connect(await dataSourceFor(settings.database, schemaOf(recordTypes(settings)))));
  if (settings.demoData) {
    const { Transactions } = await import('../../src/core/database/index.js');
    const { Clock } = await import('../../src/core/time/clock.js');
    const { DemoData } = await import('../../src/demo/demo-data.js');
    const clock = new Clock(settings.clockStart);
    await new DemoData(new Transactions(store, store, clock), settings, clock).load();
  }
  await store.destroy();
}
