import type { StaleRows } from '../src/core/records';
import { apiClient, named, pointersOf, type Body, type RecordBody } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import type { Json } from './support/automations';
import { queryRows } from './support/database';
import { pairsOf, REASONS, type Known } from './support/oracle/duplicates';
import { fetchAllPages, fetchPage } from './support/paging';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { createRecord, listRecords, updateRecord, deleteRecord, expectProblem } = apiClient(() => service);

interface PairBody {
  readonly records: readonly { readonly id: number; readonly name: string | null }[];
  readonly reasons: readonly { readonly type: string; readonly value: string }[];
}

const post = (path: string, body: object) => service.http.post(`/api/${path}`).send(named(path, body));
const candidate = async (body: object): Promise<number> => {
  const response = await post('Candidates?allowDuplicate=true', { countryCode: 'AU', ...body }).expect(201);
  return (response.body as RecordBody).id;
};
const listed = async (path: string, query = ''): Promise<PairBody[]> =>
  (await fetchAllPages(service, { path: `/api/${path}/Duplicates?${query}` })) as (PairBody & Json)[];
/** The pairs that include one of the records, as "3 7 email". */
async function pairsWith(path: string, ids: readonly number[], query = ''): Promise<string[]> {
  const pairs = await listed(path, query);
  return pairs.filter(({ records }) => records.some(({ id }) => ids.includes(id))).map(inWords);
}
const inWords = ({ records, reasons }: PairBody): string =>
  [...records.map(({ id }) => id), ...new Set(reasons.map(({ type }) => type))].join(' ');

async function differences(): Promise<StaleRows[]> {
  const { recompute } = await import('../src/core/records/index.js');
  const { Transactions } = await import('../src/core/database/index.js');
  return recompute(service.app.get(Transactions, { strict: false }), { fix: false });
}

describe('A pair of records that may be the same', () => {
  it('is listed with their names, and what they have in common', async () => {
    const one = await candidate({ firstName: 'Ada', lastName: 'Lane', email1: 'Ada@Lane.example.com', mobile: '0491 570 006' });
    const other = await candidate({ firstName: 'A.', lastName: 'Lane', email2: 'ada@lane.example.com', home: '+61 491 570 006' });
    const pairs = await listed('Candidates');
    expect(pairs.filter(({ records }) => records[0]?.id === one)).toEqual([
      {
        records: [
          { id: one, name: 'Ada Lane' },
          { id: other, name: 'A. Lane' },
        ],
        reasons: [
          { type: 'email', value: 'Ada@Lane.example.com' },
          { type: 'phone', value: '+61491570006' },
        ],
      },
    ]);
  });

  it('is listed no more once one of them is deleted, and again when it is restored', async () => {
    const ids = [await candidate({ email1: 'gone@example.com' }), await candidate({ email1: 'gone@example.com' })];
    const pair = [`${ids.join(' ')} email`];
    expect(await pairsWith('Candidates', ids)).toEqual(pair);
    await deleteRecord(`Candidates/${ids[1]}`);
    expect(await pairsWith('Candidates', ids)).toEqual([]);
    await service.http.put(`/api/Candidates/${ids[1]}/V2?allowDuplicate=true`).send({ deleted: false }).expect(200);
    expect(await pairsWith('Candidates', ids)).toEqual(pair);
  });

  it('follows the standard form of a number, which follows the country', async () => {
    const one = await candidate({ mobile: '0491 570 156' });
    const other = await candidate({ mobile: '0491 570 156', countryCode: 'NZ' });
    expect(await pairsWith('Candidates', [one])).toEqual([]);
    await updateRecord(`Candidates/${other}/V2`, { countryCode: 'AU' });
    expect(await pairsWith('Candidates', [one])).toEqual([`${one} ${other} phone`]);
  });

  it('has the same number of which nobody knows the country, but no extension', async () => {
    const without = (mobile: string, more: object = {}) => candidate({ mobile, countryCode: null, ...more });
    const ids = [await without('0491 570 157'), await without('(0491) 570-157'), await without('1570'), await without('1570')];
    expect(await pairsWith('Candidates', ids)).toEqual([`${ids[0]} ${ids[1]} phone`]);
    const contacts: number[] = [];
    for (const surname of ['Kemp', 'Lane']) contacts.push((await createRecord('Contacts', { surname, mobile: '0491 570 158' })).id);
    expect(await pairsWith('Contacts', contacts)).toEqual([`${contacts.join(' ')} mobile`]);
  });

  it('is none because of what many have in common, until they are fewer', async () => {
    const ids: number[] = [];
    for (let made = 0; made < 11; made++) ids.push(await candidate({ work: '+61 2 5550 1234' }));
    expect(await pairsWith('Candidates', ids)).toEqual([]);
    await updateRecord(`Candidates/${ids[0]}/V2`, { work: '' });
    expect(await pairsWith('Candidates', ids)).toHaveLength(45);
    await updateRecord(`Candidates/${ids[0]}/V2`, { work: '+61 2 5550 1234' });
    expect(await pairsWith('Candidates', ids)).toEqual([]);
  });

  it('is none because of a name without a client, a first name alone, or the same name at another client', async () => {
    const { id: clientID } = await createRecord('Clients', { name: 'Namesakes' });
    const { id: otherID } = await createRecord('Clients', { name: 'Others' });
    const contact = async (body: object): Promise<number> => (await createRecord('Contacts', body)).id;
    const ids = [
      await contact({ firstName: 'Jo', surname: 'Kemp' }),
      await contact({ firstName: 'Jo', surname: 'Kemp' }),
      await contact({ firstName: 'Jo', clientID }),
      await contact({ firstName: 'Jo', clientID }),
      await contact({ firstName: 'Jo', surname: 'Kemp', clientID }),
      await contact({ firstName: 'Jo', surname: 'Kemp', clientID: otherID }),
    ];
    expect(await pairsWith('Contacts', ids)).toEqual([]);
    const { id } = await createRecord('Contacts', { firstName: 'JO', surname: ' kemp', clientID });
    expect(await pairsWith('Contacts', ids)).toEqual([`${ids[4]} ${id} nameAtClient`]);
  });
});

