import { execFile, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { compileService, type CompiledService } from './support/compile-service';
import { ServiceProcess } from './support/service-process';
import { makeEmptyDatabase } from './support/test-database';

const SERVER = process.env['TEST_DATABASE_URL'];
const run = promisify(execFile);
const NO_KEY = { SECRET_KEY: '' };

let program: CompiledService;
let folder: string;
let service: ServiceProcess | undefined;
/** The division with a credential. */
let division: number;
beforeAll(async () => void (program = await compileService()));
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'recruitment-backup-'))));
afterEach(async () => {
  await service?.kill();
  service = undefined;
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => program.remove());

const at = (...names: string[]): string => join(folder, ...names);
/** The folder of the files of a database. */
const filesOf = (database: string): string => join(dirname(database.slice('sqlite:'.length)), 'files');
const databaseIn = (name: string): string => `sqlite:${at(name, 'recruitment.sqlite')}`;

/** Runs a command of the service. @returns what it printed, and whether it succeeded */
async function command(name: string, database: string, args: readonly string[]): Promise<{ ok: boolean; text: string }> {
  const file = join(dirname(program.main), 'commands', `${name}.js`);
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: database,
    FILES_FOLDER: filesOf(database),
    ...(SERVER ? { SECRET_KEY: '0'.repeat(64) } : {}),
  };
  return run(process.execPath, [file, ...args], { env, cwd: folder }).then(
    ({ stdout }) => ({ ok: true, text: stdout }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ ok: false, text: stdout + stderr }),
  );
}
const backUp = (name: string) => command('backup', databaseIn('data'), [at(name)]);
const restore = (to: string, from: string, ...options: string[]) => command('restore', databaseIn(to), [at(from), ...options]);

async function start(name: string, environment: Record<string, string> = {}): Promise<string> {
  const DATABASE_URL = databaseIn(name);
  const own = { ...NO_KEY, DATABASE_URL, FILES_FOLDER: filesOf(DATABASE_URL), DEMO_DATA: 'false' };
  const made = ServiceProcess.start(program.main, { ...own, ...environment });
  service = made;
  return made.listening();
}

async function stop(): Promise<void> {
  service?.terminate();
  await service?.exited();
}

