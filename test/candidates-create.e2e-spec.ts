import { startApp, type TestApp } from './support/app';
import { asked, make } from './support/make';
import { pointersOf, speaking, type Body } from './support/speaking';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { made, found, listed, saved, removed, refused, told } = speaking(() => service);

describe('A candidate', () => {
  it('is made, read, listed, deleted and brought back', async () => {
    const body = {
      firstName: 'Grace',
      lastName: 'Nguyen',
      preferredName: 'Gracie',
      email1: 'grace@made.example.com',
      mobile: '0412 345 678',
      countryName: 'Australia',
      employmentHistories: [{ jobTitle: 'Digger' }],
    };
    const { body: answer, headers } = await service.http.post('/api/Candidates').send(body).expect(201);
    const { id } = answer as { id: number };
    expect(headers).toMatchObject({ location: `/api/Candidates/${id}`, etag: expect.stringMatching(/^"1-/) as string });
    expect(answer).toMatchObject({
      fullName: 'Grace Nguyen',
      candidateDisplayName: 'Gracie Nguyen',
      mobile_Standardised: '+61412345678',
      countryCode: 'AU',
      employmentHistories: [{ jobTitle: 'Digger' }],
      tags: false,
    });
    expect(await found(`Candidates/${id}`)).toEqual(answer);
    expect(await found(`Candidates/${id}/Assignment`)).toMatchObject({ ownerID: 1 });
    await removed(`Candidates/${id}`);
    await removed(`Candidates/${id}`);
    expect((await listed('Candidates')).map((each) => each['id'])).not.toContain(id);
    expect(await found(`Candidates/${id}`)).toMatchObject({ deleted: true });
    expect(await saved(`Candidates/${id}/V2`, { deleted: false })).toMatchObject({ deleted: false });
  });

  it('raises its events', async () => {
    const { id } = await made('Candidates', { optOut: true, isRedFlagged: true });
    await saved(`Candidates/${id}/V2`, { profileStatusID: 2, jobSeekingStatusID: 1 });
    await saved(`Candidates/${id}/V2`, { isRedFlagged: false, optOut: false });
    await saved(`Candidates/${id}/V2`, { isRedFlagged: true });
    await saved(`Candidates/${id}/V2`, { optOut: true });
    await removed(`Candidates/${id}`);
    await saved(`Candidates/${id}/V2`, { deleted: false });
    expect((await told('Candidate', id)).map(({ action, events }) => [action, ...events])).toEqual([
      ['created', 1, 8, 9],
      ['updated', 2, 3, 4],
      ['updated', 2],
      ['updated', 2, 8],
      ['updated', 2, 9],
      ['deleted', 11],
      ['restored', 2],
    ]);
  });

  it('that is deleted twice is told of once', async () => {
    const { id } = await made('Candidates');
    await Promise.all([removed(`Candidates/${id}`), removed(`Candidates/${id}`), removed(`Candidates/${id}`)]);
    expect((await told('Candidate', id)).flatMap(({ events }) => events)).toEqual([1, 11]);
  });

  it.each<[body: object, pointer: string]>([
    [{ email1: 'no address' }, '/email1'],
    [{ candidateClientID: 99_999 }, '/candidateClientID'],
    [{ employmentHistories: [{ startDate: '2020-01-02', endDate: '2020-01-01' }] }, '/employmentHistories/0/endDate'],
    [{ mergedIntoID: 1 }, '/mergedIntoID'],
  ])('is refused with %j, and nothing of it stays', async (body, pointer) => {
    const before = (await listed('Candidates?limit=1000')).length;
    expect(pointersOf(await refused('post', 'Candidates', body, 400))).toEqual([pointer]);
    expect(await listed('Candidates?limit=1000')).toHaveLength(before);
  });
});

describe('New candidates of one e-mail address', () => {
  it('that come at the same moment: one is made, and the others are told which', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.http.post('/api/Candidates').send({ email1: 'twenty@example.com' })),
    );
    const winner = answers.find(({ status }) => status === 201)?.body as Body;
    const losers = answers.filter(({ status }) => status !== 201);
    expect(losers).toHaveLength(19);
    expect(losers.map(({ body }) => body as Body)).toEqual(
      losers.map(
        () =>
          expect.objectContaining({
            status: 409,
            type: '/problems/duplicate-candidate',
            detail: expect.stringContaining(`candidate ${String(winner['id'])} `) as string,
          }) as Body,
      ),
    );
    expect(await asked(service, "SELECT id FROM candidate WHERE email1 = 'twenty@example.com'")).toHaveLength(1);
  });

  it('may be made where that is allowed, also at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        service.http.post('/api/Candidates?allowDuplicate=true').send({ email1: 'shared@made.example.com' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    await refused('post', 'Candidates', { email1: 'shared@made.example.com' }, 409);
    const ids = answers.map(({ body }) => (body as { id: number }).id);
    for (const id of ids) await saved(`Candidates/${id}/V2`, { jobTitle: 'Still here' });
  });

  it('may be made once the one who had it is deleted', async () => {
    const { id } = await made('Candidates', { email1: 'left@made.example.com' });
    await removed(`Candidates/${id}`);
    await made('Candidates', { email1: 'left@made.example.com' });
  });

  it('may be made deleted', async () => {
    await make(service, 'Candidate', { email1: 'ghost@made.example.com', emailKey: 'ghost@made.example.com' });
    expect(await made('Candidates', { email1: 'ghost@made.example.com', deleted: true })).toMatchObject({ deleted: true });
  });
});
