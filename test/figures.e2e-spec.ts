import type { Field } from '../src/core/fields/field';
import type { RecordType } from '../src/core/fields/record-type';
import type { StaleRows } from '../src/core/records';
import { WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import type { Json } from './support/automations';
import { PayRunsApi, type Where } from './support/pay-runs';
import { RESOURCES } from './support/resources';
import { faultsOfRuns, timesheetsInRuns } from './support/run-faults';
import { queryRows, seedRecord } from './support/database';
import { allRecordTypes, recordTypeNamed } from './support/record-types';

/** Runs follow from timesheets: nobody changes or deletes them. */
const CRUD = RESOURCES.filter(([path]) => path !== 'PayRuns' && path !== 'ChargeRuns');

const batches = Number(process.env['PROPERTY_RUNS'] ?? 30);
const AT_ONCE = 12;
const DAY_MS = 86_400_000;

/** Pseudo-random numbers, the same every time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 1 + Math.floor((state / 2 ** 32) * sides);
  };
}

const roll = dice(Number(process.env['FIGURES_SEED'] ?? 20261121));
const chance = (percent: number): boolean => roll(100) <= percent;
const one = <T>(values: readonly T[]): T => values[roll(values.length) - 1] as T;

const TRANSITIONS = [
  'Applications/:id/Submit',
  'Applications/:id/Reject',
  'Offers/:id/Accept',
  'Offers/:id/Decline',
  'Placements/:id/Approve',
  'Placements/:id/End',
  'Timesheets/:id/Submit',
  'Timesheets/:id/Approve',
  'Activities/:id/Complete',
  'Jobs/:id/Releases',
  'Interviews/:id/Feedback',
];
/** The kinds that most figures are derived from. */
const FREQUENT = ['Jobs', 'Applications', 'Placements', 'Activities', 'Interviews'];
/** The last one is longer when folded than its key can be. */
const TAGS = ['tag 1', 'tag 2', 'ﷺ'.repeat(20)];
const LINKED = { linkedCandidates: 'Candidate', linkedContacts: 'Contact', linkedClients: 'Client', linkedJobIds: 'Job' };

/** What work and fees are paid and charged with. */
const RATES = { payRate: 65, onCosts: 7, chargeRate: 92, rateUnits: 1, hoursPerDay: 8, feeAmount: 5000 };

let service: TestApp;
let payRuns: PayRunsApi;
/** What runs collect. */
let where: Where;
/** The ids of each kind, and those that were not deleted when last seen. */
const ids = new Map<string, number[]>();
const gone = new Set<string>();
/** How often each kind was created, changed and deleted. */
const done = new Map<string, number>();

beforeAll(async () => {
  payRuns = await PayRunsApi.of(await startApp({ ...WITH_ADMIN, DEMO_DATA: 'false' }));
  service = payRuns.maker;
  where = { ...(await payRuns.division()), periodEnd: new Date(Date.now() + 60 * DAY_MS).toISOString() };
  for (const name of ['Division', 'User']) ids.set(name, [1]);
  for (const [path, name] of CRUD) {
    for (let created = 0; created < 5; created++) await create(path, recordTypeNamed(name), 5);
    // only approved placements take timesheets
    if (name === 'Placement') for (const id of ids.get(name) ?? []) await service.http.post(`/api/Placements/${id}/Approve`).send({});
  }
  for (let made = 0; made < 5; made++) await approvedWork();
  for (const kind of [payRuns, payRuns.charging]) await createRun(kind);
});
afterAll(() => service.close());

const any = (name: string): number => one(ids.get(name) ?? [0]);
/** An id that can be referred to. */
const living = (name: string): number => one((ids.get(name) ?? []).filter((id) => !gone.has(`${name} ${id}`))) ?? 0;

/** Fields that figures are or may be derived from: references, links, dates. */
const usable = ({ name, source, type, derived, inResponse }: Field): boolean =>
  !derived &&
  inResponse === 'field' &&
  name !== 'id' &&
  !name.startsWith('customField') &&
  (source.in === 'lookup' || (source.in === 'reference' && ids.has(source.to)) || type === 'date');

function valueOf({ source, type }: Field): unknown {
  if (source.in === 'reference') return chance(85) ? living(source.to) : 0;
  if (source.in === 'lookup') return roll(6);
  return type === 'date' ? new Date(Date.now() + (roll(500) - 300) * DAY_MS).toISOString() : undefined;
}

/** A body with some of the fields that figures are derived from. */
function bodyOf(type: RecordType, percent: number): Json {
  const fields = type.fields.filter((field) => usable(field) && chance(percent));
  const body: Json = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
  if (type.name !== 'Activity') return body;
  const lists = Object.entries(LINKED)
    .filter(() => chance(50))
    .map(([list, name]) => [list, [living(name), living(name)].filter((id) => id !== 0)]);
  return { ...body, category: roll(6), ...(Object.fromEntries(lists) as Json) };
}

/** The required fields of a new one. */
function needed(type: RecordType): Json {
  const names = ['name', 'title', 'firstName', 'lastName', 'surname', 'startDate', 'endDate'].filter(
    (name) => type.findField(name) && !type.field(name).derived,
  );
  const texts = Object.fromEntries(
    names.map((name) => [name, type.field(name).type === 'date' ? '2026-11-01' : `${type.name} ${roll(99)}`]),
  );
  const owners = ['jobID', 'candidateID', 'clientID', 'placementID', 'contactID']
    .filter((name) => type.name !== 'Timesheet' || name === 'placementID')
    .filter((name) => type.findField(name)?.source.in === 'reference');
  const terms = type.name === 'Placement' && chance(80) ? RATES : {};
  const work = type.name === 'Timesheet' ? { hours: roll(8) } : {};
  return { ...texts, ...terms, ...work, ...Object.fromEntries(owners.map((name) => [name, valueOf(type.field(name))])) };
}

async function create(path: string, type: RecordType, percent = 20): Promise<void> {
  const response = await service.http.post(`/api/${path}`).send({ ...bodyOf(type, percent), ...needed(type) });
  if (counted(response.status, `create ${path}`)) ids.set(type.name, [...(ids.get(type.name) ?? []), (response.body as { id: number }).id]);
}

/** A rejected request changes nothing; any other error is a bug. */
function counted(status: number, what: string): boolean {
  expect([200, 201, 204, 400, 404, 409, 503]).toContain(status);
  if (status < 300) done.set(what, (done.get(what) ?? 0) + 1);
  return status < 300;
}

/** What is no creation, change or deletion. */
const SPECIAL: Readonly<Record<number, () => Promise<void>>> = { 5: transition, 6: tag, 7: run, 8: approvedWork };

async function anything(): Promise<void> {
  const [path, name] = one([...CRUD, ...CRUD.filter(([each]) => FREQUENT.includes(each))]);
  const type = recordTypeNamed(name);
  const id = any(name);
  const kind = roll(12);
  if (kind <= 3) return create(path, type);
  if (kind === 4) return remove(path, name, id);
  const special = SPECIAL[kind];
  if (special) return special();
  const body = { ...bodyOf(type, 15), ...(type.softDeleted && chance(60) ? { deleted: chance(10) } : {}) };
  if (!counted((await service.http.put(`/api/${path}/${id}${path === 'Candidates' ? '/V2' : ''}`).send(body)).status, `update ${path}`))
    return;
  if (body.deleted === true) gone.add(`${name} ${id}`);
  if (body.deleted === false) gone.delete(`${name} ${id}`);
}

async function remove(path: string, name: string, id: number): Promise<void> {
  if (counted((await service.http.delete(`/api/${path}/${id}`)).status, `remove ${path}`)) gone.add(`${name} ${id}`);
}

async function transition(): Promise<void> {
  const path = one(TRANSITIONS);
  const name = RESOURCES.find(([each]) => path.startsWith(each))?.[1] ?? '';
  counted((await service.http.post(`/api/${path.replace(':id', String(any(name)))}`).send({})).status, 'transition');
}

async function tag(): Promise<void> {
  const [path, name] = one([
    ['Candidates', 'Candidate'],
    ['Contacts', 'Contact'],
    ['Jobs', 'Job'],
  ] as const);
  const tags = `/api/${path}/${any(name)}/Tags`;
  const response = chance(60)
    ? await service.http.post(tags).send({ tag: one(TAGS) })
    : await service.http.delete(`${tags}/${encodeURIComponent(one(TAGS))}`);
  counted(response.status, 'tag');
}

/** A week of an approved placement, or a fee, for runs to collect. */
async function approvedWork(): Promise<void> {
  const isPermanent = chance(20);
  const [{ division, payFrequencyID }, [jobID, candidateID]] = [where, [living('Job'), living('Candidate')]];
  const terms = { ...RATES, typeID: isPermanent ? 1 : 2, division, payFrequencyID, startDate: daysAgo(60), endDate: null };
  const confirmed = 'allowOverlappingPlacement=true&allowRedFlagged=true';
  const placement = await service.http.post(`/api/Placements?${confirmed}`).send({ jobID, candidateID, ...terms });
  if (!counted(placement.status, 'placement')) return;
  const { id } = placement.body as { id: number };
  ids.get('Placement')!.push(id);
  counted((await service.http.post(`/api/Placements/${id}/Approve?${confirmed}`)).status, 'approve');
  if (isPermanent) return;
  const timesheet = await service.http.post('/api/Timesheets').send({ placementID: id, periodStart: daysAgo(roll(50)), hours: roll(40) });
  if (!counted(timesheet.status, 'timesheet')) return;
  ids.get('Timesheet')!.push((timesheet.body as { id: number }).id);
  for (const step of ['Submit', 'Approve'])
    counted((await service.http.post(`/api/Timesheets/${(timesheet.body as { id: number }).id}/${step}`)).status, 'approved work');
}

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Collects what there is, or takes a run to another state. */
async function run(): Promise<void> {
  const kind = one([payRuns, payRuns.charging]);
  const id = any(kind.path);
  if (id === 0 || chance(40)) return createRun(kind);
  const step = one(['Approve', 'Complete', 'Cancel']);
  counted((await (step === 'Approve' ? kind.approve(id) : kind.post(`/${id}/${step}`))).status, 'run');
}

async function createRun(kind: PayRunsApi): Promise<void> {
  const made = await kind.post('', where);
  const { currencies = [] } = made.body as { currencies?: { currencyID: number }[] };
  const currencyID = currencies[0]?.currencyID;
  const { status, body } = currencyID === undefined ? made : await kind.post('', { ...where, currencyID });
  if (counted(status, `create ${kind.path}`)) ids.set(kind.path, [...(ids.get(kind.path) ?? []), (body as { id: number }).id]);
}

async function recomputed(repair = false): Promise<StaleRows[]> {
  const { recompute } = await import('../src/core/records/index.js');
  const { Transactions } = await import('../src/core/database/index.js');
  return recompute(service.app.get(Transactions, { strict: false }), { fix: repair });
}

describe('After many concurrent changes', () => {
  it('figures and folded texts match those recomputed from the records', async () => {
    for (let batch = 0; batch < batches; batch++) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => anything()));
      expect({ batch, wrong: await recomputed() }).toEqual({ batch, wrong: [] });
    }
    const never = CRUD.flatMap(([path]) => [`create ${path}`, `update ${path}`]).filter((what) => !done.has(what));
    expect({ never, done: [...done] }).toEqual({ never: [], done: [...done] });
    expect([...done.keys()]).toEqual(expect.arrayContaining(['transition', 'tag', 'run', 'create PayRuns', 'create ChargeRuns']));
  }, 600_000);

  it('pay runs and charge runs have what they claim, and nothing is in two', async () => {
    expect(await faultsOfRuns(service)).toEqual([]);
    for (const run of ['pay_run', 'charge_run'] as const) expect(await timesheetsInRuns(service, run)).toBeGreaterThan(2);
  });
});