async function send<T = Record<string, unknown>>(url: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const SECRETS = { apiKey: 'key-7f3a91', apiUsername: 'robot', apiPassword: 'secret' };

/** The database of a stopped service, with a credential, and a backup of it. */
async function prepare(): Promise<void> {
  const url = await start('data');
  const { id } = await send(url, 'POST', 'divisions', { name: 'Construction', countryCode: 'AU' });
  division = Number(id);
  await send(url, 'PUT', `divisions/${division}/payroll-integration`, SECRETS);
  await send(url, 'POST', 'Clients', { name: 'Bayside' });
  await stop();
  await backUp('copy');
}

/** The options of the tools of a server for its database of that URL, and the name of that database. */
function accessTo(address: string): { options: string[]; name: string } {
  const { hostname, port, username, password, pathname } = new URL(address);
  const secret = password === '' ? [] : [`--password=${decodeURIComponent(password)}`];
  const options = ['--protocol=tcp', `--host=${hostname}`, `--port=${port || 3306}`, `--user=${decodeURIComponent(username)}`, ...secret];
  return { options, name: pathname.slice(1) };
}

/** Whether a client of servers is installed. */
const isThere = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0;

if (SERVER)
  describe('On a server, backup and restore', () => {
    it('by its tools, while the service writes, have all that was acknowledged before, with its audit and figures', async () => {
      const [dumps, runs] = isThere('mariadb-dump') ? ['mariadb-dump', 'mariadb'] : ['mysqldump', 'mysql'];
      // the tools come with a server, but not with every machine that only tests on one
      if (!isThere(dumps) || !isThere(runs)) return;
      const [from, to] = [await makeEmptyDatabase(), await makeEmptyDatabase()];
      try {
        service = ServiceProcess.start(program.main, { DATABASE_URL: from.url, DEMO_DATA: 'false' });
        const url = await service.listening();
        const { id } = await send(url, 'POST', 'Clients', { name: 'Bayside' });
        let isDone = false;
        const writing = (async () => {
          for (let number = 0; !isDone; number++) await send(url, 'PUT', `Clients/${Number(id)}`, { name: `Bayside ${number}` });
        })();
        const file = at('backup.sql');
        const source = accessTo(from.url);
        await run(dumps, [...source.options, '--single-transaction', '--routines', `--result-file=${file}`, source.name]);
        isDone = true;
        await writing;
        await stop();
        const target = accessTo(to.url);
        const restored = spawnSync(runs, [...target.options, target.name], { input: readFileSync(file) });
        expect([restored.status, String(restored.stderr)]).toEqual([0, '']);
        for (const [name, option] of [
          ['audit', '--verify'],
          ['figures', '--check'],
        ] as const)
          expect(await command(name, to.url, [option])).toMatchObject({ ok: true });
        service = ServiceProcess.start(program.main, { DATABASE_URL: to.url, DEMO_DATA: 'false' });
        const again = await service.listening();
        expect(await send(again, 'GET', `Clients/${Number(id)}`)).toMatchObject({ name: expect.stringMatching(/^Bayside/) as string });
        await send(again, 'PUT', `Clients/${Number(id)}`, { name: 'Harbour' });
        await stop();
      } finally {
        await service?.kill();
        await from.drop();
        await to.drop();
      }
    });

    it.each(['backup', 'restore'])('are for its own tools: %s says so', async (name) => {
      const { ok, text } = await command(name, SERVER, [at('copy')]);
      expect(ok).toBe(false);
      expect(text).toMatch(/^DATABASE_URL must name a file \(sqlite:\)\. Back up and restore a database server with its own tools/);
    });
  });
else {
  let prepared: string;
  beforeAll(async () => {
    prepared = folder = mkdtempSync(join(tmpdir(), 'recruitment-backup-'));
    await prepare();
  });
  beforeEach(() => cpSync(prepared, folder, { recursive: true }));
  afterAll(() => rmSync(prepared, { recursive: true, force: true }));

  describe('A backup', () => {
    it('made while the service writes has all that was acknowledged before, opens with its key, and has right figures', async () => {
      rmSync(at('copy'), { recursive: true });
      const url = await start('data');
      const acknowledged: number[] = [];
      let writing = true;
      const writer = (async () => {
        while (writing) acknowledged.push(Number((await send(url, 'POST', 'Clients', { name: 'Client' }))['id']));
      })();
      while (acknowledged.length < 20) await pause(5);
      const before = [...acknowledged];
      const { ok, text } = await backUp('copy');
      writing = false;
      await writer;
      expect([ok, text]).toEqual([true, `Backed up ${at('data', 'recruitment.sqlite')} to ${at('copy')}, with its secret key.\n`]);
      expect(acknowledged.length).toBeGreaterThan(before.length);
      await stop();

      expect(await restore('other', 'copy')).toMatchObject({ ok: true });
      const restored = await start('other');
      const clients = await send<{ id: number }[]>(restored, 'GET', 'Clients?limit=1000');
      expect(clients.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
      expect(await send(restored, 'GET', `divisions/${division}/payroll-integration/Credentials`)).toEqual(SECRETS);
      await stop();
      expect(await command('figures', databaseIn('other'), ['--check'])).toMatchObject({ ok: true });
      expect(await command('audit', databaseIn('other'), ['--verify'])).toMatchObject({ ok: true });
    });

    it('can be read by its owner only, and leaves nothing else behind', async () => {
      expect(readdirSync(prepared).sort()).toEqual(['copy', 'data']);
      const copy = join(prepared, 'copy');
      expect(readdirSync(copy).sort()).toEqual(['backup.json', 'database.sqlite', 'secret.key']);
      for (const name of ['', 'backup.json', 'database.sqlite', 'secret.key'])
        expect([name, statSync(join(copy, name)).mode & 0o077]).toEqual([name, 0]);
    });

    it('has the files that the database refers to, and no others', async () => {
      rmSync(at('copy'), { recursive: true });
      const url = await start('data');
      const { id } = await send(url, 'POST', 'Documents', { clientID: 1 });
      const path = `${url}/api/Documents/${Number(id)}/Content`;
      await fetch(path, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'Terms of business' });
      mkdirSync(at('data', 'files', 'un'), { recursive: true });
      writeFileSync(at('data', 'files', 'un', 'unknown'), 'unknown');
      expect(await backUp('copy')).toMatchObject({ ok: true });
      await stop();
      const copied = readdirSync(at('copy', 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      expect(copied.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))).toEqual(['Terms of business']);
      expect(await restore('other', 'copy')).toMatchObject({ ok: true });
      const restored = await start('other');
      expect(await (await fetch(`${restored}/api/Documents/${Number(id)}/Content`)).text()).toBe('Terms of business');
      await stop();

      rmSync(at('data', 'files'), { recursive: true });
      expect((await backUp('incomplete')).text).toContain(
        `Files that the database refers to are not in ${at('data', 'files')}: 1, such as `,
      );
    });

    it('does not replace anything, and needs a database', async () => {
      expect(await command('backup', databaseIn('nowhere'), [at('other')])).toEqual({
        ok: false,
        text: `There is no database ${at('nowhere', 'recruitment.sqlite')}.\n`,
      });
      expect(await backUp('copy')).toEqual({ ok: false, text: `${at('copy')} exists already: name a folder that does not.\n` });
      expect(await command('backup', databaseIn('data'), [])).toMatchObject({
        ok: false,
        text: expect.stringMatching(/^Name one folder/) as string,
      });
      expect(await command('backup', databaseIn('data'), ['--all'])).toMatchObject({
        ok: false,
        text: expect.stringContaining('--help') as string,
      });
    });
  });

  describe('Restoring', () => {
    it('replaces a database only when asked to, and keeps the former one', async () => {
      const url = await start('data');
      await send(url, 'POST', 'Clients', { name: 'Later' });
      await stop();
      expect(await restore('data', 'copy')).toEqual({
        ok: false,
        text: `${at('data', 'recruitment.sqlite')} exists already. With --force it is replaced, and kept under another name.\n`,
      });
      const { ok, text } = await restore('data', 'copy', '--force');
      expect([ok, text]).toEqual([
        true,
        expect.stringMatching(/^Restored .+ as of 20.+\nWhat was there before is in .+\.sqlite\.before-\w+\.\nClients that follow/),
      ]);
      expect(await send(await start('data'), 'GET', 'Clients')).toEqual([expect.objectContaining({ name: 'Bayside' })]);
      await stop();
      const kept = readdirSync(at('data')).find((name) => name.startsWith('recruitment.sqlite.before-'))!;
      expect(await restore('former', 'copy')).toMatchObject({ ok: true });
      copyFileSync(at('data', kept), at('former', 'recruitment.sqlite'));
      expect(await send(await start('former'), 'GET', 'Clients')).toHaveLength(2);
    });

    it('is refused while a process has the database open', async () => {
      await start('data');
      expect(await restore('data', 'copy', '--force')).toEqual({
        ok: false,
        text: `A process has ${at('data', 'recruitment.sqlite')} open: stop the service first.\n`,
      });
      expect(readdirSync(at('data')).filter((name) => name.includes('before'))).toEqual([]);
    });

    it.each<[what: string, lose: (path: string) => void, options: readonly string[]]>([
      ['damaged', (path) => writeFileSync(path, 'damaged'), ['--force']],
      ['lost', (path) => rmSync(path), []],
    ])('moves the logs of a killed service away when its database has been %s', async (_, lose, options) => {
      const url = await start('data');
      await send(url, 'POST', 'Clients', { name: 'Later' });
      await service?.kill();
      const path = at('data', 'recruitment.sqlite');
      expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
      lose(path);
      const { ok, text } = await restore('data', 'copy', ...options);
      expect([ok, text]).toEqual([true, expect.stringMatching(/^What was there before is in .+\.sqlite\.before-\w+-wal\.$/m)]);
      expect(await send(await start('data'), 'GET', 'Clients')).toEqual([expect.objectContaining({ name: 'Bayside' })]);
    });

    it.each<[what: string, damage: () => void, text: RegExp]>([
      ['a folder that is no backup', () => rmSync(at('copy', 'backup.json')), /is not a backup: it has no backup\.json of this service/],
      ['a manifest of something else', () => writeFileSync(at('copy', 'backup.json'), '{}'), /is not a backup/],
      ['a missing file', () => rmSync(at('copy', 'secret.key')), /has no secret\.key: the backup is incomplete/],
      ['a file that was changed', () => truncateSync(at('copy', 'database.sqlite'), 8192), /database\.sqlite has been changed since/],
      ['a folder that is not there', () => rmSync(at('copy'), { recursive: true }), /is not a backup/],
    ])('is refused for %s, and leaves nothing behind', async (_, damage, expected) => {
      damage();
      const { ok, text } = await restore('other', 'copy');
      expect([ok, text]).toEqual([false, expect.stringMatching(expected)]);
      expect(existsSync(at('other', 'recruitment.sqlite'))).toBe(false);
    });

    it('is refused for a database of a later version', async () => {
      const url = at('copy', 'database.sqlite');
      const { embeddedDriver } = await import('../src/core/sql/embedded-driver.js');
      const database = new (await embeddedDriver())(url);
      database.exec("INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Future9999999999999')");
      database.close();
      const manifest = JSON.parse(readFileSync(at('copy', 'backup.json'), 'utf8')) as { files: { name: string; sha256: string }[] };
      const { createHash } = await import('node:crypto');
      manifest.files.find(({ name }) => name === 'database.sqlite')!.sha256 = createHash('sha256').update(readFileSync(url)).digest('hex');
      writeFileSync(at('copy', 'backup.json'), JSON.stringify(manifest));
      const { ok, text } = await restore('other', 'copy');
      expect([ok, text]).toEqual([false, expect.stringContaining('is of a later version of the service (Future9999999999999)')]);
    });
  });

  describe('Resetting', () => {
    const reset = (...args: string[]) => command('reset', databaseIn('data'), args);
    const clients = async () => send(await start('data'), 'GET', 'Clients');

    it('changes nothing when it is asked for help, or does not know an argument', async () => {
      expect(await reset('--help')).toEqual({ ok: true, text: expect.stringMatching(/^Drops all tables .+npm run reset/s) as string });
      for (const argument of ['--dry-run', 'now'])
        expect(await reset(argument)).toEqual({ ok: false, text: expect.stringContaining('See --help.') as string });
      expect(await clients()).toEqual([expect.objectContaining({ name: 'Bayside' })]);
    });

    it.each([
      ['reset', []],
      ['seed', ['--replace']],
    ])('is refused while a process has the database open: %s', async (name, args) => {
      await start('data');
      expect(await command(name, databaseIn('data'), args)).toEqual({
        ok: false,
        text: `A process has ${at('data', 'recruitment.sqlite')} open: stop the service first.\n`,
      });
    });
  });

  describe('Messages that were waiting when a backup was made', () => {
    /** One that waits for its next attempt. */
    async function waiting(): Promise<string> {
      const url = await start('data', { WEBHOOK_ALLOW_PRIVATE: 'true' });
      const actions = [{ type: 'webhook', params: { url: 'http://127.0.0.1:9/' } }];
      const condition = { filtersJSON: JSON.stringify({ all: true }), actionsJSON: JSON.stringify(actions) };
      await send(url, 'POST', 'Automation', { triggerID: 1, eventID: 17, statusID: 1, ...condition });
      await send(url, 'POST', 'Contacts', { surname: 'Bennett' });
      for (;;) {
        const [delivery] = await send<{ id: string; state: string }[]>(url, 'GET', 'Deliveries');
        if (delivery?.state === 'failed') return delivery.id;
        await pause(20);
      }
    }

    it.each<[how: string, options: readonly string[], state: string]>([
      ['are not sent', [], 'cancelled'],
      ['are sent if that is wished', ['--send-messages'], 'failed'],
    ])('%s', async (_, options, state) => {
      const id = await waiting();
      await stop();
      await backUp('second');
      const { text } = await restore('other', 'second', ...options);
      expect(/^Messages that were waiting are not sent.+: 1\.$/m.test(text)).toBe(options.length === 0);
      const url = await start('other', { WEBHOOK_ALLOW_PRIVATE: 'true' });
      const delivery = await send(url, 'GET', `Deliveries/${id}`);
      expect(delivery['state'] === 'cancelled' ? 'cancelled' : 'failed').toBe(state);
      if (state === 'cancelled') expect(delivery['lastError']).toBe('Not sent after a backup was restored: it may have been sent before.');
    });
  });
}