describe('The pages of duplicates', () => {
  it('have each pair once, count them, and go on where the previous one ended although others come and go', async () => {
    const ids: number[] = [];
    for (let made = 0; made < 8; made++) ids.push(await candidate({ email1: 'pages@example.com', mobile: '0491 570 313' }));
    const whole = (await listed('Candidates')).map(inWords);
    expect(new Set(whole).size).toBe(whole.length);
    const first = await fetchPage(service, { path: '/api/Candidates/Duplicates?limit=3' });
    expect([first.records.length, first.total]).toEqual([3, String(whole.length)]);
    let added = 0;
    const paged = await fetchAllPages(service, { path: '/api/Candidates/Duplicates?limit=3' }, async () => {
      if (added++ < 3) await candidate({ email1: `new${added % 2}@example.com` });
    });
    expect((paged as (PairBody & Json)[]).map(inWords).filter((pair) => whole.includes(pair))).toEqual(whole);
  });

  it('refuse a cursor of another list', async () => {
    const { next } = await fetchPage(service, { path: '/api/Candidates/Duplicates?limit=1' });
    const cursor = new URL(next ?? '', 'http://localhost').searchParams.get('cursor');
    for (const path of ['Contacts/Duplicates?', 'Candidates/Duplicates?dismissed=true&', 'Candidates?'])
      await service.http.get(`/api/${path}cursor=${cursor}`).expect(400);
  });
});