describe('Wrong figures and folded texts', () => {
  it('are found and corrected', async () => {
    const [job] = ids.get('Job') ?? [];
    const [contact] = ids.get('Contact') ?? [];
    await queryRows(service, 'UPDATE job_figure SET total = total + 1 WHERE id = ?', [job]);
    await queryRows(service, "UPDATE contact_figure SET lastActivityDate = '2001-01-01 00:00:00.000' WHERE id = ?", [contact]);
    await queryRows(service, "UPDATE contact_text SET surname = 'nobody' WHERE id = ?", [contact]);
    await queryRows(service, 'DELETE FROM job_text WHERE id = ?', [job]);
    await queryRows(service, 'DELETE FROM client_figure');
    await queryRows(service, "UPDATE contact_index SET surname = 'nobody' WHERE id = ?", [contact]);
    await queryRows(service, 'UPDATE job_index SET deleted = 1 - deleted WHERE id = ?', [job]);
    await queryRows(service, 'DELETE FROM client_index');
    await queryRows(service, "INSERT INTO job_title_word (word, id) VALUES ('nobody', ?)", [job]);
    const wrong = [
      { type: 'Client', what: 'figures', ids: ids.get('Client') },
      { type: 'Client', what: 'index', ids: ids.get('Client') },
      { type: 'Contact', what: 'figures', ids: [contact] },
      { type: 'Contact', what: 'index', ids: [contact] },
      { type: 'Contact', what: 'texts', ids: [contact] },
      { type: 'Job', what: 'figures', ids: [job] },
      { type: 'Job', what: 'index', ids: [job] },
      { type: 'Job', what: 'texts', ids: [job] },
      { type: 'Job', what: 'words', ids: [job] },
    ];
    for (const repair of [false, true]) {
      const found = (await recomputed(repair)).toSorted((a, b) => (`${a.type} ${a.what}` < `${b.type} ${b.what}` ? -1 : 1));
      expect(found).toEqual(wrong);
    }
    expect(await recomputed()).toEqual([]);
    expect(allRecordTypes().length).toBeGreaterThan(RESOURCES.length);
  });

  it('are corrected where they are part of a unique key, as far as no other row has the same', async () => {
    const holders = { email1: 'Ädä@example.com', deleted: false };
    const [alone, shared] = [
      await seedRecord(service, 'Candidate', { ...holders, emailKey: 'nothing' }),
      await seedRecord(service, 'Candidate', { ...holders, emailKey: 'nothing\n7' }),
    ];
    const gone = await seedRecord(service, 'Candidate', { ...holders, deleted: true, emailKey: 'nothing\n8' });
    const tags = [
      await seedRecord(service, 'Tag', { tag: 'Größe', folded: 'größe', typeID: 4 }),
      await seedRecord(service, 'Tag', { tag: 'Dublin', folded: 'dublin', typeID: 4 }),
      await seedRecord(service, 'Tag', { tag: 'DUBLIN', folded: 'no', typeID: 4 }),
    ];
    await queryRows(service, "UPDATE lookup SET folded = 'nothing' WHERE list = 'jobStage' AND id = 3");
    await queryRows(
      service,
      "INSERT INTO setting (part, folded, type, value, updatedDate) VALUES ('Clients', 'bänner', 'Bänner', '', '2026-11-01 00:00:00.000')",
    );

    const wrong = [
      { type: 'Candidate', what: 'keys', ids: [alone, shared, gone] },
      { type: 'Lookup', what: 'keys', ids: ['jobStage 3'] },
      { type: 'Setting', what: 'keys', ids: ['Clients bänner'] },
      { type: 'Tag', what: 'keys', ids: [tags[0], tags[2]] },
    ];
    const keys = async (repair = false): Promise<StaleRows[]> =>
      (await recomputed(repair)).filter(({ what }) => what === 'keys').toSorted((a, b) => (a.type < b.type ? -1 : 1));
    expect(await keys()).toEqual(wrong);
    expect(await keys(true)).toEqual([...wrong.slice(0, 3), { ...wrong[3], clashing: [tags[2]] }]);
    expect(await keys()).toEqual([{ ...wrong[3], ids: [tags[2]] }]);
    expect(await queryRows(service, 'SELECT emailKey FROM candidate WHERE id IN (?, ?, ?) ORDER BY id', [alone, shared, gone])).toEqual([
      { emailKey: 'ada@example.com' },
      { emailKey: 'ada@example.com\n7' },
      { emailKey: null },
    ]);
    expect((await service.http.get('/api/Configuration/Clients').expect(200)).body).toEqual([{ type: 'Bänner', value: '' }]);
    await service.http.delete('/api/Configuration/Clients/banner').expect(204);
  });
});
