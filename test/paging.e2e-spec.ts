import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import { all, Automations, rule, type Json } from './support/automations';
import { queryRows, seedRecord, setDeleted } from './support/database';
import { fetchAllPages, type ListRequest } from './support/paging';

let service: TestApp;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
});
afterAll(() => service.close());

const DAY = 86_400_000;
const some = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;

/** Values with many duplicates and many unset: what the order has to break ties for. */
const OPPORTUNITY = (index: number): Json => ({
  name: some([null, 'b', 'B', 'ä', 'a longer name', ''], index),
  value: some([0, 0.1, 0.1, 1e6], index),
  clientID: some([null, 1, 2], index),
  stageID: some([1, null, 2], index),
  expectedCloseDate: some([undefined, new Date('2026-12-24'), new Date('2026-12-25')], index),
  createdDate: some([new Date(0), new Date(1), undefined], index),
});
const JOB = (index: number): Json => ({
  title: some(['Cook', 'cook', null], index),
  stageID: 1,
  createdDate: some([new Date(DAY), new Date(2 * DAY), undefined], index),
  closeDate: some([undefined, new Date(3 * DAY)], index),
});
const CONTACT = (index: number): Json => ({
  surname: some(['Li', 'Lo', null], index),
  createdDate: some([new Date(DAY), new Date(2 * DAY), undefined], index),
});
const ACTIVITY = (index: number): Json => ({
  notes: `${index}`,
  activityDate: some([null, new Date(DAY), new Date(2 * DAY)], index),
  dateCreated: some([new Date(DAY), null], index),
});

interface Kind {
  readonly asking: ListRequest;
  /** Creates one more. @returns its id */
  readonly add: (index: number) => Promise<number>;
  readonly remove: (id: number) => Promise<unknown>;
}

const deleting = (type: string) => (id: number) => setDeleted(service, type, id);
const kind = (path: string, type: string, record: (index: number) => Json, body?: Json): Kind => ({
  asking: { path, body },
  add: (index) => seedRecord(service, type, record(index)),
  remove: deleting(type),
});
const opportunities = (...order: [columnName: string, isAscending: boolean][]): Kind =>
  kind('/api/Opportunities/Query?limit=3', 'Opportunity', OPPORTUNITY, {
    orderBy: order.map(([columnName, isAscending]) => ({ columnName, isAscending })),
  });
const jobs = (columnName: string, isAscending: boolean): Kind =>
  kind('/api/Jobs/Query?limit=3', 'Job', JOB, { orderBy: { columnName, isAscending } });

async function contactSearch(): Promise<Kind> {
  const ssid = await seedRecord(service, 'ContactSearch', { name: 'All', criteria: '{}' });
  return kind(`/api/Contacts/Searches/${ssid}/Results?limit=3`, 'Contact', CONTACT);
}

async function activitiesOfCandidate(): Promise<Kind> {
  const candidateID = await seedRecord(service, 'Candidate', { firstName: 'Ada' });
  return {
    asking: { path: `/api/Candidates/${candidateID}/Activities?limit=3` },
    add: async (index) => {
      const id = await seedRecord(service, 'Activity', ACTIVITY(index));
      await queryRows(
        service,
        "INSERT INTO activity_link (activityID, kind, recordID, isMain, isLinked) VALUES (?, 'Candidate', ?, 1, 0)",
        [id, candidateID],
      );
      return id;
    },
    remove: deleting('Activity'),
  };
}

async function runsOfAutomation(): Promise<Kind> {
  const automations = new Automations(service);
  const { id: automationID } = await automations.save({ statusID: 2 });
  return {
    asking: { path: `/api/Automation/${automationID}/Runs?limit=3` },
    add: async () => {
      const path = await automations.queue(automationID);
      await automations.waitForRun(path);
      return Number(path.split('/').at(-1));
    },
    remove: (id) => queryRows(service, 'DELETE FROM automation_run WHERE id = ?', [id]),
  };
}

const automationList = (): Kind => ({
  asking: { path: '/api/Automation?limit=3' },
  add: async () => (await new Automations(service).save({ statusID: 2 })).id,
  remove: deleting('Automation'),
});

describe('Paging while others create and delete records returns each that stays exactly once:', () => {
  beforeAll(async () => {
    for (const name of ['Zeta', 'alpha']) await seedRecord(service, 'Client', { name });
  });

  it.each<[string, () => Kind | Promise<Kind>]>([
    ['a list', () => kind('/api/Opportunities?limit=3', 'Opportunity', OPPORTUNITY)],
    ['a query', () => opportunities()],
    ['a query by text', () => opportunities(['name', true])],
    ['a query by text, descending', () => opportunities(['name', false])],
    ['a query by a number', () => opportunities(['value', true])],
    ['a query by a day', () => opportunities(['expectedCloseDate', true])],
    ['a query by a time, descending', () => opportunities(['createdDate', false])],
    ['a query by a name', () => opportunities(['clientName', false])],
    ['a query by the name of a parent entry', () => opportunities(['statusName', true])],
    ['a query by three columns', () => opportunities(['clientName', true], ['value', false], ['name', true])],
    ['a query by the id, descending', () => opportunities(['id', false])],
    ['a query by a figure', () => jobs('total', true)],
    ['a query by a live figure, descending', () => jobs('daysOpen', false)],
    ['a query by a live time', () => jobs('lastActivityDate', true)],
    ['a job search', () => kind('/api/Jobs/Search?limit=3', 'Job', JOB, {})],
    ['the results of a contact search', contactSearch],
    ['activities', activitiesOfCandidate],
    ['automations', automationList],
    ['runs', runsOfAutomation],
  ])('%s', async (_, prepared) => {
    const { asking, add, remove } = await prepared();
    const first: number[] = [];
    for (let index = 0; index < 24; index++) first.push(await add(index));
    const staying = first.filter((__, index) => index % 3 !== 1);
    const leaving = first.filter((id) => !staying.includes(id));
    let created = 0;
    const seen = await fetchAllPages(service, asking, async () => {
      created += 1;
      if (created <= 40) await add(created);
      const [gone] = leaving.splice(created % 2 === 0 ? 0 : -1, 1);
      if (gone !== undefined) await remove(gone);
    });
    const ids = seen.map(({ id }) => id as number);
    expect(created).toBeGreaterThan(5);
    expect(new Set(ids).size).toBe(ids.length);
    expect(staying.filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe('The time of a paged search', () => {
  it('is that of its first page: records created since are not before now', async () => {
    const body = {
      filters: all(rule('createdDate', '<=', { relative: { amount: 0, unit: 'minute' } }), rule('name', 'beginsWith', 'pinned')),
    };
    const post = (name: string) => service.http.post('/api/Opportunities').send({ name, clientID: 1 }).expect(201);
    for (const name of ['pinned 1', 'pinned 2', 'pinned 3', 'pinned 4']) await post(name);
    const seen = await fetchAllPages(service, { path: '/api/Opportunities/Query?limit=1', body }, async () => {
      await pause(3);
      await post('pinned later');
    });
    expect(seen.map(({ name }) => name)).toEqual(['pinned 1', 'pinned 2', 'pinned 3', 'pinned 4']);
    expect((await fetchAllPages(service, { path: '/api/Opportunities/Query?limit=1', body })).length).toBe(7);
  });
});