describe('A candidate is refused', () => {
  const born = '1990-05-17';
  it.each<[what: string, theirs: object, ours: object, reason: RegExp]>([
    ['whose second address is the first of another', { email1: 'r1@example.com' }, { email2: 'R1@example.com' }, /e-mail address R1@/],
    ['whose first address is the second of another', { email2: 'r2@example.com' }, { email1: 'r2@example.com' }, /e-mail address r2@/],
    ['whose second address is that of another', { email2: 'r3@example.com' }, { email2: 'r3@example.com' }, /e-mail address r3@/],
    [
      'with the name and date of birth of another',
      { firstName: 'Zoë', lastName: 'Refused', dateOfBirth: born },
      { firstName: 'zoe', lastName: 'REFUSED ', dateOfBirth: born },
      /name and date of birth zoe REFUSED, 1990-05-17/,
    ],
  ])('%s, unless duplicates are allowed', async (_, theirs, ours, reason) => {
    const holder = await candidate(theirs);
    const problem = await expectProblem('post', 'Candidates', named('Candidates', ours), 409);
    expect(problem).toMatchObject({ type: '/problems/duplicate-candidate', detail: expect.stringMatching(reason) as string });
    expect(problem['detail']).toMatch(new RegExp(`^Candidate ${holder} .*allowDuplicate=true`));
    const id = await candidate({});
    await expectProblem('put', `Candidates/${id}/V2`, ours, 409);
    await service.http.put(`/api/Candidates/${id}/V2?allowDuplicate=true`).send(ours).expect(200);
    expect(await updateRecord(`Candidates/${id}/V2`, { ...ours, jobTitle: 'Cook' })).toMatchObject({ jobTitle: 'Cook' });
    expect(await updateRecord(`Candidates/${holder}/V2`, { ...theirs, jobTitle: 'Cook' })).toMatchObject({ jobTitle: 'Cook' });
  });

  it('when restored beside another one who has the address since', async () => {
    const id = await candidate({ email2: 'since@example.com' });
    await deleteRecord(`Candidates/${id}`);
    const holder = await createRecord('Candidates', { email1: 'since@example.com' });
    expect((await expectProblem('put', `Candidates/${id}/V2`, { deleted: false }, 409))['detail']).toMatch(`Candidate ${holder.id} `);
  });

  it('by imports as well, in one file too', async () => {
    const rows = [
      { firstName: 'Row', lastName: 'One', dateOfBirth: born },
      { firstName: 'Row', lastName: 'One', dateOfBirth: born },
      { firstName: 'Row', lastName: 'Two', dateOfBirth: born },
    ];
    const response = await service.http
      .post('/api/Candidates/Import')
      .set('Content-Type', 'application/x-ndjson')
      .send(rows.map((row) => JSON.stringify(row)).join('\n'))
      .expect(200);
    expect(response.text.match(/"outcome":"\w+"/g)?.slice(0, 3)).toEqual([
      '"outcome":"created"',
      '"outcome":"failed"',
      '"outcome":"created"',
    ]);
  });

  it('not because of a phone, a name, or a date of birth alone', async () => {
    await candidate({ firstName: 'Al', lastName: 'One', dateOfBirth: born, mobile: '0491 570 737', home: '0491 570 738' });
    await createRecord('Candidates', { firstName: 'Al', lastName: 'One', mobile: '0491 570 737', countryCode: 'AU' });
    await createRecord('Candidates', { lastName: 'One', dateOfBirth: born, home: '0491 570 738', countryCode: 'AU' });
  });
});

describe('At the same time', () => {
  const ten = Array.from({ length: 10 }, (_, index) => index);

  it.each<[string, (index: number) => object]>([
    ['one name and date of birth', () => ({ firstName: 'Race', lastName: 'Once', dateOfBirth: '1980-01-01' })],
    ['one address in either place', (index) => (index % 2 ? { email1: 'twice@example.com' } : { email2: 'twice@example.com' })],
  ])('%s: exactly one of ten new candidates has it, and the others are told who', async (_, body) => {
    const responses = await Promise.all(ten.map((index) => post('Candidates', body(index))));
    const [winner, ...more] = responses.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    const losers = responses.filter(({ status }) => status !== 201).map(({ body: problem }) => problem as Body);
    expect(losers).toEqual(
      losers.map(() =>
        expect.objectContaining({ status: 409, detail: expect.stringMatching(`Candidate ${(winner?.body as RecordBody).id} `) as string }),
      ),
    );
  });

  it('ten contacts with one mobile number make forty-five pairs', async () => {
    const made = await Promise.all(ten.map(() => createRecord('Contacts', { mobile: '+61 491 570 110' })));
    expect(
      await pairsWith(
        'Contacts',
        made.map(({ id }) => id),
      ),
    ).toHaveLength(45);
    await Promise.all(made.slice(1).map(({ id }) => deleteRecord(`Contacts/${id}`)));
    expect(
      await pairsWith(
        'Contacts',
        made.map(({ id }) => id),
      ),
    ).toEqual([]);
    expect(await differences()).toEqual([]);
  });
});

