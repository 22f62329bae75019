import { ROLE_SCOPES } from '../src/core/terms/role-scopes';
import { named, type Body } from './support/api-client';
import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';

type Method = 'get' | 'post' | 'put' | 'delete';
interface PairBody {
  readonly records: readonly { readonly id: number }[];
  readonly reasons: readonly { readonly type: string; readonly value: string }[];
}

const ADMINISTRATOR = 1;
const BORN = '1983-02-17';

let service: TestApp;
let divisions: number[];
/** Of somebody who sees one of the two divisions, and of somebody who sees no dates of birth. */
let [northern, discreet] = ['', ''];

const as = (key: string, method: Method, path: string, body?: object) => requestAs(service, key, method, `/api/${path}`).send(body);
async function created(path: string, body: object, key = ADMIN_KEY): Promise<number> {
  const response = await as(key, 'post', path, named(path, body));
  expect([response.status, response.body]).toEqual([201, response.body]);
  return (response.body as { id: number }).id;
}
async function candidateIn(division: number, body: object): Promise<number> {
  const id = await created('Candidates?allowDuplicate=true', body);
  await as(ADMIN_KEY, 'put', `Candidates/${id}/Assignment`, { divisionIDs: [division] }).expect(200);
  return id;
}
const pairsSeenBy = async (key: string, query = ''): Promise<{ pairs: PairBody[]; total: number; link?: string }> => {
  const { body, headers } = await as(key, 'get', `Candidates/Duplicates?${query}`).expect(200);
  return { pairs: body as PairBody[], total: Number(headers['x-total-count']), link: headers['link'] };
};
const idsOf = (pairs: readonly PairBody[]): number[][] => pairs.map(({ records }) => records.map(({ id }) => id));

beforeAll(async () => {
  service = await startApp(WITH_ADMIN);
  divisions = [await created('divisions', { name: 'North' }), await created('divisions', { name: 'South' })];
  const userID = await createUser(service, { name: 'Northern', roleID: ADMINISTRATOR, divisionIDs: [divisions[0]] });
  northern = (await createKey(service, { name: 'Northern', userID })).key;
  const scopes = ROLE_SCOPES.filter((each) => !/^(personal-data|pay|automation|changes|payroll|administration)/.test(each));
  const roleID = await created('Roles', { name: 'Discreet', scopes });
  discreet = (await createKey(service, { name: 'Discreet', userID: await createUser(service, { name: 'Discreet', roleID }) })).key;
});
afterAll(() => service.close());

describe('A caller who sees one division', () => {
  it('is shown pairs only of records that are seen, and counts only those', async () => {
    const [north, south] = divisions as [number, number];
    const email1 = 'both@divisions.example.com';
    const ids = [await candidateIn(north, { email1 }), await candidateIn(south, { email1 }), await candidateIn(north, { email1 })];
    expect(idsOf((await pairsSeenBy(ADMIN_KEY)).pairs)).toHaveLength(3);
    const { pairs, total } = await pairsSeenBy(northern);
    expect(idsOf(pairs)).toEqual([[ids[0], ids[2]]]);
    expect(total).toBe(1);
  });

  it('is not refused because of a record that is hidden', async () => {
    const hidden = { email2: 'hidden@example.com', firstName: 'Hid', lastName: 'Den', dateOfBirth: BORN };
    await candidateIn(divisions[1]!, hidden);
    await created('Candidates', hidden, northern);
    await as(ADMIN_KEY, 'post', 'Candidates', { lastName: 'Seen', email1: 'hidden@example.com' }).expect(409);
  });

  it('can neither dismiss nor merge a record that is hidden', async () => {
    const [north, south] = divisions as [number, number];
    const [seen, hidden] = [await candidateIn(north, {}), await candidateIn(south, {})];
    const none = 2_147_483_647;
    for (const path of ['Dismiss', 'Reconsider']) {
      const [ofHidden, ofNone] = [hidden, none].map((id) => as(northern, 'post', `Candidates/Duplicates/${path}`, { ids: [seen, id] }));
      expect((await ofHidden!.expect(400)).body).toEqual((await ofNone!.expect(400)).body);
    }
    await as(northern, 'post', `Candidates/${seen}/Merge`, { candidateIDs: [hidden] }).expect(404);
  });
});

describe('A caller who sees no dates of birth', () => {
  const born = { firstName: 'Quill', lastName: 'Feather', dateOfBirth: BORN };

  it('is not shown pairs because of them, nor their number, nor a cursor of those who are', async () => {
    const [one] = [await candidateIn(divisions[0]!, born), await candidateIn(divisions[0]!, born)];
    const all = await pairsSeenBy(ADMIN_KEY);
    const reason = { type: 'nameAndDateOfBirth', value: `Quill Feather, ${BORN}` };
    expect(all.pairs.filter(({ records }) => records[0]?.id === one).map(({ reasons }) => reasons)).toEqual([[reason]]);
    const seen = await pairsSeenBy(discreet);
    expect(JSON.stringify(seen)).not.toMatch(/Quill|1983/);
    expect(seen.total).toBe(seen.pairs.length);
    const { link = '' } = await pairsSeenBy(ADMIN_KEY, 'limit=1');
    await as(discreet, 'get', `Candidates/Duplicates?limit=1&cursor=${/cursor=([\w-]+)/.exec(link)?.[1]}`).expect(400);
  });

  it('is shown a pair with another reason without this one', async () => {
    const more = { ...born, lastName: 'Feathers', email1: 'quill@example.com' };
    const [one] = [await candidateIn(divisions[0]!, more), await candidateIn(divisions[0]!, more)];
    const ofOne = ({ pairs }: { pairs: PairBody[] }) =>
      pairs.filter(({ records }) => records[0]?.id === one).map(({ reasons }) => reasons.map(({ type }) => type));
    expect(ofOne(await pairsSeenBy(ADMIN_KEY))).toEqual([['email', 'nameAndDateOfBirth']]);
    expect(ofOne(await pairsSeenBy(discreet))).toEqual([['email']]);
  });

  it('is not refused a name because of them', async () => {
    await candidateIn(divisions[0]!, { ...born, lastName: 'Known' });
    const id = await candidateIn(divisions[0]!, { ...born, lastName: 'Other' });
    await as(ADMIN_KEY, 'put', `Candidates/${id}/V2`, { lastName: 'Known' }).expect(409);
    const { body } = await as(discreet, 'put', `Candidates/${id}/V2`, { lastName: 'Known' }).expect(200);
    expect(body as Body).toMatchObject({ lastName: 'Known' });
  });
});

describe('A caller who may only read', () => {
  it('sees duplicates and changes nothing', async () => {
    const roleID = await created('Roles', { name: 'Reader', scopes: ['candidates:read'] });
    const { key } = await createKey(service, { name: 'Reader', userID: await createUser(service, { name: 'Reader', roleID }) });
    await pairsSeenBy(key);
    await as(key, 'get', 'Contacts/Duplicates').expect(403);
    for (const path of ['Duplicates/Dismiss', 'Duplicates/Reconsider'])
      await as(key, 'post', `Candidates/${path}`, { ids: [1, 2] }).expect(403);
    await as(key, 'post', 'Candidates/1/Merge', { candidateIDs: [2] }).expect(403);
  });
});
