import { startApp, type TestApp } from './support/app';
import { asked, make } from './support/make';

type Body = Record<string, unknown>;

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const put = (id: number, body: object, query = '') => service.http.put(`/api/Candidates/${id}/V2${query}`).send(body);
const saved = async (id: number, body: object, query = ''): Promise<Body> => (await put(id, body, query).expect(200)).body as Body;
const found = async (id: number): Promise<Body> => (await service.http.get(`/api/Candidates/${id}`).expect(200)).body as Body;

const candidate = (): Promise<number> => make(service, 'Candidate');
async function candidateAt(email1: string): Promise<number> {
  const id = await candidate();
  await saved(id, { email1 });
  return id;
}

/** Refused because of the candidate that has the address. */
async function refused(id: number, body: object, holder: number): Promise<void> {
  const { body: problem } = await put(id, body)
    .expect(409)
    .expect('Content-Type', /application\/problem\+json/);
  expect(problem).toMatchObject({
    type: '/problems/duplicate-candidate',
    status: 409,
    detail: expect.stringMatching(new RegExp(`candidate ${holder} .*allowDuplicate=true`)),
  });
}

describe("an address that is another live candidate's", () => {
  it.each([
    ['the same', 'ann@one.example.com', 'ann@one.example.com'],
    ['in another case', 'Ann@Two.example.com', 'aNN@tWO.EXAMPLE.COM'],
    ['with an accent', 'zoe@three.example.com', 'Zoë@three.example.com'],
    ['in full width', 'ann@four.example.com', 'ａｎｎ@four.example.com'],
    ['with a ligature', 'offie@five.example.com', 'oﬃe@five.example.com'],
  ])('is refused: %s', async (_, theirs, ours) => {
    const holder = await candidateAt(theirs);
    await refused(await candidate(), { email1: ours }, holder);
  });

  it('leaves nothing of the change', async () => {
    const holder = await candidateAt('whole@example.com');
    const id = await candidate();
    const before = await saved(id, { jobTitle: 'Foreman', employmentHistories: [{ jobTitle: 'Digger' }] });
    await refused(id, { email1: 'whole@example.com', jobTitle: 'Engineer', employmentHistories: [] }, holder);
    expect(await found(id)).toEqual(before);
  });

  it('is taken when that is allowed, in any case of the word, and kept by every later change', async () => {
    await candidateAt('allowed@example.com');
    const id = await candidate();
    expect(await saved(id, { email1: 'allowed@example.com' }, '?ALLOWDUPLICATE=True')).toMatchObject({ email1: 'allowed@example.com' });
    expect(await saved(id, { email1: 'Allowed@example.com', jobTitle: 'Engineer' })).toMatchObject({
      email1: 'Allowed@example.com',
      jobTitle: 'Engineer',
    });
  });

  it.each(['?allowDuplicate=yes', '?allowDuplicate=', '?allowDuplicate=true&allowduplicate=true', '?force=true'])(
    'is not taken by %s',
    async (query) => {
      expect((await put(await candidate(), {}, query).expect(400)).body).toMatchObject({ errors: [{ in: 'query' }] });
    },
  );

  it('stays refused to a third candidate for as long as one of the two is there', async () => {
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

  it('can be had by a deleted candidate', async () => {
    await candidateAt('ghost@example.com');
    const id = await candidate();
    await saved(id, { deleted: true });
    expect(await saved(id, { email1: 'ghost@example.com' })).toMatchObject({ email1: 'ghost@example.com' });
  });
});

describe('no duplicates', () => {
  it.each([
    ['one that begins alike', 'bob@example.co', 'bob@example.com'],
    ['one with a sign that means anything to LIKE', 'b_b@like.example.com', 'bab@like.example.com'],
    ['another case of its own', 'own@example.com', undefined],
  ])('are %s', async (_, theirs, ours) => {
    const id = await candidateAt(theirs);
    await saved(ours ? await candidate() : id, { email1: ours ?? theirs.toUpperCase() });
  });

  it('are those without an address', async () => {
    await Promise.all([null, '', null].map(async (email1) => saved(await candidate(), { email1 })));
  });

  it('are the second addresses', async () => {
    await candidateAt('second@example.com');
    await saved(await candidate(), { email2: 'second@example.com', payrollEmail: 'second@example.com' });
  });
});

describe('several at the same moment', () => {
  const ten = async (): Promise<number[]> => Promise.all(Array.from({ length: 10 }, candidate));

  it('who want one new address: exactly one gets it, and the others are told who', async () => {
    const ids = await ten();
    const answers = await Promise.all(ids.map((id) => put(id, { email1: 'race@example.com', jobTitle: 'Runner' })));
    const winners = ids.filter((_, index) => answers[index]?.status === 200);
    expect(winners).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 200);
    expect(losers.map(({ body }) => body as Body)).toEqual(
      losers.map(() =>
        expect.objectContaining({ type: '/problems/duplicate-candidate', detail: expect.stringContaining(`candidate ${winners[0]} `) }),
      ),
    );
    const titles = await asked<{ id: number }>(service, "SELECT id FROM candidate WHERE jobTitle = 'Runner'");
    expect(titles.map(({ id }) => Number(id))).toEqual(winners);
  });

  it('who may share it: all get it', async () => {
    const ids = await ten();
    const answers = await Promise.all(ids.map((id) => put(id, { email1: 'shared@example.com' }, '?allowDuplicate=true')));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    await put(await candidate(), { email1: 'shared@example.com' }).expect(409);
  });

  it('who exchange their addresses: nobody has two, and none is lost', async () => {
    const [one, other] = [await candidateAt('left@example.com'), await candidateAt('right@example.com')];
    const answers = await Promise.all([put(one, { email1: 'right@example.com' }), put(other, { email1: 'left@example.com' })]);
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
  });
});
