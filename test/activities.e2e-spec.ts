import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord, inTransaction } from './support/database';

type Activity = Record<string, unknown> & { id: number; linkedCandidates: number[] };

let service: TestApp;
beforeAll(async () => void (service = await startApp()));
afterAll(() => service.close());

const read = (id: number, query = '') => service.http.get(`/api/Candidates/${id}/Activities${query}`);
const activitiesOf = async (id: number, query = ''): Promise<Activity[]> => (await read(id, query).expect(200)).body as Activity[];
const idsOf = async (id: number, query = ''): Promise<number[]> => (await activitiesOf(id, query)).map((each) => each.id);

/** An activity of a candidate: by its own field, by its list of linked candidates, or both. */
async function activity(fields: object, { main, linked }: { main?: number; linked?: number }): Promise<number> {
  const id = await seedRecord(service, 'Activity', {
    dateCreated: new Date('2026-01-01T00:00:00Z'),
    statusID: 1,
    category: 1,
    candidateID: main,
    ...fields,
  });
  for (const recordID of new Set([main, linked])) {
    if (recordID !== undefined) await link(id, recordID, recordID === main, recordID === linked);
  }
  return id;
}

const link = (activityID: number, recordID: number, isMain: boolean, isLinked: boolean): Promise<unknown> =>
  inTransaction(service, ({ em }) =>
    em.query("INSERT INTO activity_link (activityID, kind, recordID, isMain, isLinked) VALUES (?, 'Candidate', ?, ?, ?)", [
      activityID,
      recordID,
      isMain ? 1 : 0,
      isLinked ? 1 : 0,
    ]),
  );

interface Row {
  id: number;
  candidateID: number | null;
  statusID: number;
  category: number;
  moment: string;
}

/** What must be returned for every candidate of the demonstration data, computed from the tables. */
async function expectedActivities(): Promise<(candidate: number, status: number, category: number) => number[]> {
  const rows = await queryRows<Row>(
    service,
    'SELECT id, candidateID, statusID, category, CAST(COALESCE(activityDate, dateCreated) AS CHAR) AS moment FROM activity WHERE deleted = 0',
  );
  const links = await queryRows<{ activityID: number; recordID: number }>(
    service,
    "SELECT activityID, recordID FROM activity_link WHERE kind = 'Candidate' AND isLinked = 1",
  );
  const linked = new Set(links.map(({ activityID, recordID }) => `${activityID}/${recordID}`));
  const newestFirst = rows.sort((one, other) => (one.moment === other.moment ? other.id - one.id : one.moment < other.moment ? 1 : -1));
  return (candidate, status, category) =>
    newestFirst
      .filter(({ id, candidateID }) => candidateID === candidate || linked.has(`${id}/${candidate}`))
      .filter(({ statusID, category: its }) => (status === 0 || statusID === status) && (category === 0 || its === category))
      .map(({ id }) => id);
}

