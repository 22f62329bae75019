import type { Response } from 'supertest';
import { onServer } from '../src/core/database/support/kind';
import type { Caller } from '../src/core/callers';
import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord, inTransaction } from './support/database';
import { recordTypeNamed } from './support/record-types';

type Body = Record<string, unknown>;
interface Change extends Body {
  readonly sequence: number;
  readonly type: string;
  readonly recordID: number;
  readonly version: number;
  readonly fields: Record<string, { before: unknown; after: unknown }>;
}

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const get = (query = '', of = service) => of.http.get(`/api/Changes?${query}`);
const changes = async (query: string, of = service): Promise<Change[]> => (await get(query, of).expect(200)).body as Change[];
const headerOf = ({ headers }: Response, name: string): string | undefined => (headers as Record<string, string | undefined>)[name];
const lastOf = async (of = service): Promise<number> => Number(headerOf(await get('limit=1', of).expect(200), 'x-last-sequence'));
const post = async (body: object, of = service): Promise<number> =>
  Number(((await of.http.post('/api/Opportunities').send(body).expect(201)).body as Body)['id']);
const put = (id: number, body: object, of = service) => of.http.put(`/api/Opportunities/${id}`).send(body);
const problemOf = ({ status, body }: Response): unknown[] => [status, (body as Body)['type']];

/** Reads all remaining changes, page by page. */
async function followed(after: number, limit = 100, of = service): Promise<Change[]> {
  const page = await changes(`after=${after}&limit=${limit}`, of);
  return page.length === 0 ? [] : [...page, ...(await followed(page.at(-1)?.sequence ?? after, limit, of))];
}

const sequences = (found: readonly Change[]): number[] => found.map(({ sequence }) => sequence);
const upFrom = (first: number, amount: number): number[] => Array.from({ length: amount }, (_, index) => first + index);

