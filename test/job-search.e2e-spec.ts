import { startApp, type TestApp } from './support/app';
import { isGiven, matchesChoice, isBetween, isInTimeRange, isOneOf, startsEveryWord, tagsMatch, type Body } from './support/search-meaning';
import { Dice } from './support/oracle/dice';
import { asCommon } from './support/common-words';
import { fetchAllPages, fetchPage } from './support/paging';
import { makeWorld, newestFirst, NOW, saveSearch, storeSearchWorld, type JobRow } from './support/search-world';

const world = makeWorld();
let service: TestApp;

beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: NOW.toISOString() });
  await storeSearchWorld(service, world);
  await saveSearch(service, 'JobSearch', {
    id: 1,
    criteria: { jobTitle: 'engineer', status: ['Open'], createdDateFrom: '2026-03-01', includeTagsMatchAll: true },
  });
  await saveSearch(service, 'JobSearch', { id: 2, criteria: { jobTitle: 'engineer' }, deleted: true });
});
afterAll(() => service.close());

const search = (body: unknown = {}, query = '?limit=1000') => service.http.post(`/api/Jobs/Search${query}`).send(body as object);
const found = async (body: Body, query = '?limit=1000'): Promise<number[]> => {
  const response = await search(body, query);
  if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
  return (response.body as { id: number }[]).map(({ id }) => id);
};
const problems = (body: { errors: { pointer: string }[] }): string[] => body.errors.map(({ pointer }) => pointer);

const STATUS_OF_STAGE = [0, 1, 1, 1, 1, 2, 3, 4, 5];
const STATUSES = ['', 'Open', 'On hold', 'Filled', 'Closed', 'Cancelled'];
const TYPES: Readonly<Record<string, [number, string]>> = { PERM: [1, 'Permanent'], CONTRACT: [2, 'Contract'], TEMP: [3, 'Temporary'] };
const userName = (id: number): string[] => [world.users.find((user) => user.id === id)!.name, ...(id === 1 ? ['me'] : [])];

/** What each criterion means, record by record. */
function matches(job: JobRow, body: Body, timeZone?: string): boolean {
  const [typeID = null, typeName = null] = TYPES[job.type ?? ''] ?? [];
  const consultants = [job.consultantID1, job.consultantID2, job.consultantID3, job.consultantID4, job.consultantID5];
  return [
    !job.deleted,
    startsEveryWord(job.title, body['jobTitle']),
    matchesChoice(body['status'], [job.stageID && STATUS_OF_STAGE[job.stageID]!], (id) => [STATUSES[id]!]),
    matchesChoice(body['owner'], consultants, userName),
    matchesChoice(body['type'], [typeID], () => [job.type, typeName]),
    matchesChoice(body['sources'], [job.source === null ? null : -1], () => [job.source]),
    isOneOf(job.division, body['division']),
    isOneOf(job.stageID, body['stage']),
    isInTimeRange(job.createdDate, body['timeRange'], timeZone),
    isBetween(job.createdDate, body['createdDateFrom'], body['createdDateTo']),
    isBetween(job.updatedDate, body['updatedDateFrom'], body['updatedDateTo']),
    isBetween(job.closeDate, body['closedDateFrom'], body['closedDateTo']),
    tagsMatch(
      world,
      world.jobTags.filter(({ recordID }) => recordID === job.id),
      body,
      timeZone,
    ),
  ].every(Boolean);
}
const expected = (body: Body, timeZone?: string): number[] =>
  world.jobs
    .filter((job) => matches(job, body, timeZone))
    .sort(newestFirst)
    .map(({ id }) => id);

const CRITERIA: Readonly<Record<string, readonly unknown[]>> = {
  jobTitle: ['site', 'ENG sen', 'cafe', 'c++', 'it', 'engineer site night', 'ngineer', '', 'developer of nothing'],
  status: [['Open'], ['open', 'FILLED'], ['2'], ['0'], ['0', 'Closed'], ['', 'On  hold'], [], ['unknown'], ['999'], ['99999999999']],
  timeRange: ['today', 'last30Days', 'thisYear', 'lastQuarter', '2w', 'P3M', '2026-06-01/2026-08-31', 'all', ''],
  owner: [['me'], ['noah sinclair'], ['Zoe Olund', '1'], ['3'], ['0'], ['0', 'ME'], ['nobody'], ['']],
  type: [['PERM'], ['perm', 'Temporary'], ['2'], ['0'], ['nothing']],
  division: [[1], [1, 2], [0], [0, 3], [99], []],
  stage: [[1], [5, 6], [0], [7, 0], [2147483647]],
  sources: [['referral'], ['JOB BOARD'], ['0'], ['0', 'Referral'], ['job']],
  taggedTimeRange: ['last7Days', 'thisMonth', 'all', ''],
  includeTags: [
    [{ tag: 'LEADERSHIP' }],
    [{ tag: 'leadership', typeId: 2, source: '' }],
    [{ tag: '', typeId: 3 }],
    [{ tag: 'goteborg', source: 'Import' }],
    [{ tag: 'Civil' }, { tag: 'Leadership', typeId: 1 }],
    [{ tag: '' }],
    [{ tag: 'unknown' }],
    [{ tag: '', typeId: 0, source: 'nobody' }],
    [],
  ],
  excludeTags: [
    [{ tag: 'civil' }],
    [
      { tag: '', typeId: 1 },
      { tag: '', source: 'api' },
    ],
    [{ tag: '', typeId: 0, source: '' }],
    [],
  ],
  includeTagsMatchAll: [true, false],
  createdDateFrom: ['2026-06-01', '2026-06-01T12:00:00+10:00'],
  createdDateTo: ['2026-10-31', '2026-10-31T02:00:00Z'],
  updatedDateFrom: ['2026-09-01'],
  updatedDateTo: ['2026-11-01'],
  closedDateFrom: ['2026-09-01'],
  closedDateTo: ['2026-11-10', ''],
};