describe("a candidate's activities", () => {
  it('match the tables for every candidate of the demonstration data', async () => {
    const expected = await expectedActivities();
    const candidates = await queryRows<{ id: number }>(service, 'SELECT id FROM candidate ORDER BY id');
    let most = 0;
    for (const { id } of candidates) {
      const ids = expected(Number(id), 0, 0);
      most = Math.max(most, ids.length);
      expect([id, await idsOf(Number(id))]).toEqual([id, ids]);
    }
    expect(most).toBeGreaterThan(5);
  });

  it('match the tables when those of many candidates are read at the same time', async () => {
    const expected = await expectedActivities();
    const candidates = Array.from({ length: 12 }, (_, index) => index + 1);
    const found = await Promise.all(
      [...candidates, ...candidates].map(async (id, index) => [id, (await idsOf(id, index % 3 === 0 ? '?limit=2' : '')).join()]),
    );
    expect(found).toEqual(
      [...candidates, ...candidates].map((id, index) => [
        id,
        expected(id, 0, 0)
          .slice(0, index % 3 === 0 ? 2 : undefined)
          .join(),
      ]),
    );
  });

  it('match the tables when filtered by status and category', async () => {
    const expected = await expectedActivities();
    for (const [status, category] of [
      [1, 0],
      [2, 0],
      [3, 0],
      [0, 1],
      [0, 7],
      [2, 3],
      [1, 2],
      [4, 0],
    ] as const) {
      for (let id = 1; id <= 12; id++)
        expect([id, status, category, await idsOf(id, `?status=${status}&category=${category}`)]).toEqual([
          id,
          status,
          category,
          expected(id, status, category),
        ]);
    }
  });

  it('carry the display names of everything they refer to', async () => {
    const candidate = await seedRecord(service, 'Candidate', { fullName: 'Grace Nguyen' });
    const at = '2026-03-01T01:30:00.000Z';
    const id = await activity(
      {
        activityDate: new Date(at),
        activityEndDate: new Date(at),
        dateCreated: new Date(at),
        lastUpdatedDate: new Date(at),
        typeID: 3,
        category: 3,
        statusID: 2,
        clientID: 1,
        contactID: 1,
        jobID: 1,
        assignedToID: 1,
        createdByID: 1,
        lastUpdatedByID: 1,
        notes: 'Rang 🚚',
        duration: 30,
        altId: 'crm-1',
        associatedData: '{"a":1}',
      },
      { main: candidate },
    );
    const [reply] = await activitiesOf(candidate);
    expect(reply).toMatchObject({
      id,
      type: 'Call',
      category: 3,
      statusName: 'Completed',
      candidateName: 'Grace Nguyen',
      clientName: 'Harbour Construction Group',
      contactName: expect.any(String),
      jobTitle: expect.any(String),
      assignedToName: 'Amelia Hart',
      createdByName: 'Amelia Hart',
      updatedByName: 'Amelia Hart',
      activityDate: at,
      activityEndDate: at,
      dateCreated: at,
      lastUpdatedDate: at,
      notes: 'Rang 🚚',
      duration: 30,
      altId: 'crm-1',
      associatedData: '{"a":1}',
      parentID: 0,
      opportunityID: 0,
      opportunityName: null,
      placementID: 0,
      documentID: 0,
      entityId: 0,
      linkedCandidates: [],
      linkedContacts: [],
      linkedClients: [],
      linkedJobIds: [],
      linkedOpportunities: [],
      linkedPlacements: [],
    });
  });

  it('include activities linked to it, each once', async () => {
    const [candidate, other] = [await seedRecord(service, 'Candidate'), await seedRecord(service, 'Candidate')];
    const [own, linked, both] = [
      await activity({}, { main: candidate }),
      await activity({}, { main: other, linked: candidate }),
      await activity({}, { main: candidate, linked: candidate }),
    ];
    await link(linked, 1, false, true);
    const responses = await activitiesOf(candidate);
    expect(responses.map(({ id, linkedCandidates }) => [id, linkedCandidates])).toEqual([
      [both, [candidate]],
      [linked, [1, candidate]],
      [own, []],
    ]);
  });

  it('exclude deleted ones', async () => {
    const candidate = await seedRecord(service, 'Candidate');
    await activity({ deleted: true }, { main: candidate });
    expect(await activitiesOf(candidate)).toEqual([]);
  });

  it('are newest first: by date, or creation time without one, then by descending id', async () => {
    const candidate = await seedRecord(service, 'Candidate');
    const at = (day: number, created = 1) => ({
      activityDate: new Date(Date.UTC(2026, 1, day)),
      dateCreated: new Date(Date.UTC(2026, 2, created)),
    });
    const undated = (day: number) => ({ activityDate: null, dateCreated: new Date(Date.UTC(2026, 1, day)) });
    const first = await activity(at(3), { main: candidate });
    const [old, planned, tie, tieToo] = [
      await activity(at(1, 9), { main: candidate }),
      await activity(at(9), { main: candidate }),
      await activity(undated(5), { main: candidate }),
      await activity(at(5), { main: candidate }),
    ];
    const [dateless, datelessToo] = [
      await activity({ dateCreated: null }, { main: candidate }),
      await activity({ dateCreated: null }, { main: candidate }),
    ];
    const order = [planned, tieToo, tie, first, old, datelessToo, dateless];
    expect(await idsOf(candidate)).toEqual(order);
    expect(await walked(candidate, 1)).toEqual(order);
  });
});

describe('Filtering by status or category', () => {
  it.each([
    ['?status=0', 3],
    ['?category=0&status=0', 3],
    ['?status=1', 2],
    ['?status=2', 1],
    ['?STATUS=2', 1],
    ['?status=3', 0],
    ['?category=1', 2],
    ['?category=3', 1],
    ['?status=1&category=3', 0],
    ['?status=99', 0],
    ['?status=-1', 0],
    ['?category=2147483647', 0],
    ['?category=-2147483648', 0],
  ])('%s finds %i', async (query, count) => {
    const candidate = await seedRecord(service, 'Candidate');
    await activity({ statusID: 1, category: 1 }, { main: candidate });
    await activity({ statusID: 1, category: 1 }, { linked: candidate });
    await activity({ statusID: 2, category: 3 }, { main: candidate });
    const response = await read(candidate, query).expect(200).expect('X-Total-Count', String(count));
    expect(response.body).toHaveLength(count);
  });

  it.each([
    ['?status=abc', 'status'],
    ['?status=1.5', 'status'],
    ['?status=', 'status'],
    ['?category=2147483648', 'category'],
    ['?category=1,2', 'category'],
    ['?category=null', 'category'],
    ['?status=%201', 'status'],
    ['?limit=0', 'limit'],
    ['?limit=1001', 'limit'],
    ['?limit=-1', 'limit'],
    ['?limit=all', 'limit'],
    ['?cursor=nonsense', 'cursor'],
    ['?cursor=', 'cursor'],
    ['?state=1', 'state'],
    ['?status=1&status=1', 'status'],
    ['?status=1&Status=2', 'Status'],
  ])('rejects an invalid value: %s', async (query, name) => {
    expect((await read(1, query).expect(400)).body).toMatchObject({
      type: '/problems/invalid-request',
      errors: [{ pointer: `/${name}`, in: 'query' }],
    });
  });

  it('rejects a malformed query string', async () => {
    await read(1, '?status=%E0%A4%A').expect(400);
  });
});

