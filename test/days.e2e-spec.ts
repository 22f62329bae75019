import { startApp, type TestApp } from './support/app';
import { apiClient, type Body } from './support/api-client';

let service: TestApp;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', TIME_ZONE: 'Australia/Sydney', CLOCK_START: '2026-11-25T00:00:00Z' });
});
afterAll(() => service.close());

const { createRecord, updateRecord } = apiClient(() => service);

/** Around 20 November: that day in Sydney is from 13:00 UTC of the 19th to 13:00 of the 20th. */
const MOMENTS = {
  before: '2026-11-19T12:59:59.999Z',
  first: '2026-11-19T13:00:00.000Z',
  morning: '2026-11-19T22:30:00.000Z',
  last: '2026-11-20T12:59:59.999Z',
  after: '2026-11-20T13:00:00.000Z',
  utcEvening: '2026-11-20T23:59:59.999Z',
} as const;
type Name = keyof typeof MOMENTS;
const NAMES = Object.keys(MOMENTS) as Name[];
const titlesOf = (found: unknown): unknown[] => (found as Body[]).map(({ title }) => title);

const ids = {} as Record<Name, number>;
beforeAll(async () => {
  for (const name of NAMES) {
    const { id } = await createRecord('Jobs', { title: name, startTime: MOMENTS[name] });
    ids[name] = id;
  }
});

const filter = (operator: string, value: unknown, field = 'startTime') => ({
  filters: { combinator: 'and', rules: [{ field, operator, value }] },
});
const query = async (body: object, timeZone?: string): Promise<unknown[]> =>
  titlesOf(
    (
      await service.http
        .post(`/api/Jobs/Query${timeZone ? `?timeZone=${timeZone}` : ''}`)
        .send(body)
        .expect(200)
    ).body,
  );

const DAY = '2026-11-20';
const CASES: [operator: string, value: unknown, found: Name[]][] = [
  ['=', DAY, ['first', 'morning', 'last']],
  ['!=', DAY, ['before', 'after', 'utcEvening']],
  ['<', DAY, ['before']],
  ['<=', DAY, ['before', 'first', 'morning', 'last']],
  ['>', DAY, ['after', 'utcEvening']],
  ['>=', DAY, ['first', 'morning', 'last', 'after', 'utcEvening']],
  ['between', [DAY, DAY], ['first', 'morning', 'last']],
  ['between', ['2026-11-19', DAY], ['before', 'first', 'morning', 'last']],
  ['notBetween', [DAY, '2026-11-21'], ['before']],
  ['in', ['2026-11-19', '2026-11-21'], ['before', 'after', 'utcEvening']],
  ['between', [DAY, '2026-11-20T02:00:00Z'], ['first', 'morning']],
];

describe('A bare date', () => {
  it.each(CASES)('is the day in the time zone of the service: %s %j', async (operator, value, found) => {
    expect(await query(filter(operator, value))).toEqual(found);
  });

  it('is the same as the relative date of that day', async () => {
    const fiveDaysAgo = { relative: { amount: -5, unit: 'day' } };
    for (const operator of ['=', '<', '<=', '>', '>='])
      expect(await query(filter(operator, fiveDaysAgo))).toEqual(await query(filter(operator, DAY)));
  });

  it('is the day in the time zone of the request', async () => {
    expect(await query(filter('=', DAY), 'UTC')).toEqual(['last', 'after', 'utcEvening']);
    expect(await query(filter('=', DAY), 'America/New_York')).toEqual(['last', 'after', 'utcEvening']);
    expect(await query(filter('=', DAY), 'Pacific/Kiritimati')).toEqual(['before', 'first', 'morning']);
  });

  it('compared with a day is that day, in any time zone', async () => {
    const BIRTHDAY = '1991-11-20';
    const { id } = await createRecord('Candidates', { lastName: 'Li', dateOfBirth: BIRTHDAY });
    for (const timeZone of ['UTC', 'Australia/Sydney', 'America/New_York']) {
      const { body } = await service.http
        .post(`/api/Candidates/Query?timeZone=${timeZone}`)
        .send(filter('=', BIRTHDAY, 'dateOfBirth'))
        .expect(200);
      expect((body as Body[]).map((each) => each['id'])).toEqual([id]);
    }
  });

  it('has its anniversary on the day in the time zone of the request', async () => {
    expect(await query(filter('isAnniversary', { offset: -5 }))).toEqual(['first', 'morning', 'last']);
    expect(await query(filter('isAnniversary', { offset: -5 }), 'UTC')).toEqual(['last', 'after', 'utcEvening']);
    const { id: candidateID } = await createRecord('Candidates', { lastName: 'Diaz' });
    const activity = { category: 1, typeID: 1, candidateID };
    const { id } = await createRecord('Activities', { ...activity, activityDate: '1999-11-24T13:30:00Z' });
    await createRecord('Activities', { ...activity, activityDate: '1999-11-25T13:30:00Z' });
    const { body } = await service.http
      .post('/api/Activities/Query')
      .send(filter('isAnniversary', '', 'activityDate'))
      .expect(200);
    expect((body as Body[]).map((each) => each['id'])).toEqual([id]);
  });

  it('is refused in a range that ends before it begins', async () => {
    for (const range of [
      [DAY, '2026-11-19'],
      [DAY, '2026-11-15T00:00:00Z'],
    ])
      await service.http.post('/api/Jobs/Query').send(filter('between', range)).expect(400);
  });
});

