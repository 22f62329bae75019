import type { Records as Verbs } from '../src/core/records';
import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';
import { recordTypeNamed } from './support/record-types';

let service: TestApp;
beforeAll(async () => void (service = await startApp()));
afterAll(() => service.close());

/** Does something as a caller limited to these divisions. */
async function as<T>(divisions: number[], work: (records: Verbs, caller: Parameters<Verbs['find']>[0]) => Promise<T>): Promise<T> {
  const { Records } = await import('../src/core/records/index.js');
  return work(service.app.get(Records, { strict: false }), { userID: 1, name: 'of a branch', scope: { divisions } });
}

/** Whether such a caller finds the record in the list and by its id; checks that the two agree. */
async function isSeen(name: string, id: number, divisions: number[]): Promise<boolean> {
  const type = recordTypeNamed(name);
  return as(divisions, async (records, caller) => {
    const { responses } = await records.list(caller, type, { limit: 100, ids: [id] });
    const found = await records.find(caller, type, id).then(
      () => true,
      (error: Error) => error.message !== `${name} ${id} not found.`,
    );
    expect(responses.length > 0).toBe(found);
    return found;
  });
}

/** Creates a record of a type in these divisions; types with a single division field take at most one. */
async function within(type: string, divisions: number[]): Promise<number> {
  if (!['Candidate', 'Contact', 'Client'].includes(type)) return seedRecord(service, type, { division: divisions[0] });
  const id = await seedRecord(service, type);
  for (const division of divisions)
    await queryRows(service, `INSERT INTO ${type.toLowerCase()}_division (recordID, divisionID) VALUES (?, ?)`, [id, division]);
  return id;
}

const LISTS = {
  Candidate: 'linkedCandidates',
  Contact: 'linkedContacts',
  Client: 'linkedClients',
  Job: 'linkedJobIds',
  Opportunity: 'linkedOpportunities',
  Placement: 'linkedPlacements',
} as const;
type Kind = keyof typeof LISTS;

describe('An activity is visible to callers who can see', () => {
  const activityOf = async (...owners: [Kind, number[]][]): Promise<number> => {
    const body: Record<string, number[]> = {};
    for (const [kind, divisions] of owners) body[LISTS[kind]] = [...(body[LISTS[kind]] ?? []), await within(kind, divisions)];
    return ((await service.http.post('/api/Activities').send(body).expect(201)).body as { id: number }).id;
  };

  it.each(Object.keys(LISTS) as Kind[])('the %s it belongs to', async (kind) => {
    const id = await activityOf([kind, [1]]);
    expect([
      await isSeen('Activity', id, [1]),
      await isSeen('Activity', id, [2]),
      await isSeen('Activity', id, [2, 1]),
      await isSeen('Activity', id, []),
    ]).toEqual([true, false, true, false]);
  });

  it.each<[what: string, owners: [Kind, number[]][], byFirst: boolean, bySecond: boolean, byNone: boolean]>([
    ['nothing', [], true, true, true],
    ['one without divisions', [['Job', []]], true, true, true],
    [
      'one in each of two',
      [
        ['Candidate', [1]],
        ['Job', [2]],
      ],
      true,
      true,
      false,
    ],
    ['one in both', [['Contact', [1, 2]]], true, true, false],
    [
      'one in another, and one without divisions',
      [
        ['Candidate', [3]],
        ['Client', []],
      ],
      true,
      true,
      true,
    ],
    [
      'two in another',
      [
        ['Candidate', [3]],
        ['Candidate', [3]],
      ],
      false,
      false,
      false,
    ],
  ])('the records it belongs to: %s', async (_, owners, byFirst, bySecond, byNone) => {
    const id = await activityOf(...owners);
    expect([await isSeen('Activity', id, [1]), await isSeen('Activity', id, [2]), await isSeen('Activity', id, [])]).toEqual([
      byFirst,
      bySecond,
      byNone,
    ]);
  });

  it('and to no others: they cannot change, complete or delete it', async () => {
    const id = await activityOf(['Candidate', [1]]);
    const type = recordTypeNamed('Activity');
    const { ActivitiesService } = await import('../src/activities/index.js');
    const activities = service.app.get(ActivitiesService, { strict: false });
    await as([2], async (records, caller) => {
      const missing = `Activity ${id} not found.`;
      await expect(records.update(caller, type, id, { notes: 'mine' })).rejects.toThrow(missing);
      await expect(records.remove(caller, type, id)).rejects.toThrow(missing);
      await expect(activities.complete(caller, id)).rejects.toThrow(missing);
    });
    expect((await service.http.get(`/api/Activities/${id}`).expect(200)).body).toMatchObject({ notes: null });
  });
});

describe('A document is visible to callers who can see', () => {
  const FIELDS = { Candidate: 'candidateID', Contact: 'contactID', Client: 'clientID', Job: 'jobID' } as const;
  type Owner = keyof typeof FIELDS;

  it.each<[owners: [Owner, number[]][], byFirst: boolean, bySecond: boolean]>([
    [[['Candidate', [1]]], true, false],
    [[['Contact', [1]]], true, false],
    [[['Client', [1]]], true, false],
    [[['Job', [1]]], true, false],
    [
      [
        ['Candidate', [1]],
        ['Job', [2]],
      ],
      true,
      true,
    ],
    [
      [
        ['Candidate', [3]],
        ['Contact', []],
      ],
      true,
      true,
    ],
    [
      [
        ['Candidate', [3]],
        ['Contact', [3]],
      ],
      false,
      false,
    ],
  ])('its owners: %j', async (owners, byFirst, bySecond) => {
    const body: Record<string, number> = {};
    for (const [kind, divisions] of owners) body[FIELDS[kind]] = await within(kind, divisions);
    const { id } = (await service.http.post('/api/Documents').send(body).expect(201)).body as { id: number };
    expect([await isSeen('Document', id, [1]), await isSeen('Document', id, [2])]).toEqual([byFirst, bySecond]);
  });
});