describe('Job search finds jobs by', () => {
  it.each(Object.entries(CRITERIA).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    '%s %j',
    async (name, value) => {
      expect(await found({ [name]: value })).toEqual(expected({ [name]: value }));
    },
  );

  it('all of the included tags', async () => {
    const body = { includeTags: [{ tag: 'Civil' }, { tag: 'leadership' }], includeTagsMatchAll: true };
    expect((await found(body)).length).toBeGreaterThan(0);
    expect(await found(body)).toEqual(expected(body));
  });

  it('tags added in a period, without readmitting those excluded by tags added before', async () => {
    const body = { includeTags: [{ tag: 'leadership' }], excludeTags: [{ tag: 'Civil' }], taggedTimeRange: 'last30Days' };
    expect((await found(body)).length).toBeGreaterThan(0);
    expect(await found(body)).toEqual(expected(body));
  });

  it('any combination of criteria', async () => {
    const dice = new Dice(11);
    let most = 0;
    for (let trial = 0; trial < 150; trial++) {
      const body = Object.fromEntries(dice.some(Object.keys(CRITERIA), 4).map((name) => [name, dice.pick(CRITERIA[name]!)]));
      const ids = await found(body);
      expect([body, ids]).toEqual([body, expected(body)]);
      if (Object.values(body).filter(isGiven).length > 1) most = Math.max(most, ids.length);
    }
    expect(most).toBeGreaterThan(5);
  });

  it('no restriction when every criterion is null, or there is no body', async () => {
    const nothing = Object.fromEntries(['ssid', ...Object.keys(CRITERIA)].map((name) => [name, null]));
    expect(await found(nothing)).toEqual(expected({}));
    const response = await service.http.post('/api/Jobs/Search?limit=1000').expect(200);
    expect((response.body as { id: number }[]).map(({ id }) => id)).toEqual(expected({}));
  });

  it('days of the requested time zone', async () => {
    const body = { timeRange: 'thisWeek' };
    expect(await found(body, '?limit=1000&timeZone=America/Los_Angeles')).toEqual(expected(body, 'America/Los_Angeles'));
  });
});

describe('A job search for common words', () => {
  it.each([
    ['are all sorted', 1_000_000, ['ENG', 'sen engin', 'night sit']],
    ['are sought in their order', 0, ['engi', 'seni eng', 'nigh sit', 'site']],
  ])('finds the same page by page where those that match %s', async (_, sorted, texts) => {
    await asCommon(sorted, async () => {
      for (const jobTitle of texts)
        for (const also of [
          {},
          { includeTags: [{ tag: 'Civil' }, { tag: 'leadership' }] },
          { status: ['open', 'FILLED'], division: [1, 0] },
        ]) {
          const body = { jobTitle, ...also };
          const request = { path: '/api/Jobs/Search?limit=1', body };
          const all = (await fetchAllPages(service, request)).map(({ id }) => id);
          expect([body, all, (await fetchPage(service, request)).total]).toEqual([body, expected(body), String(expected(body).length)]);
        }
    });
    expect(expected({ jobTitle: texts[0] }).length).toBeGreaterThan(10);
  });
});

