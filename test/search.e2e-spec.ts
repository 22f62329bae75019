import { ROLE_SCOPES } from '../src/core/terms/role-scopes';
import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import type { Body, RecordBody } from './support/api-client';
import { startApp, type TestApp } from './support/app';

interface Hit {
  readonly type: string;
  readonly id: number;
  readonly name: string;
  readonly detail: string;
  readonly matched: readonly { readonly field: string; readonly text: string }[];
}
interface Group {
  readonly type: string;
  readonly hits: readonly Hit[];
  readonly hasMore: boolean;
}

let service: TestApp;
const as = (key: string) => ({
  create: async (path: string, body: object): Promise<RecordBody> => {
    const response = await requestAs(service, key, 'post', `/api/${path}`).send(body);
    if (response.status !== 201) throw new Error(`POST /api/${path} answers ${response.status}: ${response.text}`);
    return response.body as RecordBody;
  },
  update: async (path: string, body: object): Promise<void> =>
    void (await requestAs(service, key, 'put', `/api/${path}`).send(body).expect(200)),
  groups: async (q: string, query = ''): Promise<Group[]> =>
    ((await requestAs(service, key, 'get', `/api/Search?q=${encodeURIComponent(q)}${query}`).expect(200)).body as { groups: Group[] })
      .groups,
});
const admin = as(ADMIN_KEY);
/** The hits as `Type id`, in their order. */
const found = async (q: string, query = '', key = ADMIN_KEY): Promise<string[]> =>
  (await as(key).groups(q, query)).flatMap(({ hits }) => hits.map(({ type, id }) => `${type} ${id}`));
const hit = async (q: string, type: string, key = ADMIN_KEY): Promise<Hit | undefined> =>
  (await as(key).groups(q, `&types=${type}`))[0]?.hits[0];

const SUMMARY = `${'Ten years of sites and plants, without an accident. '.repeat(10)}Holds a blasting licence since 2019. ${'Plays the bassoon. '.repeat(20)}`;
let zoe: number, hart: number, olivia: number, harbour: number, job: number, placement: number, document: number, note: number;
let health: number, hidden: number;

beforeAll(async () => {
  service = await startApp({ ...WITH_ADMIN, CLOCK_START: '2026-11-20T01:00:00.000Z' });
  ({ id: health } = await admin.create('Divisions', { name: 'Health', countryCode: 'AU' }));
  ({ id: harbour } = await admin.create('Clients', {
    name: 'Harbour Construction Group',
    industry: 'Construction',
    email: 'office@harbour.example.com',
    phone: '(02) 9555 0100',
    registrationNumber: '51 824 753 556',
    externalID: 'erp-310',
  }));
  ({ id: zoe } = await admin.create('Candidates', {
    firstName: 'Zoë',
    lastName: 'Nguyen',
    preferredName: 'Gracie',
    email1: 'zoe.nguyen@example.com',
    email2: 'zn@example.net',
    mobile: '0412 345 678',
    countryCode: 'AU',
    jobTitle: 'Site Engineer',
    employer: 'Bayside Civil',
    summary: SUMMARY,
    externalID: 'hr-0042',
  }));
  ({ id: hart } = await admin.create('Candidates', {
    firstName: 'Ann',
    lastName: 'Engström',
    home: '+44 20 7946 0018',
    jobTitle: 'Nurse',
  }));
  ({ id: olivia } = await admin.create('Contacts', {
    firstName: 'Olivia',
    surname: 'Bennett',
    clientID: harbour,
    jobTitle: 'Project Director',
    email2: 'o.bennett@example.net',
    phone: '(02) 9123 4567',
    countryCode: 'AU',
  }));
  ({ id: job } = await admin.create('Jobs', { title: 'Senior Site Engineer', jobReference: 'JOB-1001', clientID: harbour }));
  ({ id: placement } = await admin.create('Placements', { jobID: job, candidateID: zoe, reference: 'PL-2001' }));
  ({ id: document } = await admin.create('Documents', { name: 'Licence (blasting).pdf', candidateID: zoe, typeID: 1 }));
  ({ id: note } = await admin.create('Activities', {
    category: 1,
    typeID: 1,
    candidateID: zoe,
    notes: 'Asked about the scaffold course.',
  }));
  ({ id: hidden } = await admin.create('Candidates', {
    firstName: 'Hidden',
    lastName: 'Nguyen',
    mobile: '0412 345 678',
    countryCode: 'AU',
  }));
  await admin.update(`Candidates/${hidden}/Assignment`, { divisionIDs: [health] });
});
afterAll(() => service.close());

