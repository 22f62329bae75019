import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';

type Body = Record<string, unknown>;

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const put = (id: number, body: object, query = '') => service.http.put(`/api/Candidates/${id}/V2${query}`).send(body);
const saved = async (id: number, body: object, query = ''): Promise<Body> => (await put(id, body, query).expect(200)).body as Body;
const found = async (id: number): Promise<Body> => (await service.http.get(`/api/Candidates/${id}`).expect(200)).body as Body;

const candidate = (): Promise<number> => seedRecord(service, 'Candidate');
async function candidateAt(email1: string): Promise<number> {
  const id = await candidate();
  await saved(id, { email1 });
  return id;
}

/** Expects a conflict with the candidate who has the address. */
async function refused(id: number, body: object, holder: number): Promise<void> {
  const { body: problem } = await put(id, body)
    .expect(409)
    .expect('Content-Type', /application\/problem\+json/);
  expect(problem).toMatchObject({
    type: '/problems/duplicate-candidate',
    status: 409,
    detail: expect.stringMatching(new RegExp(`Candidate ${holder} .*allowDuplicate=true`)),
  });
}

describe('The e-mail address of another live candidate', () => {
  it.each([
    ['the same', 'ann@one.example.com', 'ann@one.example.com'],
    ['in another case', 'Ann@Two.example.com', 'aNN@tWO.EXAMPLE.COM'],
    ['with an accent', 'zoe@three.example.com', 'Zoë@three.example.com'],
    ['in full-width letters', 'ann@four.example.com', 'ａｎｎ@four.example.com'],
    ['with a ligature', 'offie@five.example.com', 'oﬃe@five.example.com'],
  ])('is rejected: %s', async (_, theirs, ours) => {
    const holder = await candidateAt(theirs);
    await refused(await candidate(), { email1: ours }, holder);
  });

  it('is rejected without saving anything of the change', async () => {
    const holder = await candidateAt('whole@example.com');
    const id = await candidate();
    const before = await saved(id, { jobTitle: 'Foreman', employmentHistories: [{ jobTitle: 'Digger' }] });
    await refused(id, { email1: 'whole@example.com', jobTitle: 'Engineer', employmentHistories: [] }, holder);
    expect(await found(id)).toEqual(before);
  });

  it('is accepted with allowDuplicate, in any case, and kept by every later change', async () => {
    await candidateAt('allowed@example.com');
    const id = await candidate();
    expect(await saved(id, { email1: 'allowed@example.com' }, '?ALLOWDUPLICATE=True')).toMatchObject({ email1: 'allowed@example.com' });
    expect(await saved(id, { email1: 'Allowed@example.com', jobTitle: 'Engineer' })).toMatchObject({
      email1: 'Allowed@example.com',
      jobTitle: 'Engineer',
    });
  });

  it.each(['?allowDuplicate=yes', '?allowDuplicate=', '?allowDuplicate=true&allowduplicate=true', '?force=true'])(
    'is not accepted with %s',
    async (query) => {
      expect((await put(await candidate(), {}, query).expect(400)).body).toMatchObject({ errors: [{ in: 'query' }] });
    },
  );

  it('stays rejected for a third candidate while one of the two still has it', async () => {
    const [first, second, third] = [await candidateAt('third@example.com'), await candidate(), await candidate()];
    await saved(second, { email1: 'third@example.com' }, '?allowDuplicate=true');
    await refused(third, { email1: 'third@example.com' }, first);
    await saved(first, { email1: 'elsewhere@example.com' });
    await refused(third, { email1: 'third@example.com' }, second);
    await refused(first, { email1: 'third@example.com' }, second);
    await saved(second, { email1: null });
    await saved(third, { email1: 'third@example.com' });
  });

  it('is free once its candidate is deleted, who then cannot be restored with it', async () => {
    const first = await candidateAt('back@example.com');
    await saved(first, { deleted: true });
    const second = await candidateAt('back@example.com');
    await refused(first, { deleted: false }, second);
    expect(await found(first)).toMatchObject({ deleted: true, email1: 'back@example.com' });
    await saved(first, { deleted: false }, '?allowDuplicate=true');
    await refused(await candidate(), { email1: 'back@example.com' }, first);
  });

  it('can be given to a deleted candidate', async () => {
    await candidateAt('ghost@example.com');
    const id = await candidate();
    await saved(id, { deleted: true });
    expect(await saved(id, { email1: 'ghost@example.com' })).toMatchObject({ email1: 'ghost@example.com' });
  });
});

describe('No duplicate', () => {
  it.each([
    ['an address with the same beginning', 'bob@example.co', 'bob@example.com'],
    ['an address with a LIKE wildcard', 'b_b@like.example.com', 'bab@like.example.com'],
    ['its own address in another case', 'own@example.com', undefined],
  ])('is %s', async (_, theirs, ours) => {
    const id = await candidateAt(theirs);
    await saved(ours ? await candidate() : id, { email1: ours ?? theirs.toUpperCase() });
  });

  it('is a candidate without an address', async () => {
    await Promise.all([null, '', null].map(async (email1) => saved(await candidate(), { email1 })));
  });

  it('is an address for the payroll', async () => {
    await candidateAt('second@example.com');
    await saved(await candidate(), { payrollEmail: 'second@example.com' });
  });
});

describe('Concurrent requests', () => {
  const ten = async (): Promise<number[]> => Promise.all(Array.from({ length: 10 }, candidate));

  it('for one new address: exactly one succeeds, and the errors of the others name the candidate that has it', async () => {
    const ids = await ten();
    const responses = await Promise.all(ids.map((id) => put(id, { email1: 'race@example.com', jobTitle: 'Runner' })));
    const winners = ids.filter((_, index) => responses[index]?.status === 200);
    expect(winners).toHaveLength(1);
    const losers = responses.filter(({ status }) => status !== 200);
    expect(losers.map(({ body }) => body as Body)).toEqual(
      losers.map(() =>
        expect.objectContaining({ type: '/problems/duplicate-candidate', detail: expect.stringContaining(`Candidate ${winners[0]} `) }),
      ),
    );
    const titles = await queryRows<{ id: number }>(service, "SELECT id FROM candidate WHERE jobTitle = 'Runner'");
    expect(titles.map(({ id }) => Number(id))).toEqual(winners);
  });

  it('for one address with allowDuplicate: all succeed', async () => {
    const ids = await ten();
    const responses = await Promise.all(ids.map((id) => put(id, { email1: 'shared@example.com' }, '?allowDuplicate=true')));
    expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 200));
    await put(await candidate(), { email1: 'shared@example.com' }).expect(409);
  });

  it('that swap addresses: no address is used twice, and none is lost', async () => {
    const [one, other] = [await candidateAt('left@example.com'), await candidateAt('right@example.com')];
    const responses = await Promise.all([put(one, { email1: 'right@example.com' }), put(other, { email1: 'left@example.com' })]);
    expect(responses.map(({ status }) => status)).toEqual([409, 409]);
  });
});