describe('GET /api/Changes', () => {
  it('reports that a record was created, changed, deleted and restored', async () => {
    const after = await lastOf();
    const clientID = await seedRecord(service, 'Client', { name: 'Harbour Group' });
    const id = await post({ name: 'Fit-out', clientID, stageID: 1, expectedCloseDate: '2026-12-24T09:00:00+11:00' });
    await put(id, { name: 'Fit-out of the lobby', expectedCloseDate: null }).expect(200);
    await service.http.delete(`/api/Opportunities/${id}`).expect(204);
    await put(id, { deleted: false }).expect(200);
    const found = await changes(`after=${after}`);
    const common = {
      type: 'Opportunity',
      recordID: id,
      byID: 1,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    };
    expect(found).toEqual([
      {
        ...common,
        sequence: after + 1,
        action: 'created',
        version: 1,
        events: [31],
        fields: expect.objectContaining({
          name: { before: null, after: 'Fit-out' },
          clientID: { before: null, after: clientID },
          expectedCloseDate: { before: null, after: '2026-12-24T00:00:00.000Z' },
        }) as object,
      },
      {
        ...common,
        sequence: after + 2,
        action: 'updated',
        version: 2,
        events: [],
        fields: {
          name: { before: 'Fit-out', after: 'Fit-out of the lobby' },
          expectedCloseDate: { before: '2026-12-24T00:00:00.000Z', after: null },
        },
      },
      { ...common, sequence: after + 3, action: 'deleted', version: 3, events: [], fields: { deleted: { before: false, after: true } } },
      { ...common, sequence: after + 4, action: 'restored', version: 4, events: [], fields: { deleted: { before: true, after: false } } },
    ]);
  });

  it('reports a change as soon as its request has been answered', async () => {
    const id = await post({ name: 'Just now' });
    for (let turn = 1; turn <= 5; turn++) {
      const after = await lastOf();
      await put(id, { name: `Turn ${turn}` }).expect(200);
      expect((await changes(`after=${after}`)).map(({ fields }) => fields['name']?.after)).toEqual([`Turn ${turn}`]);
    }
  });

  it.each<[string, (id: number) => PromiseLike<unknown>]>([
    ['changes nothing', (id) => put(id, { name: 'The same' }).expect(200)],
    ['is rejected', (id) => put(id, { name: 'Other', clientID: 999_999 }).expect(400)],
    [
      'is rolled back',
      (id) =>
        inTransaction(service, async (transaction) => {
          const { change } = await import('../src/core/records/index.js');
          await change(transaction, recordTypeNamed('Opportunity'), id, { name: 'Never' });
          throw new Error('no');
        }).catch(() => undefined),
    ],
  ])('reports nothing when a request %s', async (_, request) => {
    const id = await post({ name: 'The same' });
    const after = await lastOf();
    await request(id);
    const next = await post({ name: 'The next' });
    expect((await changes(`after=${after}`)).map(({ sequence, recordID }) => [sequence, recordID])).toEqual([[after + 1, next]]);
  });

  it('names the automation and the run that made a change', async () => {
    const { Transactions } = await import('../src/core/database/index.js');
    const { SYSTEM_CALLER } = await import('../src/core/callers/index.js');
    const { create } = await import('../src/core/records/index.js');
    const after = await lastOf();
    const caller: Caller = { ...SYSTEM_CALLER, cause: { automationID: 5, runID: 12, chain: [12] } };
    await service.app
      .get(Transactions, { strict: false })
      .write(caller, (transaction) => create(transaction, recordTypeNamed('Opportunity'), { name: 'Made by a rule' }));
    expect(await changes(`after=${after}`)).toEqual([expect.objectContaining({ automationID: 5, runID: 12 })]);
  });

  it('leads page by page to the newest through its Link header', async () => {
    const after = await lastOf();
    const ids: number[] = [];
    for (let turn = 0; turn < 7; turn++) ids.push(await post({ name: `Page ${turn}` }));
    const seen: Change[] = [];
    let path: string | undefined = `/api/Changes?limit=3&after=${after}&types=Opportunity`;
    let pages = 0;
    while (path !== undefined) {
      const response: Response = await service.http.get(path).expect(200);
      seen.push(...(response.body as Change[]));
      expect(headerOf(response, 'x-last-sequence')).toBe(String(after + 7));
      path = /^<(.+)>; rel="next"$/.exec(headerOf(response, 'link') ?? '')?.[1];
      pages += 1;
    }
    expect(pages).toBe(3);
    expect(seen.map(({ recordID }) => recordID)).toEqual(ids);
    expect(sequences(seen)).toEqual(upFrom(after + 1, 7));
  });

  it('starts with the oldest change without after', async () => {
    const [first] = await changes('limit=1');
    expect(first).toMatchObject({ sequence: 1, action: 'created' });
    expect(await changes('limit=1&after=0')).toEqual([first]);
  });

  it.each([
    ['Opportunity', 1],
    ['OPPORTUNITY', 1],
    ['Setting,Opportunity', 2],
    ['Setting', 1],
    ['Job', 0],
  ])('filters by type: %s', async (types, amount) => {
    const after = await lastOf();
    await inTransaction(service, async (transaction) => {
      const { publish } = await import('../src/core/changes/index.js');
      await publish(transaction, [
        { type: 'Setting', recordID: 0, action: 'updated', version: 0 },
        { type: 'Opportunity', recordID: 1, action: 'updated', version: 2 },
      ]);
    });
    const response = await get(`after=${after}&types=${types}`).expect(200);
    expect(response.body).toHaveLength(amount);
    expect([headerOf(response, 'link'), headerOf(response, 'x-last-sequence')]).toEqual([undefined, String(after + 2)]);
  });

  it('takes the names of parts and of what is no record, and says which there are', async () => {
    const { body } = await get('types=Job,PayrollIntegration,Lookup,Nope').expect(400);
    const detail = expect.stringMatching(/^"Nope" must be one of Activity, .*\bLookup\b.*\bPayrollIntegration\b.*\bWebhook$/) as string;
    expect(body).toMatchObject({ errors: [{ pointer: '/types', in: 'query', detail }] });
    await get('types=job,payrollintegration,lookup,SETTING').expect(200);
    await get('types=').expect(400);
  });

  it.each([
    ['types=Job&fields=title,titel', /^has "titel", which is not a field that these changes name \(did you mean title\?\)$/],
    ['types=Site,Job&fields=hours', /^has "hours", which is not a field that these changes name; \/api\/docs lists those that are$/],
    ['fields=statusNames', /^has "statusNames", which is not/],
    ['types=Job&fields=statusName', /^has "statusName", which is not/],
    ['types=SavedList&fields=size', /^has "size", which is not .*; allowed: (\w+, )+count$/],
    ['types=Setting&fields=advertDays', /^has "advertDays", which is not/],
  ])('refuses fields that no change of these types has: %s', async (query, detail) => {
    const { body } = await get(query).expect(400);
    expect((body as { errors: Body[] }).errors).toEqual([
      { pointer: '/fields', in: 'query', detail: expect.stringMatching(detail) as string },
    ]);
  });

  it.each([
    'types=job&fields=TITLE,tagList,liveAdverts,confirmed',
    'types=Site,Timesheet&fields=lines,name',
    'types=Candidate,Contact&fields=divisionIDs,employmentHistories,mergedContactIDs',
    'types=PayrollIntegration&fields=apiKey,region,regionSettings',
    'types=Lookup&fields=list,closed',
    'types=CandidateSearch&fields=resumeContents,name',
    'fields=linkedJobIds,contentSha256,scopes,dates,items,credits,count',
  ])('takes fields, lists and other parts of records: %s', async (query) => void (await get(query).expect(200)));

  it('has only changes whose names it knows', async () => {
    const { publish } = await import('../src/core/changes/index.js');
    const change = { type: 'Nope', recordID: 1, action: 'updated', version: 1 } as const;
    await expect(inTransaction(service, (transaction) => publish(transaction, [change]))).rejects.toThrow('Changes of Nope are published');
  });

  it('scans many changes of other types, and returns where to continue', async () => {
    const after = await lastOf();
    await inTransaction(service, async (transaction) => {
      const { publish } = await import('../src/core/changes/index.js');
      await publish(
        transaction,
        Array.from({ length: 12_000 }, (_, index) => ({
          type: index === 11_000 ? 'Job' : 'Client',
          recordID: index + 1,
          action: 'updated' as const,
          version: 1,
        })),
      );
    });
    const first = await get(`after=${after}&types=Job`).expect(200);
    expect(first.body).toEqual([]);
    expect(headerOf(first, 'link')).toBe(`</api/Changes?types=Job&after=${after + 10_000}>; rel="next"`);
    expect(sequences(await changes(`after=${after + 10_000}&types=Job`))).toEqual([after + 11_001]);
    expect(sequences(await followed(after, 1000))).toEqual(upFrom(after + 1, 12_000));
  });

  it.each([
    ['after=-1', '/after'],
    ['after=a', '/after'],
    ['after=99999999999999999', '/after'],
    ['limit=0', '/limit'],
    ['limit=1001', '/limit'],
    ['wait=31', '/wait'],
    ['wait=-1', '/wait'],
    ['since=1', '/since'],
    ['after=1&after=2', '/after'],
  ])('rejects %s', async (query, pointer) => {
    const { body } = await get(query).expect(400);
    expect((body as { errors: Body[] }).errors).toEqual([expect.objectContaining({ pointer, in: 'query' })]);
  });

  it('rejects a position beyond the newest change, and says which that is', async () => {
    const last = await lastOf();
    const response = await get(`after=${last + 1}`);
    expect(problemOf(response)).toEqual([409, '/problems/changes-gone']);
    expect(response.body).toMatchObject({ oldest: 1, last, detail: expect.stringContaining(`after=${last}`) as string });
    expect(await changes(`after=${last}`)).toEqual([]);
  });
});

