import { ROLE_SCOPES } from '../src/core/terms/role-scopes';
import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import type { RecordBody } from './support/api-client';
import { startApp, type TestApp } from './support/app';

interface Group {
  readonly hits: readonly { readonly id: number; readonly matched: readonly object[] }[];
  readonly hasMore: boolean;
}

let service: TestApp;
beforeAll(async () => void (service = await startApp(WITH_ADMIN)));
afterAll(() => service.close());

const create = async (path: string, body: object): Promise<number> =>
  ((await requestAs(service, ADMIN_KEY, 'post', `/api/${path}`).send(body).expect(201)).body as RecordBody).id;

async function groupOf(type: string, q: string, key = ADMIN_KEY): Promise<Group | undefined> {
  const { body } = await requestAs(service, key, 'get', `/api/Search?types=${type}&q=${encodeURIComponent(q)}`).expect(200);
  return (body as { groups: Group[] }).groups[0];
}

const PLACES: readonly (readonly [path: string, type: string, field: string])[] = [
  ['Candidates', 'Candidate', 'mobile'],
  ['Candidates', 'Candidate', 'home'],
  ['Candidates', 'Candidate', 'work'],
  ['Contacts', 'Contact', 'phone'],
  ['Contacts', 'Contact', 'mobile'],
  ['Clients', 'Client', 'phone'],
];
/** A number as it is stored, without a country in the record, and as somebody may type it. */
const NUMBERS: readonly (readonly [stored: string, ...typed: string[]])[] = [
  ['0388 776 655', '0388 776 655', '0388776655', '(03) 8877-6655', '+61 3 8877 6655'],
  ['0412 345 678', '0412-345-678', '+61 412 345 678', '+61412345678', '412 345 678'],
  ['09 373 7999', '+64 9 373 7999'],
  ['020 7946 0018', '(020) 79460018', '+44 20 7946 0018'],
];

describe('A phone number without a country', () => {
  it.each(PLACES)('of %s is found in any form: %s.%s', async (path, type, field) => {
    const name = path === 'Clients' ? 'name' : path === 'Contacts' ? 'surname' : 'lastName';
    for (const [stored, ...typed] of NUMBERS) {
      const id = await create(path, { [name]: `Bare ${field}`, [field]: stored });
      for (const q of typed) {
        const hits = (await groupOf(type, q))?.hits;
        expect({ stored, q, hits }).toMatchObject({ hits: expect.arrayContaining([expect.objectContaining({ id })]) as unknown });
        expect(hits!.find((hit) => hit.id === id)).toMatchObject({ matched: [{ field, text: stored }] });
      }
      for (const q of ['+61 412 345 679', '+64 9 373 7998', '0388 776 65']) expect((await groupOf(type, q))?.hits ?? []).toEqual([]);
    }
  });

  it('is found as it is now, and is no reason to take contacts for the same', async () => {
    const ids = [
      await create('Contacts', { surname: 'Switch', phone: '0377 000 111' }),
      await create('Contacts', { surname: 'Board', phone: '0377000111' }),
    ];
    expect(new Set((await groupOf('Contact', '+61 377 000 111'))?.hits.map(({ id }) => id))).toEqual(new Set(ids));
    const pairs = await requestAs(service, ADMIN_KEY, 'get', '/api/Contacts/Duplicates?limit=1000').expect(200);
    const reasons = (pairs.body as { reasons: { type: string }[] }[]).flatMap((pair) => pair.reasons.map(({ type }) => type));
    expect(reasons).not.toContain('phone');
    await requestAs(service, ADMIN_KEY, 'put', `/api/Contacts/${ids[0]!}`).send({ phone: '0377 000 112' }).expect(200);
    expect((await groupOf('Contact', '+61 377 000 111'))?.hits).toMatchObject([{ id: ids[1] }]);
    expect((await groupOf('Contact', '0377 000 112'))?.hits).toMatchObject([{ id: ids[0] }]);
    await requestAs(service, ADMIN_KEY, 'put', `/api/Contacts/${ids[0]!}`).send({ countryCode: 'AU' }).expect(200);
    expect((await groupOf('Contact', '+61 377 000 112'))?.hits).toMatchObject([{ id: ids[0], matched: [{ field: 'phone' }] }]);
  });

  it('of more than 500 records may be that of others, too, and the search says so', async () => {
    const ours = await create('Divisions', { name: 'Ours' });
    await create('Divisions', { name: 'Theirs' });
    const roleID = await create('Roles', { name: 'Reader', scopes: ROLE_SCOPES.filter((scope) => scope.startsWith('contacts:')) });
    const { key } = await createKey(service, {
      name: 'Reader',
      userID: await createUser(service, { name: 'Reader', roleID, divisionIDs: [ours] }),
    });
    const insert = (count: number, division: string) =>
      requestAs(service, ADMIN_KEY, 'post', '/api/Contacts/Import')
        .set('Content-Type', 'text/csv')
        .send(`surname,phone,divisions\n${'Many,0355 123 456,'.concat(division, '\n').repeat(count)}`)
        .expect(200);
    await insert(498, 'Theirs');
    await insert(1, 'Ours');
    await insert(1, 'Theirs');
    expect(await groupOf('Contact', '(03) 5512-3456', key)).toMatchObject({ hits: [{ matched: [{ field: 'phone' }] }], hasMore: false });
    await insert(1, 'Theirs');
    expect(await groupOf('Contact', '(03) 5512-3456', key)).toMatchObject({ hits: [{ matched: [{ field: 'phone' }] }], hasMore: true });
  });
});