describe('A bare date in the query of a list', () => {
  // everything is created after 11:00 of the 25th in Sydney, which is midnight in UTC
  const amount = async (path: string): Promise<number> => ((await service.http.get(`/api/${path}`).expect(200)).body as Body[]).length;

  it.each<[query: string, found: boolean]>([
    ['updatedSince=2026-11-25', true],
    ['updatedSince=2026-11-26', false],
    ['updatedSince=2026-11-25&timeZone=Pacific/Pago_Pago', false],
    ['updatedSince=2026-11-24&timeZone=Pacific/Pago_Pago', true],
    ['updatedSince=2026-11-24T23:59:59Z&timeZone=Pacific/Pago_Pago', true],
  ])('is the day in the time zone of the request, else of the service: %s', async (query, found) => {
    expect(await amount(`Jobs?${query}`)).toBe(found ? NAMES.length : 0);
    const { text } = await service.http.get(`/api/Jobs/Export?format=ndjson&${query}`).buffer(true).expect(200);
    expect(text.split('\n').filter(Boolean)).toHaveLength(found ? NAMES.length : 0);
  });

  it.each<[query: string, found: boolean]>([
    ['from=2026-11-25&to=2026-11-25', true],
    ['to=2026-11-24', false],
    ['to=2026-11-24&timeZone=Pacific/Pago_Pago', true],
    ['from=2026-11-25&timeZone=Pacific/Pago_Pago', false],
  ])('is that day in the audit, too: %s', async (query, found) => {
    expect(await amount(`Audit?type=Job&${query}`)).toBe(found ? NAMES.length : 0);
  });

  it('needs a time zone that there is', async () => {
    for (const path of ['Jobs', 'Jobs/Export', 'Audit', 'Automation'])
      await service.http.get(`/api/${path}?timeZone=Mars/Olympus`).expect(400);
  });
});

describe('A bare date in an automation', () => {
  const automation = async (timeZone?: string): Promise<number> => {
    const { body } = await service.http
      .post('/api/Automation')
      .send({
        name: `Days of ${timeZone ?? 'the service'}`,
        triggerID: 2,
        eventID: 34,
        statusID: 2,
        filtersJSON: JSON.stringify(filter('=', DAY).filters),
        actionsJSON: JSON.stringify([{ type: 'createNote', params: { notes: 'Seen' } }]),
        scheduleMetaDataJSON: JSON.stringify(timeZone ? { timeZone, schedule: { kind: 'daily', at: '09:00' } } : {}),
      })
      .expect(200);
    return (body as { id: number }).id;
  };
  const matches = async (automationId: number): Promise<unknown[]> => {
    const explained = await Promise.all(
      NAMES.map(async (name) => {
        const { body } = await service.http.get(`/api/Automation/${automationId}/Explain?recordId=${ids[name]}`).expect(200);
        return (body as { condition: { passed: boolean } }).condition.passed ? [name] : [];
      }),
    );
    return explained.flat();
  };
  const previewed = async (automationId: number): Promise<unknown[]> => {
    const { body } = await service.http.post('/api/Automation/Preview').send({ automationId }).expect(200);
    return (body as { records: Body[] }).records.map((each) => Number(each['recordId'])).sort((a, b) => a - b);
  };

  it.each<[string | undefined, Name[]]>([
    [undefined, ['first', 'morning', 'last']],
    ['UTC', ['last', 'after', 'utcEvening']],
    ['Pacific/Kiritimati', ['before', 'first', 'morning']],
  ])('is the day in its own time zone: %s', async (timeZone, found) => {
    const id = await automation(timeZone);
    expect(await matches(id)).toEqual(found);
    expect(await previewed(id)).toEqual(found.map((name) => ids[name]));
    const { body } = await service.http.post(`/api/Automation/${id}/Runs?dryRun=true`).send({}).expect(200);
    expect(JSON.stringify(body)).toContain(`"taken":${found.length}`);
  });

  it('and in a saved search are listed where they mean something else than before', async () => {
    const { id: search } = await createRecord('Jobs/Searches', { name: 'Old', createdDateTo: '2026-11-20T23:59:59.999Z' });
    await createRecord('Contacts/Searches', { name: 'Moment', createdDateFrom: '2026-11-20T02:30:00.000Z' });
    const { listDates } = await import('../src/commands/list-dates.js');
    const lines = await listDates({ ...service.settings });
    expect(lines).toEqual([
      expect.stringMatching(/^Automation \d+ \(Days of the service\): 2026-11-20 in a rule on startTime is that day in Australia\/Sydney/),
      expect.stringMatching(/^Automation \d+ \(Days of Pacific\/Kiritimati\)/),
      `Job search ${search} (Old): createdDateTo is still 2026-11-20T23:59:59.999Z; saved again as 2026-11-20 it is that day in Australia/Sydney.`,
    ]);
  });
});