describe('Waiting for changes', () => {
  it('ends as soon as there is one', async () => {
    const after = await lastOf();
    const waiting = changes(`after=${after}&wait=30`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const id = await post({ name: 'Awaited' });
    expect((await waiting).map(({ recordID }) => recordID)).toEqual([id]);
  });

  it('continues when the change is of another type', async () => {
    const after = await lastOf();
    const waiting = changes(`after=${after}&wait=30&types=Job`);
    await post({ name: 'Not awaited' });
    await inTransaction(service, async (transaction) => {
      const { publish } = await import('../src/core/changes/index.js');
      await publish(transaction, [{ type: 'Job', recordID: 1, action: 'updated', version: 2 }]);
    });
    expect(sequences(await waiting)).toEqual([after + 2]);
  });

  it('ends with an empty page when the time is up', async () => expect(await changes(`after=${await lastOf()}&wait=1`)).toEqual([]));

  it('notices changes that another process has not numbered yet', async () => {
    const after = await lastOf();
    const waiting = changes(`after=${after}&wait=30`);
    await inTransaction(service, ({ em }) =>
      em.query(
        "INSERT INTO record_change (type, recordID, action, version, events, fields, concerned, at, byID) VALUES ('Job', 1, 'updated', 1, '[]', '{}', '{}', '2026-11-20 00:00:00.000', 1)",
      ),
    );
    expect(sequences(await waiting)).toEqual([after + 1]);
  });

  it('ends when the service shuts down, and the rest is numbered at the next start', async () => {
    const after = await lastOf();
    const waiting = changes(`after=${after}&wait=30`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const restarted = service.restart();
    expect(await waiting).toEqual([]);
    service = await restarted;
    const id = await post({ name: 'After the restart' });
    expect((await changes(`after=${after}`)).map(({ sequence, recordID }) => [sequence, recordID])).toEqual([[after + 1, id]]);
  });
});

describe('Concurrent writers', () => {
  it("leave no gaps: each record's changes come in the order of its versions, each once", async () => {
    const after = await lastOf();
    const services = onServer ? [service, await service.twin()] : [service];
    const of = (index: number): TestApp => services[index % services.length] ?? service;
    const ids = await Promise.all(Array.from({ length: 5 }, async (_, index) => post({ name: `Shared ${index}` }, of(index))));
    let isOver = false;
    const reader = async (follower: TestApp): Promise<Change[]> => {
      const seen: Change[] = [];
      for (let mustStop = false; !mustStop;) {
        mustStop = isOver;
        const page = await changes(`after=${seen.at(-1)?.sequence ?? after}&limit=7&wait=1`, follower);
        if (page.length > 0) mustStop = false;
        seen.push(...page);
      }
      return seen;
    };
    const readers = services.map(reader);
    const failing = async (index: number): Promise<unknown> =>
      put(ids[index % 5] ?? 0, { name: `Never ${index}`, clientID: 999_999 }, of(index)).expect(400);
    await Promise.all(
      Array.from({ length: 120 }, async (_, index) =>
        index % 6 === 5 ? failing(index) : put(ids[index % 5] ?? 0, { name: `Name ${index}` }, of(Math.floor(index / 2))).expect(200),
      ),
    );
    isOver = true;
    const stored = await queryRows<{ recordID: number; version: number }>(
      service,
      "SELECT recordID, version FROM record_change WHERE type = 'Opportunity'",
    );
    for (const seen of await Promise.all(readers)) {
      expect(sequences(seen)).toEqual(upFrom(after + 1, 105));
      for (const id of ids)
        expect(seen.filter(({ recordID }) => recordID === id).map(({ version }) => version)).toEqual(
          upFrom(1, seen.filter(({ recordID }) => recordID === id).length),
        );
      expect(seen.some(({ fields }) => String(fields['name']?.after).startsWith('Never'))).toBe(false);
      expect(stored.filter(({ recordID }) => ids.includes(recordID))).toHaveLength(105);
    }
    if (services[1]) await services[1].close();
  });
});

if (onServer) {
  describe('A change that is written early and committed late', () => {
    it('comes after those that were committed before it', async () => {
      const { create } = await import('../src/core/records/index.js');
      const after = await lastOf();
      let early = 0;
      let late = 0;
      await inTransaction(service, async (transaction) => {
        early = await create(transaction, recordTypeNamed('Opportunity'), { name: 'Written first' });
        late = await post({ name: 'Committed first' });
        expect((await changes(`after=${after}`)).map(({ sequence, recordID }) => [sequence, recordID])).toEqual([[after + 1, late]]);
      });
      expect((await changes(`after=${after + 1}`)).map(({ sequence, recordID }) => [sequence, recordID])).toEqual([[after + 2, early]]);
      expect(late).toBeGreaterThan(early);
    });
  });
}

describe('A caller limited to some divisions', () => {
  it('gets the changes of visible records, and of records without divisions', async () => {
    const { Feed } = await import('../src/core/changes/feed.service.js');
    const { publish } = await import('../src/core/changes/index.js');
    const [own, other] = [await seedRecord(service, 'Division', { name: 'Own' }), await seedRecord(service, 'Division', { name: 'Other' })];
    const after = await lastOf();
    const mine = await post({ name: 'Mine', division: own });
    const theirs = await post({ name: 'Theirs', division: other });
    const free = await post({ name: 'Of no division' });
    await service.http.delete(`/api/Opportunities/${mine}`).expect(204);
    await inTransaction(service, (transaction) =>
      publish(
        transaction,
        [own, other].map((recordID) => ({ type: 'PayrollIntegration', recordID, action: 'updated' as const, version: 1 })),
      ),
    );
    await inTransaction(service, (transaction) => publish(transaction, [{ type: 'Setting', recordID: 0, action: 'updated', version: 0 }]));
    const caller: Caller = { userID: 1, name: 'branch', scope: { divisions: [own] } };
    const feed = service.app.get(Feed, { strict: false });
    const page = await feed.page(caller, { after, limit: 100, filter: {}, wait: 0 }, new AbortController().signal);
    expect(page.changes.map(({ type, recordID }) => [type, recordID])).toEqual([
      ['Opportunity', mine],
      ['Opportunity', free],
      ['Opportunity', mine],
      ['PayrollIntegration', own],
      ['Setting', 0],
    ]);
    expect((await changes(`after=${after}`)).map(({ recordID }) => recordID)).toEqual([mine, theirs, free, mine, own, other, 0]);
    const short = await feed.page(caller, { after, limit: 2, filter: {}, wait: 0 }, new AbortController().signal);
    expect([short.changes.map(({ recordID }) => recordID), short.next]).toEqual([[mine, free], after + 3]);
  });
});

describe('Changes of payroll settings', () => {
  it('name the credentials that changed, and contain none of them', async () => {
    const id = await seedRecord(service, 'Division', { name: 'With payroll' });
    const after = await lastOf();
    await service.http
      .put(`/api/divisions/${id}/payroll-integration`)
      .send({ apiKey: 'key-hunter2', apiPassword: 'password-hunter2', entityID: 7 })
      .expect(200);
    await service.http.put(`/api/divisions/${id}/payroll-integration`).send({ apiPassword: 'password-hunter3' }).expect(200);
    const found = await changes(`after=${after}&types=PayrollIntegration`);
    expect(
      found.map(({ recordID, action, fields }) => [
        recordID,
        action,
        Object.keys(fields)
          .filter((name) => /^(api|entity)/.test(name))
          .sort(),
      ]),
    ).toEqual([
      [id, 'created', expect.arrayContaining(['apiKey', 'apiPassword', 'entityID'])],
      [id, 'updated', ['apiPassword']],
    ]);
    expect(JSON.stringify(found)).not.toContain('hunter');
    expect(JSON.stringify(await queryRows(service, 'SELECT fields FROM record_change'))).not.toContain('hunter');
  });
});

describe('Changes older than the retention period', () => {
  it('are removed oldest first; the error of a reader behind them says where to restart', async () => {
    const { Housekeeping } = await import('../src/core/housekeeping/index.js');
    const catchUp = () => service.app.get(Housekeeping, { strict: false }).catchUp();
    const last = await lastOf();
    const age = (upTo: number, days: number) =>
      inTransaction(service, ({ em, now }) =>
        em.query('UPDATE record_change SET at = ? WHERE sequence <= ?', [
          new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 23).replace('T', ' '),
          upTo,
        ]),
      );
    // only changes that are in the audit are removed
    await service.http.get('/api/Audit?limit=1').expect(200);
    await age(last, 29.9);
    await catchUp();
    expect(sequences(await changes('limit=1'))).toEqual([1]);
    await age(last - 2, 30.1);
    await catchUp();
    expect(sequences(await changes(''))).toEqual([last - 1, last]);
    expect(sequences(await changes(`after=${last - 2}`))).toEqual([last - 1, last]);
    const response = await get(`after=${last - 3}`);
    expect(problemOf(response)).toEqual([409, '/problems/changes-gone']);
    expect(response.body).toMatchObject({ oldest: last - 1, last });
    await age(last, 31);
    await catchUp();
    expect(await changes('')).toEqual([]);
    expect(problemOf(await get('after=0'))).toEqual([409, '/problems/changes-gone']);
    await post({ name: 'The first of the new' });
    expect(sequences(await changes(`after=${last}`))).toEqual([last + 1]);
    expect(sequences(await changes(''))).toEqual([last + 1]);
  });
});