describe('A saved job search', () => {
  const saved = { jobTitle: 'engineer', status: ['Open'], createdDateFrom: '2026-03-01', includeTagsMatchAll: true };
  it.each<[string, Body, Body]>([
    ['is the base', {}, saved],
    ['keeps what is null', { jobTitle: null, status: null, createdDateFrom: null }, saved],
    ['drops what is empty', { jobTitle: '', status: [] }, { createdDateFrom: '2026-03-01' }],
    ['drops an empty date', { createdDateFrom: '' }, { ...saved, createdDateFrom: null }],
    ['drops a date that means unset', { createdDateFrom: '0001-01-01T00:00:00' }, { ...saved, createdDateFrom: null }],
    ['is replaced by a value', { status: ['2', '3'], includeTagsMatchAll: false }, { ...saved, status: ['2', '3'] }],
    ['is narrowed by additional criteria', { division: [1, 2] }, { ...saved, division: [1, 2] }],
  ])('%s', async (_, body, meant) => expect(await found({ ssid: 1, ...body })).toEqual(expected(meant)));

  it('the id 0 means none', async () => expect(await found({ ssid: 0 })).toEqual(expected({})));
  it.each([99, -1, 2])('returns 404 for %i, which is unknown or deleted', async (ssid) => void (await search({ ssid }).expect(404)));
  it('rejects a range that ends before it begins', async () => {
    const { body } = await search({ ssid: 1, createdDateTo: '2026-02-28' }).expect(400);
    expect(problems(body)).toEqual(['/createdDateTo']);
  });
});

describe('Job search rejects', () => {
  it.each<[string, unknown, string[]]>([
    ['a string for a number', { ssid: '1' }, ['/ssid']],
    ['a string for an array', { status: 'Open' }, ['/status']],
    ['a number among strings', { owner: ['1', 2] }, ['/owner']],
    ['a string among ids', { stage: [1, '2'] }, ['/stage']],
    ['a negative id', { division: [-1] }, ['/division']],
    ['too long an array', { stage: Array.from({ length: 1001 }, () => 1) }, ['/stage']],
    ['too long a title', { jobTitle: 'x'.repeat(501) }, ['/jobTitle']],
    ['an invalid time range', { timeRange: 'nextWeek', taggedTimeRange: '5y' }, ['/timeRange', '/taggedTimeRange']],
    ['an invalid date', { createdDateFrom: '2026-02-30', updatedDateTo: 'today' }, ['/createdDateFrom', '/updatedDateTo']],
    ['a From after its To', { closedDateFrom: '2026-02-02', closedDateTo: '2026-02-01' }, ['/closedDateTo']],
    [
      'a From later on the day of its To',
      { createdDateFrom: '2026-02-01T10:00:00Z', createdDateTo: '2026-02-01T09:00:00Z' },
      ['/createdDateTo'],
    ],
    ['a tag filter without a tag', { includeTags: [{ typeId: 1 }] }, ['/includeTags/0/tag']],
    ['a tag filter with a misspelt field', { excludeTags: [{ tag: 'x', typeID: 1 }] }, ['/excludeTags/0/typeID']],
    ['a string for a boolean', { includeTagsMatchAll: 'true' }, ['/includeTagsMatchAll']],
    ['an unknown criterion', { titel: 'x' }, ['/titel']],
  ])('%s', async (_, body, pointers) => expect(problems((await search(body).expect(400)).body)).toEqual(pointers));

  it('an unknown time zone', async () =>
    expect(problems((await search({}, '?timeZone=Mars/Base').expect(400)).body)).toEqual(['/timeZone']));
  it('a cursor of another search', async () => {
    const { headers } = await search({}, '?limit=2').expect(200);
    const [, cursor] = /cursor=([^>&]+)/.exec(headers['link'] ?? '') ?? [];
    expect(problems((await search({ stage: [1] }, `?limit=2&cursor=${cursor}`).expect(400)).body)).toEqual(['/cursor']);
  });
  it('but reads a date as the complete day', async () =>
    void (await search({ createdDateFrom: '2026-02-01', createdDateTo: '2026-02-01' }).expect(200)));
});

describe('Pages of jobs', () => {
  it('follow each other without gaps or duplicates', async () => {
    const seen: number[] = [];
    let address: string | undefined = '/api/Jobs/Search?limit=17';
    while (address) {
      const response: { body: unknown; headers: Record<string, string> } = await service.http
        .post(address)
        .send({ status: ['Open'] })
        .expect(200);
      seen.push(...(response.body as { id: number }[]).map(({ id }) => id));
      expect(response.headers['x-total-count']).toBe(seen.length <= 17 ? String(expected({ status: ['Open'] }).length) : undefined);
      address = /<([^>]+)>; rel="next"/.exec(response.headers['link'] ?? '')?.[1];
    }
    expect(seen).toEqual(expected({ status: ['Open'] }));
  });
});

describe('One job', () => {
  it('is returned complete, even when deleted', async () => {
    const { id } = world.jobs.find(({ deleted }) => deleted)!;
    const { body } = await service.http.get(`/api/Jobs/${id}`).expect(200);
    expect(body).toMatchObject({ id, jobID: id, deleted: true });
  });
  it('returns 404 for an unknown id', async () => void (await service.http.get('/api/Jobs/0').expect(404)));
});
