// Records a release for the tests of the next ones, in test/releases/<major.minor>: a small filled database, what the service answers
// about it, the migrations it has run, and its OpenAPI document. Run: npm run release:record
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import drivers from '../dist/src/core/sql/embedded-driver.js';
import listed from '../dist/src/core/database/migrations/index.js';

const RELEASES = 'test/releases';
const MIGRATIONS = 'src/core/database/migrations';
const SIZES = ['--jobs', '30', '--contacts', '30', '--candidates', '30', '--activities', '200'];
/** Answers about "today" stay the same. */
const CLOCK_START = '2026-11-24T22:00:00.000Z';

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const write = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
const lines = (values) => gzipSync(values.map((value) => `${JSON.stringify(value)}\n`).join(''), { level: 9 });

/** What the service says about itself and its caller rather than its records, or with the time of the answer. */
const ABOUT_ITSELF = /^\/(health|problems|api\/Me$|api\/Automation\/Catalogue)|PersonalData$/;

/** What can be asked with nothing but an id: everything that is JSON. */
function questions() {
  const paths = Object.entries(read('openapi.json').paths).filter(([, { get }]) => get?.responses?.[200]?.content?.['application/json']);
  return paths
    .filter(
      ([, { get }]) => !(get.parameters ?? []).some(({ required, in: place, name }) => required && !(place === 'path' && name === 'id')),
    )
    .map(([path]) => path.replace('{id}', '1'))
    .filter((path) => !path.includes('{') && !ABOUT_ITSELF.test(path));
}

async function answers(service) {
  const at = await new Promise((listening, failed) => {
    let output = '';
    service.stdout.on('data', (data) => {
      output += data;
      const [, url] = /Listening on (http:\/\/[^,]+),/.exec(output) ?? [];
      if (url) listening(url);
    });
    service.on('exit', () => failed(new Error(output)));
  });
  const found = [];
  for (const path of questions()) {
    const response = await globalThis.fetch(at + path);
    if (response.ok) found.push({ path, body: await response.json() });
  }
  return found;
}

async function tables(file) {
  const database = new (await drivers.embeddedDriver())(file, { readonly: true });
  try {
    return database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations' ORDER BY name")
      .pluck()
      .all()
      .map((table) => {
        const statement = database.prepare(`SELECT * FROM "${table}"`);
        return { table, columns: statement.columns().map(({ name }) => name), rows: statement.raw().all() };
      })
      .filter(({ rows }) => rows.length > 0);
  } finally {
    database.close();
  }
}

/** The digest of each migration: released ones never change. */
const digests = () =>
  Object.fromEntries(
    readdirSync(MIGRATIONS)
      .filter((name) => /^\d{13}-/.test(name))
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(MIGRATIONS, name)))
          .digest('hex'),
      ]),
  );

async function record() {
  const version = read('package.json').version.split('.').slice(0, 2).join('.');
  const work = mkdtempSync(join(tmpdir(), 'release-'));
  const file = join(work, 'release.sqlite');
  const env = {
    ...{ PATH: process.env.PATH, DATABASE_URL: `sqlite:${file}`, SECRET_KEY: '0'.repeat(64), CLOCK_START, PORT: '0' },
    ...{ FILES_FOLDER: join(work, 'files'), OUTBOX_FOLDER: join(work, 'outbox'), LOG_LEVEL: 'silent' },
  };
  let service;
  try {
    execFileSync(process.execPath, ['dist/src/commands/seed.js', ...SIZES], { env, stdio: 'ignore' });
    service = spawn(process.execPath, ['dist/src/main.js'], { env });
    const answered = await answers(service);
    const ended = new Promise((exited) => service.on('exit', exited));
    service.kill('SIGTERM');
    await ended;
    const folder = join(RELEASES, version);
    mkdirSync(folder, { recursive: true });
    const schema = join(RELEASES, 'declared-table-changes.json');
    write(join(folder, 'release.json'), {
      lastMigration: listed.LAST_MIGRATION,
      clockStart: CLOCK_START,
      unused: read(schema).unused,
      corrected: [],
      migrations: digests(),
    });
    writeFileSync(join(folder, 'data.ndjson.gz'), lines(await tables(file)));
    writeFileSync(join(folder, 'answers.ndjson.gz'), lines(answered));
    copyFileSync('openapi.json', join(RELEASES, `openapi-${version}.json`));
    write(schema, { accepted: {}, unused: [] });
    write(join(RELEASES, 'declared-breaking-changes.json'), []);
    process.stdout.write(`${folder}: ${answered.length} answers\n`);
  } finally {
    service?.kill('SIGKILL');
    rmSync(work, { recursive: true, force: true });
  }
}

await record();