describe('The search', () => {
  it.each<[string, string, () => string]>([
    ['a word of a name, without its accents', 'zoe', () => `Candidate ${zoe}`],
    ['the beginnings of words in any order', 'NGU zo', () => `Candidate ${zoe}`],
    ['words of several texts', 'gracie bayside eng', () => `Candidate ${zoe}`],
    ['a word far into a summary', 'bassoon', () => `Candidate ${zoe}`],
    ['an e-mail address', 'Zoe.Nguyen@example.COM', () => `Candidate ${zoe}`],
    ['the beginning of a second e-mail address', 'zn@ex', () => `Candidate ${zoe}`],
    ['the second address of a contact', 'o.bennett@example.net', () => `Contact ${olivia}`],
    ['an externalID', 'hr-0042', () => `Candidate ${zoe}`],
    ['a phone number as it is written elsewhere', '02-9123-4567', () => `Contact ${olivia}`],
    ['a phone number with the code of its country', '+61 2 9123 4567', () => `Contact ${olivia}`],
    ['a foreign phone number without its country', '020 7946 0018', () => `Candidate ${hart}`],
    ['the phone number of a client', '+61 2 9555 0100', () => `Client ${harbour}`],
    ['the name of a client', 'harbour constr', () => `Client ${harbour}`],
    ['a registration number', '51 824 753 556', () => `Client ${harbour}`],
    ['the externalID of a client', 'erp-310', () => `Client ${harbour}`],
    ['the reference of a job', 'job-1001', () => `Job ${job}`],
    ['the number of a reference', '1001', () => `Job ${job}`],
    ['the title of a job', 'senior site', () => `Job ${job}`],
    ['the reference of a placement', 'PL-2001', () => `Placement ${placement}`],
    ['the name of a document', 'blasting licence', () => `Document ${document}`],
    ['a word of a note', 'scaffold', () => `Activity ${note}`],
  ])('finds by %s', async (_, q, expected) => expect(await found(q)).toContain(expected()));

  it.each([
    ['the end of a word', 'guyen'],
    ['words of which one is nowhere', 'zoe nguyen xyz'],
    ['the end of an e-mail address', 'nguyen@example.com'],
    ['a part of a phone number', '0412 345 67'],
    ['an externalID in other letters', 'HR-0042'],
  ])('finds nobody by %s', async (_, q) => expect(await found(q, '&types=Candidate,Contact,Client')).toEqual([]));

  it('says of every hit what matched', async () => {
    for (const q of ['zoe', 'JOB-1001', 'gracie', 'engineer', 'e', 'harbour', '1', 'zoe.nguyen@example.com', 's b', 'n'])
      for (const { hits } of await admin.groups(q, '&limit=20')) {
        expect(hits).not.toEqual([]);
        for (const each of hits) expect({ q, ...each, matched: each.matched.length > 0 }).toEqual({ q, ...each, matched: true });
      }
  });

  it('compares the whole of a very long word', async () => {
    const word = 'x'.repeat(70);
    const { id } = await admin.create('Clients', { name: word });
    expect(await found(word.slice(0, 69))).toEqual([`Client ${id}`]);
    expect(await found(`${word}y`)).toEqual([]);
  });

  it('says that there are more exactly where more names match, however long the words are', async () => {
    const long = 'y'.repeat(66);
    const names = ['wharf one', 'wharf onset', 'wharf two', `${long}a`, `${long}ab`, `${long}b`];
    for (const name of names) await admin.create('Clients', { name });
    for (const q of ['wharf', 'wharf one', 'wharf two', long, `${long}a`, `${long}ab`, `${long}b`])
      for (const limit of [1, 2, 3]) {
        const matching = names.filter((name) => q.split(' ').every((word) => name.split(' ').some((own) => own.startsWith(word)))).length;
        const [group] = await admin.groups(q, `&types=Client&limit=${limit}`);
        expect([q, limit, group?.hits.length, group?.hasMore]).toEqual([q, limit, Math.min(matching, limit), matching > limit]);
      }
  });

  it('says what a hit is, and what matched', async () => {
    expect(await hit('gracie bayside', 'Candidate')).toEqual({
      type: 'Candidate',
      id: zoe,
      name: 'Zoë Nguyen',
      detail: 'Site Engineer, Bayside Civil',
      matched: [
        { field: 'preferredName', text: 'Gracie' },
        { field: 'employer', text: 'Bayside Civil' },
      ],
    });
    expect(await hit('0412345678', 'Candidate')).toMatchObject({ matched: [{ field: 'mobile', text: '0412 345 678' }] });
    expect(await hit('erp-310', 'Client')).toMatchObject({ matched: [{ field: 'externalID', text: 'erp-310' }] });
    expect(await hit('02 9555 0100', 'Client')).toMatchObject({ matched: [{ field: 'phone', text: '(02) 9555 0100' }] });
    expect(await hit('director', 'Contact')).toMatchObject({
      name: 'Olivia Bennett',
      detail: 'Project Director, Harbour Construction Group',
      matched: [{ field: 'jobTitle', text: 'Project Director' }],
    });
    expect(await hit('zoe', 'Placement')).toMatchObject({
      id: placement,
      name: 'Zoë Nguyen',
      matched: [{ field: 'candidateName', text: 'Zoë Nguyen' }],
    });
    expect(await hit('scaffold', 'Activity')).toMatchObject({
      detail: 'Zoë Nguyen',
      matched: [{ field: 'notes', text: 'Asked about the scaffold course.' }],
    });
  });

  it('shows the part of a long text that matches', async () => {
    const [match] = (await hit('blasting', 'Candidate'))!.matched;
    expect(match!.field).toBe('summary');
    expect(match!.text).toMatch(/^… .*accident\. Holds a blasting licence since 2019\. .* …$/);
    expect(match!.text.length).toBeLessThan(220);
  });

  it('shows the surest hits first, in a group and among groups', async () => {
    const { id: other } = await admin.create('Candidates', { lastName: 'Nurse', jobTitle: 'Porter' });
    expect(await found('nurse', '&types=Candidate')).toEqual([`Candidate ${other}`, `Candidate ${hart}`]);
    const groups = await admin.groups('JOB-1001');
    expect(groups[0]).toMatchObject({ type: 'Job', hits: [{ id: job, matched: [{ field: 'jobReference' }] }] });
    const { id: named } = await admin.create('Candidates', { lastName: String(olivia), firstName: 'Number' });
    const byNumber = await admin.groups(String(olivia), '&types=Candidate,Contact');
    expect(byNumber.find(({ type }) => type === 'Contact')).toMatchObject({
      hits: [{ id: olivia, matched: [{ field: 'id', text: String(olivia) }] }],
    });
    expect(byNumber.flatMap(({ hits }) => hits.map(({ type, id }) => `${type} ${id}`))).toContain(`Candidate ${named}`);
    expect((await admin.groups('engstrom')).map(({ type }) => type)).toEqual(['Candidate']);
  });

  it.each<[string, string, string, () => object]>([
    ['Jobs', 'jobReference', 'Job', () => ({ title: 'Slater' })],
    ['Placements', 'reference', 'Placement', () => ({ jobID: job })],
    ['Clients', 'registrationNumber', 'Client', () => ({ name: 'Slate' })],
  ])('shows the record of %s whose %s is meant first, however many newer ones begin so', async (path, field, type, body) => {
    const post = async (reference: string): Promise<number> => {
      const candidate = path === 'Placements' && { candidateID: (await admin.create('Candidates', { lastName: 'Placed' })).id };
      return (await admin.create(path, { ...body(), ...candidate, [field]: reference })).id;
    };
    const meant = await post('Slaté-7');
    const others: number[] = [];
    for (let count = 0; count < 60; count++) others.push(await post(count % 2 === 0 ? `SLATE-7 ${count}` : `SLATE-7${count}`));
    const { hits, hasMore } = (await admin.groups('slate-7', `&types=${type}&limit=3`))[0]!;
    expect([hits.map(({ id }) => id), hasMore]).toEqual([[meant, ...others.toReversed().slice(0, 2)], true]);
  });

  it('shows the record whose address is meant first, whichever of its addresses that is', async () => {
    const { id } = await admin.create('Contacts', { surname: 'Meant', email2: 'quay@wharf.example' });
    for (let count = 0; count < 30; count++) await admin.create('Contacts', { surname: 'Other', email: `quay@wharf.example${count}.com` });
    expect((await found('quay@wharf.example', '&types=Contact&limit=2'))[0]).toBe(`Contact ${id}`);
  });

  it('shows the newest first, whichever of their numbers or texts it is that is the same', async () => {
    const ids: number[] = [];
    for (const field of ['work', 'mobile', 'home', 'mobile'])
      ids.push((await admin.create('Candidates', { lastName: 'Sharing', countryCode: 'AU', [field]: '(02) 9111 2233' })).id);
    const expected = ids.toReversed().map((id) => `Candidate ${id}`);
    expect(await found('02 9111 2233', '&types=Candidate')).toEqual(expected);
    expect(await found('02 9111 2233', '&types=Candidate&limit=2')).toEqual(expected.slice(0, 2));
  });

  it('finds words of which one is in a reference, and shows those after names', async () => {
    const { id: bySome } = await admin.create('Jobs', { title: 'Pilot', jobReference: 'Tug 4471' });
    const { id: byName } = await admin.create('Jobs', { title: 'Tug master 4471' });
    const { id: byReference } = await admin.create('Jobs', { title: 'Deckhand', jobReference: 'Tug 4471 b' });
    expect(await found('pilot 4471')).toEqual([`Job ${bySome}`]);
    expect(await found('tug 44')).toEqual([`Job ${byName}`, `Job ${byReference}`, `Job ${bySome}`]);
  });

  it('shows as many of each type as are wanted, the newest first, and says that there are more', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 4; count++) ids.push((await admin.create('Clients', { name: `Quarry ${count}` })).id);
    const [three] = await admin.groups('quarry', '&limit=3');
    expect(three).toMatchObject({ type: 'Client', hasMore: true });
    expect(three!.hits.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 3));
    const [four] = await admin.groups('quarry', '&limit=4');
    expect(four).toMatchObject({ hasMore: false });
    expect(four!.hits).toHaveLength(4);
  });

  it('follows changes, and leaves out what is deleted', async () => {
    const { id } = await admin.create('Contacts', { surname: 'Quillfeather' });
    expect(await found('quillfeather')).toEqual([`Contact ${id}`]);
    await admin.update(`Contacts/${id}`, { surname: 'Quimby' });
    expect([await found('quillfeather'), await found('quimby')]).toEqual([[], [`Contact ${id}`]]);
    await requestAs(service, ADMIN_KEY, 'delete', `/api/Contacts/${id}`).expect(204);
    expect([await found('quimby'), await found(String(id), '&types=Contact')]).toEqual([[], []]);
    await admin.update(`Contacts/${id}`, { deleted: false });
    expect(await found('quimby')).toEqual([`Contact ${id}`]);
  });

  it.each<[string, number]>([
    ["'; DROP TABLE candidate; --", 200],
    ["zoe' OR '1'='1", 200],
    ['a b c d e f g h i j', 200],
    ['看護師', 200],
    ['محمد', 200],
    ['C++ 😀', 200],
    ['😀', 400],
    ['%', 400],
    ['_ _', 400],
    ['\u200B', 400],
  ])('takes %j for words like others', async (q, status) => {
    const response = await requestAs(service, ADMIN_KEY, 'get', `/api/Search?q=${encodeURIComponent(q)}`);
    expect([response.status, response.body]).toEqual([status, status === 200 ? { groups: [] } : expect.objectContaining({ status })]);
  });

  it.each([
    ['q', ''],
    ['q', '?q='],
    ['q', '?q=%20-%20'],
    ['q', `?q=${'x'.repeat(201)}`],
    ['q', `?q=${Array.from({ length: 11 }, (_, index) => `w${index}`).join('+')}`],
    ['types', '?q=a&types=User'],
    ['limit', '?q=a&limit=21'],
    ['limit', '?q=a&limit=0'],
    ['fields', '?q=a&fields=id'],
  ])('refuses a wrong %s: %s', async (name, query) => {
    const { body } = await requestAs(service, ADMIN_KEY, 'get', `/api/Search${query}`).expect(400);
    expect((body as { errors: Body[] }).errors).toMatchObject([{ pointer: `/${name}`, in: 'query' }]);
  });
});

