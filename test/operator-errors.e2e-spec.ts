import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileService, type CompiledService } from './support/compile-service';
import { makeEmptyDatabase } from './support/test-database';

const SECRET_KEY = '0'.repeat(64);

let program: CompiledService;
let folder: string;
beforeAll(async () => void (program = await compileService()));
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'recruitment-operator-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => program.remove());

interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/** Runs the service or a command in the folder; it ends by itself, or as soon as it listens. */
async function run(file: string, args: readonly string[], environment: Record<string, string>): Promise<Ended> {
  const env = { PATH: process.env['PATH'] ?? '', PORT: '0', ...environment };
  const child = spawn(process.execPath, [join(dirname(program.main), file), ...args], { env, cwd: folder });
  let text = '';
  const collect = (data: Buffer): void => {
    text += data.toString();
    if (text.includes('Listening on')) child.kill();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

/** The service and its commands that open the database, with arguments that are right. */
const PROGRAMS: readonly (readonly [file: string, ...args: string[]])[] = [
  ['main.js'],
  ['commands/audit.js', '--verify'],
  ['commands/backup.js', 'copy'],
  ['commands/dates.js'],
  ['commands/figures.js', '--check'],
  ['commands/keys.js', 'list'],
  ['commands/reset.js'],
  ['commands/seed.js'],
];

/** A sentence on one line. */
const sentence = (begin: string): Ended => ({ code: 1, text: expect.stringMatching(new RegExp(`^${begin}[^\\n]*\\.\\n$`)) as string });

describe('The service and its commands end with 1 and one sentence', () => {
  it.each([...PROGRAMS, ['commands/restore.js', 'copy']])('for a database of another kind: %s', async (file, ...args) =>
    expect(await run(file, args, { DATABASE_URL: 'postgres://localhost/hr' })).toEqual(sentence('DATABASE_URL must be sqlite:<path> or')),
  );

  it.each(PROGRAMS)('for a folder instead of a database: %s', async (file, ...args) => {
    mkdirSync(join(folder, 'folder.sqlite'));
    const begin = file.endsWith('backup.js') ? 'folder.sqlite cannot be copied: ' : 'DATABASE_URL must be a database that can be ';
    expect(await run(file, args, { DATABASE_URL: 'sqlite:folder.sqlite', SECRET_KEY })).toEqual(sentence(begin));
    expect(readdirSync(folder)).toEqual(['folder.sqlite']);
  });

  it.each(PROGRAMS.filter(([file]) => !file.endsWith('backup.js')))(
    'for a folder of the database that cannot be created: %s',
    async (file, ...args) => {
      writeFileSync(join(folder, 'file'), '');
      const DATABASE_URL = 'sqlite:file/hr.sqlite';
      expect(await run(file, args, { DATABASE_URL, SECRET_KEY })).toEqual(sentence('DATABASE_URL must be a database that can be '));
      expect(await run('main.js', [], { DATABASE_URL })).toEqual(sentence('DATABASE_URL must be a file in a writable folder'));
    },
  );
});

describe('Wrong arguments', () => {
  it.each([
    ['--name is required', 'keys', 'create'],
    ['--expires must be an ISO 8601 date', 'keys', 'create', '--name', 'A', '--expires', 'tomorrow'],
    ['--user must be the id of an active user', 'keys', 'create', '--name', 'A', '--user', '99999'],
    ['--grace-hours must be a whole number from 0 to 168', 'keys', 'rotate', '1', '--grace-hours', '999'],
    ["Unexpected argument 'more'. This command does not take positional arguments\\. See --help", 'seed', 'more'],
  ])('end with 1 and a sentence that names the option: %s', async (begin, name, ...args) => {
    expect(await run(`commands/${name}.js`, args, { DATABASE_URL: 'sqlite:hr.sqlite', SECRET_KEY })).toEqual(sentence(begin));
  });
});

describe('The commands for the running service', () => {
  it.each(['export', 'import'])('do not need its database: %s', async (name) => {
    const { code, text } = await run(`commands/${name}.js`, ['--help'], { DATABASE_URL: 'postgres://localhost/hr' });
    expect([code, text]).toEqual([0, expect.stringMatching(/^Imports records into the running service/)]);
  });
});

describe('An export into a folder that is not there', () => {
  it('ends at once, whether or not there is a service', async () => {
    const args = ['--type', 'jobs', '--url', 'http://127.0.0.1:9', 'missing/jobs.csv'];
    expect(await run('commands/export.js', args, {})).toEqual(sentence('ENOENT: no such file or directory, open '));
  });
});

describe('The file .env', () => {
  it('names the database of the service, of any kind', async () => {
    const database = await makeEmptyDatabase();
    try {
      const lines = [`DATABASE_URL=${database.url}`, `SECRET_KEY=${SECRET_KEY}`, 'DEMO_DATA=false'];
      writeFileSync(join(folder, '.env'), lines.join('\n'));
      expect((await run('main.js', [], {})).text).toMatch(/^Listening on /m);
      expect(await run('commands/keys.js', ['list'], {})).toEqual({ code: 0, text: 'There are no API keys in the database.\n' });
    } finally {
      await database.drop();
    }
  });
});