describe('A bare date in From and To', () => {
  it('is the beginning and the end of that day, in the time zone of the request', async () => {
    const closed = async (criteria: object, timeZone = ''): Promise<unknown[]> =>
      titlesOf((await service.http.post(`/api/Jobs/Search${timeZone}`).send(criteria).expect(200)).body).sort();
    // created on 25 November, 11:00 in Sydney
    expect(await closed({ createdDateFrom: '2026-11-25', createdDateTo: '2026-11-25' })).toHaveLength(NAMES.length);
    expect(await closed({ createdDateFrom: '2026-11-25' }, '?timeZone=America/New_York')).toEqual([]);
    expect(await closed({ createdDateTo: '2026-11-24' }, '?timeZone=America/New_York')).toHaveLength(NAMES.length);
    expect(await closed({ createdDateTo: '2026-11-24' })).toEqual([]);
    await service.http.post('/api/Jobs/Search').send({ createdDateFrom: '2026-11-21', createdDateTo: DAY }).expect(400);
  });

  it('of a saved search are kept as moments in the time zone of the service', async () => {
    const job = await createRecord('Jobs/Searches', { name: 'Day', createdDateFrom: DAY, createdDateTo: DAY });
    expect(job).toMatchObject({ createdDateFrom: '2026-11-19T13:00:00.000Z', createdDateTo: '2026-11-20T12:59:59.999Z' });
    const contact = await createRecord('Contacts/Searches', { name: 'Day', noteCreatedTo: DAY, jobTitle: DAY });
    expect(contact).toMatchObject({ noteCreatedTo: '2026-11-20T12:59:59.999Z', jobTitle: DAY });
    // as read, it is written back
    expect(await updateRecord(`Jobs/Searches/${job.id}`, { createdDateTo: job['createdDateTo'] })).toMatchObject({
      createdDateTo: '2026-11-20T12:59:59.999Z',
    });
  });
});

describe('A rule', () => {
  it.each([
    ['a flag as text', 'deleted', 'false'],
    ['a number as text', 'id', '5'],
  ])('takes %s, as editors write it', async (_, field, value) => {
    await service.http
      .post('/api/Jobs/Query')
      .send(filter('=', value, field))
      .expect(200);
  });

  it('refuses the placeholder of editors, and "and" between rules', async () => {
    const { errors } = (
      await service.http
        .post('/api/Jobs/Query')
        .send(filter('=', '~', 'title'))
        .expect(400)
    ).body as Body;
    expect(errors).toEqual([{ pointer: '/filters/rules/0/value', detail: 'must be a value: ~ stands for one that has not been chosen' }]);
    const rule = { field: 'id', operator: '>', value: 1 };
    const between = (
      await service.http
        .post('/api/Jobs/Query')
        .send({ filters: { rules: [rule, 'and', rule] } })
        .expect(400)
    ).body as Body;
    expect(between['errors']).toEqual([
      { pointer: '/filters/rules', detail: 'must not have "and" or "or" between rules: give each group one combinator' },
      { pointer: '/filters/combinator', detail: 'must be "and" or "or"' },
    ]);
  });
});