describe('Pairs that somebody has declared distinct', () => {
  const dismiss = (ids: unknown, path = 'Dismiss') => post(`Candidates/Duplicates/${path}`, { ids });

  it('are listed apart, until that is undone', async () => {
    const ids: number[] = [];
    for (let made = 0; made < 3; made++) ids.push(await candidate({ email1: 'twins@example.com' }));
    const [a, b, c] = ids as [number, number, number];
    const pairs = [`${a} ${b} email`, `${a} ${c} email`, `${b} ${c} email`];
    for (let times = 0; times < 2; times++) await dismiss([b, a]).expect(204);
    expect(await pairsWith('Candidates', ids)).toEqual(pairs.slice(1));
    expect(await pairsWith('Candidates', ids, 'dismissed=true')).toEqual(pairs.slice(0, 1));
    await dismiss(ids).expect(204);
    expect(await pairsWith('Candidates', ids)).toEqual([]);
    for (let times = 0; times < 2; times++) await dismiss([a, c], 'Reconsider').expect(204);
    expect(await pairsWith('Candidates', ids)).toEqual([pairs[1]]);
    const history = (await listRecords(`Candidates/${a}/History`)) as { fields: Body }[];
    expect(history.flatMap(({ fields }) => fields['distinctFrom'] ?? [])).toEqual([
      { before: [c], after: [] },
      { before: [], after: [c] },
      { before: [], after: [b] },
    ]);
  });

  it('stay distinct when one of them is merged into another', async () => {
    const ids: number[] = [];
    for (let made = 0; made < 3; made++) ids.push(await candidate({ email1: 'three@example.com' }));
    const [a, b, c] = ids as [number, number, number];
    await dismiss([b, c]).expect(204);
    await post(`Candidates/${a}/Merge`, { candidateIDs: [b] }).expect(200);
    expect(await pairsWith('Candidates', ids)).toEqual([]);
    expect(await pairsWith('Candidates', ids, 'dismissed=true')).toEqual([`${a} ${c} email`]);
  });

  it.each<[what: string, ids: unknown, pointer: string]>([
    ['one', [1], '/ids'],
    ['none', undefined, '/ids'],
    ['more than twenty', Array.from({ length: 21 }, (_, index) => index + 1), '/ids'],
    ['something else than ids', [1, 'two'], '/ids'],
    ['an unknown one', [1, 2_147_483_647], '/ids/1'],
    ['the same one', [1, 1], '/ids/1'],
  ])('must be of several records: %s is rejected', async (_, ids, pointer) => {
    await createRecord('Candidates');
    for (const path of ['Dismiss', 'Reconsider'])
      expect(pointersOf((await dismiss(ids, path).expect(400)).body as Body)).toEqual([pointer]);
  });
});

describe('Erasing a person', () => {
  it('removes the keys and what has been declared', async () => {
    const body = { firstName: 'Era', lastName: 'Sed', dateOfBirth: '1970-01-01', email1: 'erased@example.com', mobile: '0491 570 159' };
    const ids = [await candidate(body), await candidate(body)];
    await post('Candidates/Duplicates/Dismiss', { ids }).expect(204);
    await post(`Candidates/${ids[0]}/Erase`, {}).expect(200);
    expect(await queryRows(service, 'SELECT * FROM candidate_duplicate WHERE id = ?', [ids[0]])).toEqual([]);
    expect(await queryRows(service, 'SELECT * FROM duplicate_dismissal WHERE firstID = ? OR secondID = ?', [ids[0], ids[0]])).toEqual([]);
    expect(await pairsWith('Candidates', ids, 'dismissed=true')).toEqual([]);
    await createRecord('Contacts', { email: 'erased@example.com' });
    const { detail } = await expectProblem('post', `Candidates/${ids[1]}/Merge`, { candidateIDs: [ids[0]] }, 409);
    expect(detail).toMatch(/erased/);
    expect((await expectProblem('post', `Candidates/${ids[0]}/Merge`, { candidateIDs: [ids[1]] }, 409))['detail']).toMatch(/erased/);
  });
});