/** The URL of the next page; undefined on the last. */
const nextOf = (headers: Record<string, string>): string | undefined => /^<([^>]+)>; rel="next"$/.exec(headers['link'] ?? '')?.[1];

async function walked(
  candidate: number,
  limit: number,
  query = '',
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<number[]> {
  const ids: number[] = [];
  for (let path: string | undefined = `/api/Candidates/${candidate}/Activities?limit=${limit}${query}`; path;) {
    const { body, headers }: { body: Activity[]; headers: Record<string, string> } = await service.http.get(path).expect(200);
    expect(body.length).toBeLessThanOrEqual(limit);
    ids.push(...body.map(({ id }) => id));
    path = nextOf(headers);
    await between();
  }
  return ids;
}

describe('Paging', () => {
  const many = async (count: number): Promise<number> => {
    const candidate = await seedRecord(service, 'Candidate');
    // several with the same time, so that a page can end between them
    for (let each = 0; each < count; each++)
      await activity(
        { activityDate: new Date(Date.UTC(2026, 1, 1 + Math.floor(each / 4))), statusID: 1 + (each % 2) },
        { main: candidate },
      );
    return candidate;
  };

  it.each([1, 2, 3, 7, 25, 1000])('with limit %i returns each activity once, in the overall order', async (limit) => {
    const candidate = await many(25);
    expect(await walked(candidate, limit)).toEqual(await idsOf(candidate));
    expect(await walked(candidate, limit, '&status=2')).toEqual(await idsOf(candidate, '?status=2'));
  });

  it('is not affected by records added before the current position', async () => {
    const candidate = await many(9);
    const before = await idsOf(candidate);
    expect(await walked(candidate, 2, '', () => activity({ activityDate: new Date('2027-01-01') }, { main: candidate }))).toEqual(before);
  });

  it('counts on the first page only, and keeps its parameters', async () => {
    const candidate = await many(6);
    const { headers } = await read(candidate, '?limit=2&status=1').expect('X-Total-Count', '3');
    const next = nextOf(headers) ?? '';
    expect(next).toContain('limit=2&status=1&cursor=');
    const last = await service.http.get(next).expect(200);
    expect(last.headers).not.toHaveProperty('x-total-count');
    expect(last.headers).not.toHaveProperty('link');
    expect(last.body).toHaveLength(1);
  });

  it('rejects a cursor of another search', async () => {
    const candidate = await many(3);
    const next = nextOf((await read(candidate, '?limit=1')).headers) ?? '';
    for (const other of [next.replace(`/${candidate}/`, '/1/'), `${next}&status=1`, `${next}x`]) await service.http.get(other).expect(400);
  });

  it('returns a thousand per page by default', async () => {
    const candidate = await seedRecord(service, 'Candidate');
    await inTransaction(service, async ({ em }) => {
      const ids = Array.from({ length: 1001 }, (_, index) => 1_000_000 + index);
      await em.query(
        `INSERT INTO activity (id, dateCreated, deleted, entityId, duration) VALUES ${ids.map((id) => `(${id}, '2026-01-01 00:00:00.000', 0, 0, 0)`).join(', ')}`,
      );
      await em.query(
        `INSERT INTO activity_link (activityID, kind, recordID, isMain, isLinked) VALUES ${ids.map((id) => `(${id}, 'Candidate', ${candidate}, 1, 0)`).join(', ')}`,
      );
    });
    const first = await read(candidate).expect(200).expect('X-Total-Count', '1000').expect('X-Total-Count-Capped', 'true');
    expect(first.body).toHaveLength(1000);
    expect((await service.http.get(nextOf(first.headers as Record<string, string>) ?? '').expect(200)).body).toHaveLength(1);
  });
});

describe('Activities of a deleted candidate', () => {
  it('can still be read', async () => {
    const candidate = await seedRecord(service, 'Candidate', { deleted: true });
    const id = await activity({}, { main: candidate });
    expect(await idsOf(candidate)).toEqual([id]);
  });
});
