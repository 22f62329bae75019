import { ADMIN_KEY, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { compileService, type CompiledService } from './support/compile-service';
import { queryRows } from './support/database';
import { PayRunsApi, type Where } from './support/pay-runs';
import { faultsOfRuns, timesheetsInRuns } from './support/run-faults';
import { ServiceProcess } from './support/service-process';

const ROUNDS = 12;
/** The timesheets of each round. */
const SHEETS = 2;
/** One process on the embedded database; several on a server, of which each kills itself. */
const PROCESSES = process.env['TEST_DATABASE_URL'] ? 2 : 1;
const PATHS = ['PayRuns', 'ChargeRuns'] as const;
const ENVIRONMENT = { ...WITH_ADMIN, DEMO_DATA: 'false', CLOCK_START: '2026-11-24T01:00:00Z' };

let service: TestApp;
let program: CompiledService;
let runs: PayRunsApi;
/** What there is to collect in each round. */
const places: Where[] = [];
let secondKey: string;
/** What a process has said of a run before it died: its path and status. */
const acknowledged = new Map<string, number>();

beforeAll(async () => {
  [program, service] = await Promise.all([compileService(), startApp(ENVIRONMENT)]);
  runs = await PayRunsApi.of(service);
  secondKey = runs.approverKey;
  for (let round = 0; round < ROUNDS; round++) {
    const where = await runs.division();
    for (let made = 0; made < SHEETS; made++) await runs.sheet(where);
    await runs.fee(where);
    places.push(where);
  }
  await service.stop();
  for (let round = 0; round < ROUNDS; round++) await killedOnce(round);
  service = await service.restart(ENVIRONMENT);
}, 600_000);
afterAll(async () => {
  await service.close();
  program.remove();
});

/** Processes die just before or after one of the commits of what they are asked to do. */
async function killedOnce(round: number): Promise<void> {
  const death = { DIE_AT_COMMIT: String(8 + 2 * round), ...(round % 2 === 0 ? { DIE_BEFORE: '1' } : {}) };
  const started = Array.from({ length: PROCESSES }, () =>
    ServiceProcess.start(program.main, { ...ENVIRONMENT, DATABASE_URL: service.url, ...death }),
  );
  await Promise.all(started.map((each) => Promise.race([each.listening().catch(() => undefined), each.exited()])));
  await Promise.all(started.map((each, index) => askUntilDead(each, places[round]!, round + index)));
  for (const each of started) await each.kill();
}

/** Creates runs of both kinds and takes them further, or cancels them, until the process has died. */
async function askUntilDead(process: ServiceProcess, where: Where, round: number): Promise<void> {
  for (let turn = 0; turn < 20 && !process.isDead; turn++) {
    const path = PATHS[(round + turn) % 2]!;
    const made = await ask(process, path, where);
    const [latest] = made ? [made] : ((await list(process, path)) ?? []);
    if (!latest) continue;
    const steps = (round + turn) % 3 === 0 ? ['Cancel'] : ['Approve', (round + turn) % 3 === 1 ? 'Complete' : 'Cancel'];
    for (const step of steps) await ask(process, `${path}/${latest.id}/${step}`, {}, step === 'Approve' ? secondKey : ADMIN_KEY);
  }
}

interface Run {
  readonly id: number;
  readonly statusID: number;
}

/** @returns the run; undefined without a response, or when the step is refused */
async function ask(process: ServiceProcess, path: string, body: object, key = ADMIN_KEY): Promise<Run | undefined> {
  const run = await answer<Run>(process, path, { method: 'POST', body: JSON.stringify(body) }, key);
  if (run) acknowledged.set(`${path.split('/')[0]} ${run.id}`, run.statusID);
  return run;
}

/** The runs that may still change, the latest first. */
const list = async (process: ServiceProcess, path: string): Promise<Run[] | undefined> =>
  (await answer<Run[]>(process, `${path}?orderBy=-id`, {}, ADMIN_KEY))?.filter(({ statusID }) => statusID < 3);

async function answer<T>({ url }: ServiceProcess, path: string, request: RequestInit, key: string): Promise<T | undefined> {
  if (url === undefined) return undefined;
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/api/${path}`, { ...request, headers, signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  if (response && !response.ok && response.status < 500 && response.status !== 409) throw new Error(await response.text());
  return response?.ok ? ((await response.json().catch(() => undefined)) as T | undefined) : undefined;
}

describe(`After processes were killed in ${ROUNDS} rounds while they made runs`, () => {
  it('each run is whole or not there, and no timesheet is in two', async () => {
    expect(await faultsOfRuns(service)).toEqual([]);
  });

  it('what was acknowledged is stored', async () => {
    expect(acknowledged.size).toBeGreaterThan(ROUNDS / 2);
    for (const [run, statusID] of acknowledged) {
      const [path, id] = run.split(' ');
      const [row] = await queryRows<Run>(service, `SELECT statusID FROM ${path === 'PayRuns' ? 'pay_run' : 'charge_run'} WHERE id = ?`, [
        id,
      ]);
      expect([run, row!.statusID]).toEqual([run, Math.max(statusID, row!.statusID)]);
    }
  });

  it('the rest is collected by other runs, so that each timesheet is paid and charged once', async () => {
    const again = runs.on(service);
    for (const where of places)
      for (const kind of [again, again.charging]) expect([201, 409]).toContain((await kind.post('', where)).status);
    expect(await faultsOfRuns(service)).toEqual([]);
    for (const run of ['pay_run', 'charge_run'] as const) expect(await timesheetsInRuns(service, run)).toBe(ROUNDS * SHEETS);
  });
});