describe('After many changes at random', () => {
  /** Reproducible: mulberry32. */
  let state = Number(process.env['DUPLICATES_SEED'] ?? 20261124);
  const roll = (sides: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % sides;
  };
  const one = <T>(values: readonly T[]): T => values[roll(values.length)]!;
  const email = () => one(['', `p${roll(12)}@x.example.com`, `P${roll(12)}@X.example.com`]);
  const phone = () => one(['', `0491 57${roll(2)} 20${roll(9)}`, `+61 491 57${roll(2)} 20${roll(9)}`]);
  const name = () => one(['Zoë', 'zoe', 'ZOE', 'Max', 'Kim', '']);
  const surname = () => one(['Lee', 'LEE ', 'Park', 'Roth', '']);
  const BODIES: Readonly<Record<string, () => Body>> = {
    Candidates: () => ({
      firstName: name(),
      lastName: surname(),
      dateOfBirth: one([null, `1990-01-0${1 + roll(3)}`]),
      email1: email(),
      email2: email(),
      mobile: phone(),
      home: phone(),
      work: phone(),
      countryCode: 'AU',
    }),
    Contacts: () => ({
      firstName: name(),
      surname: surname(),
      clientID: one([0, 1, 2]),
      email: email(),
      email2: email(),
      mobile: phone(),
      countryCode: 'AU',
    }),
    Clients: () => ({
      name: one(['Harbour', 'Wharf', 'Depot', 'Quay', 'Pier']) + one(['', ' Street', ' & Sons']) + one(['', ' Pty Ltd', ' GmbH', ' Inc.']),
      registrationNumber: one(['', `51 824 753 55${roll(9)}`, `5182475355${roll(9)}`]),
      website: one([null, `https://www.w${roll(9)}.example.com/`, `http://w${roll(9)}.example.com`]),
      email: email() || null,
      phone: phone(),
    }),
  };
  const change = (path: string, id: number, body: Body) =>
    service.http.put(path === 'Candidates' ? `/api/Candidates/${id}/V2?allowDuplicate=true` : `/api/${path}/${id}`).send(body);
  /** A new person has a name, which it can lose later. */
  const create = (path: string, { firstName, ...body }: Body) => {
    const isNameless = path !== 'Clients' && !firstName && !body['lastName'] && !body['surname'];
    const named = path === 'Clients' ? body : { firstName: isNameless ? 'Kim' : firstName, ...body };
    return post(path === 'Candidates' ? 'Candidates?allowDuplicate=true' : path, named);
  };
  const someOf = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(() => roll(3) === 0));

  async function anything(path: string, ids: number[]): Promise<void> {
    const id = one(ids);
    const kind = roll(10);
    if (kind === 0) return void (await service.http.delete(`/api/${path}/${id}`));
    if (kind === 1) return void (await change(path, id, { deleted: false }));
    if (kind === 2) return void (await post(`${path}/${id}/Merge`, { [`${path.toLowerCase().slice(0, -1)}IDs`]: [one(ids)] }));
    if (kind < 5) return void ids.push(((await create(path, BODIES[path]!()).then(({ body }) => body)) as RecordBody).id);
    const body = someOf(BODIES[path]!());
    const { status } = await change(path, id, path === 'Clients' && body['name'] === '' ? {} : body);
    expect([200, 409]).toContain(status);
  }

  it.each(['Clients', 'Contacts', 'Candidates'])(
    'the list of %s is what comparing each with each finds',
    async (path) => {
      const others = await fetchAllPages(service, { path: `/api/${path}` });
      for (const { id } of others) if (path !== 'Clients' || (id as number) > 2) await deleteRecord(`${path}/${id as number}`);
      const ids: number[] = [];
      for (let made = 0; made < 25; made++) ids.push(((await create(path, BODIES[path]!()).then(({ body }) => body)) as RecordBody).id);
      for (let round = 0; round < 12; round++) {
        await Promise.all(Array.from({ length: 8 }, () => anything(path, ids)));
        const records = (await fetchAllPages(service, { path: `/api/${path}` })) as (Known & Json)[];
        const pairs = await listed(path, 'limit=9');
        expect({ round, pairs: pairs.map(inWords).toSorted() }).toEqual({ round, pairs: pairsOf(path, records).toSorted() });
        const strength = pairs.map(({ reasons }) => Object.keys(REASONS[path]!).indexOf(reasons[0]!.type));
        expect(strength).toEqual(strength.toSorted((a, b) => a - b));
      }
      expect(await differences()).toEqual([]);
    },
    300_000,
  );
});