describe('A caller', () => {
  async function keyOf(name: string, scopes: readonly string[], divisions?: readonly number[]): Promise<string> {
    const { id: roleID } = await admin.create('Roles', { name, scopes });
    const userID = await createUser(service, { name, roleID, ...(divisions && { divisionIDs: divisions }) });
    return (await createKey(service, { name, userID })).key;
  }

  it('finds only records of the types that they may read', async () => {
    const key = await keyOf('Jobs only', ['jobs:read', 'contacts:read']);
    expect((await as(key).groups('site')).map(({ type }) => type)).toEqual(['Job']);
    const { body } = await requestAs(service, key, 'get', '/api/Search?q=site&types=Job,Candidate').expect(403);
    expect(body).toMatchObject({ missing: ['candidates:read'], detail: expect.stringContaining('the type Candidate') as string });
  });

  it('finds nothing without a scope to read', async () => {
    expect(await found('site', '', await keyOf('Nothing', []))).toEqual([]);
  });

  it('finds only records that they see', async () => {
    const { id: other } = await admin.create('Divisions', { name: 'Elsewhere' });
    const scopes = ROLE_SCOPES.filter((scope) => scope.endsWith(':read') && !/^(automation|changes)/.test(scope));
    const key = await keyOf('Elsewhere', scopes, [other]);
    expect(await found('hidden', '&types=Candidate')).toEqual([`Candidate ${hidden}`]);
    for (const q of ['hidden', String(hidden), 'hidden nguyen']) expect(await found(q, '&types=Candidate', key)).toEqual([]);
    expect(await found('nguyen', '&types=Candidate', key)).toEqual([`Candidate ${zoe}`]);
    expect(await found('0412 345 678', '&types=Candidate', key)).toEqual([`Candidate ${zoe}`]);
  });
});
