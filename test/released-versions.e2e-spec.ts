import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordDataSource } from '../src/core/database/data-source';
import { startOn, type TestApp } from './support/app';
import { answersOf, fillAs, otherValues, RELEASES, valuesOf, type Release } from './support/releases';
import { schemaOf } from './support/schema';
import { breakingSchemaChanges } from './support/table-changes';
import { makeEmptyDatabase, type TestDatabase } from './support/test-database';

interface Declared {
  /** What stops or misleads the last version while it goes on, and why that is acceptable. */
  readonly accepted: Readonly<Record<string, string>>;
  /** Tables and columns that the present version does not use any more: they may go with the next one. */
  readonly unused: readonly string[];
}

const declared = JSON.parse(readFileSync(join(__dirname, 'releases/declared-table-changes.json'), 'utf8')) as Declared;

/** Imports are dynamic because modules read the kind of database when loaded. */
async function open({ url }: TestDatabase, until = Infinity): Promise<RecordDataSource> {
  const { connect, dataSourceFor } = await import('../src/core/database/data-source.js');
  const { databaseAddress } = await import('../src/core/config/database-address.js');
  const { migrations } = await import('../src/core/database/migrations/index.js');
  const { schema } = await import('../src/core/database/support/store.js');
  const store = await dataSourceFor(databaseAddress(url), schema);
  store.setOptions({ migrations: migrations.filter(({ name }) => Number(name.slice(-13)) <= until) });
  return connect(store);
}

/** The database that the version has left behind. */
async function restored(release: Release): Promise<TestDatabase> {
  const database = await makeEmptyDatabase();
  const store = await open(database, release.lastMigration);
  await store.runMigrations({ transaction: 'each' });
  await fillAs(release, store);
  await store.destroy();
  return database;
}

/** What the migrations since then do that the version does not expect. */
async function breakingChangesOf(release: Release, database: TestDatabase): Promise<string[]> {
  const store = await open(database);
  const before = await schemaOf(store.manager);
  const values = await valuesOf(store, before);
  await store.runMigrations({ transaction: 'each' });
  const after = await schemaOf(store.manager);
  const kept = Object.entries(before).flatMap(([name, { columns, ...table }]) => {
    const remaining = Object.entries(columns).filter(([column]) => after[name]?.columns[column]);
    return remaining.length === 0 ? [] : [[name, { ...table, columns: Object.fromEntries(remaining) }] as const];
  });
  const changes = [
    ...breakingSchemaChanges(before, after, release.unused),
    ...otherValues(values, await valuesOf(store, Object.fromEntries(kept))),
  ];
  await store.destroy();
  return changes;
}

/** Where an answer lacks something that was in the earlier one; fields may be added, and lists may become longer. */
function lost(before: unknown, after: unknown, at: string): string[] {
  if (typeof before !== 'object' || before === null)
    return before === after ? [] : [`${at}: ${JSON.stringify(before)}, now ${JSON.stringify(after)}`];
  if (typeof after !== 'object' || after === null) return [`${at}: gone`];
  return Object.entries(before).flatMap(([name, value]) => lost(value, (after as Record<string, unknown>)[name], `${at}/${name}`));
}

async function answersLost(release: Release, { http }: TestApp): Promise<string[]> {
  const found: string[] = [];
  for (const { path, body } of answersOf(release)) {
    const response = await http.get(path);
    found.push(...(response.status === 200 ? lost(body, response.body, path) : [`${path}: ${response.status}`]));
  }
  return found;
}

const last = RELEASES.at(-1)!;

describe('The migrations of the last release', () => {
  it('are as they were', () => {
    const folder = join(__dirname, '../src/core/database/migrations');
    const changed = Object.entries(last.migrations).filter(
      ([name, digest]) =>
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex') !== digest,
    );
    expect(changed.map(([name]) => name)).toEqual([]);
  });
});

describe.each(RELEASES)('A database of version $version', (release) => {
  let service: TestApp;
  let changes: string[];

  beforeAll(async () => {
    const database = await restored(release);
    changes = await breakingChangesOf(release, database);
    service = await startOn(database, { CLOCK_START: release.clockStart, DEMO_DATA: 'false' });
    while ('x-recomputing' in (await service.http.get('/api/Me').expect(200)).headers) await pause(50);
  });
  afterAll(() => service?.close());

  if (release === last)
    it('still serves that version after it has been migrated', () => {
      expect(changes.filter((change) => !(change in declared.accepted))).toEqual([]);
      expect(Object.keys(declared.accepted).filter((change) => !changes.includes(change))).toEqual([]);
    });

  it('has right figures, texts, words and keys after the start, without a command', async () => {
    const { Transactions } = await import('../src/core/database/index.js');
    const { recompute } = await import('../src/core/records/index.js');
    expect(await recompute(service.app.get(Transactions, { strict: false }), { fix: false })).toEqual([]);
  });

  it('gives the answers that it gave, but for what has been corrected', async () => {
    expect(await answersLost(release, service)).toEqual(release.corrected);
  });
});
