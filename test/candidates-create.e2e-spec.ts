import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';
import { pointersOf, apiClient, type Body } from './support/api-client';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { createRecord, getRecord, listRecords, updateRecord, deleteRecord, expectProblem, changesTo } = apiClient(() => service);

describe('A candidate', () => {
  it('can be created, read, listed, deleted and restored', async () => {
    const body = {
      firstName: 'Grace',
      lastName: 'Nguyen',
      preferredName: 'Gracie',
      email1: 'grace@made.example.com',
      mobile: '0412 345 678',
      countryName: 'Australia',
      employmentHistories: [{ jobTitle: 'Digger' }],
    };
    const { body: response, headers } = await service.http.post('/api/Candidates').send(body).expect(201);
    const { id } = response as { id: number };
    expect(headers).toMatchObject({ location: `/api/Candidates/${id}`, etag: expect.stringMatching(/^"1-/) as string });
    expect(response).toMatchObject({
      fullName: 'Grace Nguyen',
      candidateDisplayName: 'Gracie Nguyen',
      mobile_Standardised: '+61412345678',
      countryCode: 'AU',
      employmentHistories: [{ jobTitle: 'Digger' }],
      tags: false,
    });
    expect(await getRecord(`Candidates/${id}`)).toEqual(response);
    expect(await getRecord(`Candidates/${id}/Assignment`)).toMatchObject({ ownerID: 1 });
    await deleteRecord(`Candidates/${id}`);
    await deleteRecord(`Candidates/${id}`);
    expect((await listRecords('Candidates')).map((each) => each['id'])).not.toContain(id);
    expect(await getRecord(`Candidates/${id}`)).toMatchObject({ deleted: true });
    expect(await updateRecord(`Candidates/${id}/V2`, { deleted: false })).toMatchObject({ deleted: false });
  });

  it('raises its events', async () => {
    const { id } = await createRecord('Candidates', { lastName: 'Ng', optOut: true, isRedFlagged: true });
    await updateRecord(`Candidates/${id}/V2`, { profileStatusID: 2, jobSeekingStatusID: 1 });
    await updateRecord(`Candidates/${id}/V2`, { isRedFlagged: false, optOut: false });
    await updateRecord(`Candidates/${id}/V2`, { isRedFlagged: true });
    await updateRecord(`Candidates/${id}/V2`, { optOut: true });
    await deleteRecord(`Candidates/${id}`);
    await updateRecord(`Candidates/${id}/V2`, { deleted: false });
    expect((await changesTo('Candidate', id)).map(({ action, events }) => [action, ...events])).toEqual([
      ['created', 1, 8, 9],
      ['updated', 2, 3, 4],
      ['updated', 2],
      ['updated', 2, 8],
      ['updated', 2, 9],
      ['deleted', 11],
      ['restored', 2],
    ]);
  });

  it('that is deleted twice raises one event', async () => {
    const { id } = await createRecord('Candidates', { lastName: 'Ng' });
    await Promise.all([deleteRecord(`Candidates/${id}`), deleteRecord(`Candidates/${id}`), deleteRecord(`Candidates/${id}`)]);
    expect((await changesTo('Candidate', id)).flatMap(({ events }) => events)).toEqual([1, 11]);
  });

  it.each<[body: object, pointer: string]>([
    [{ lastName: 'Ng', email1: 'no address' }, '/email1'],
    [{ candidateClientID: 99_999 }, '/candidateClientID'],
    [{ lastName: 'Ng', employmentHistories: [{ startDate: '2020-01-02', endDate: '2020-01-01' }] }, '/employmentHistories/0/endDate'],
    [{ mergedIntoID: 1 }, '/mergedIntoID'],
  ])('is rejected with %j, and nothing is saved', async (body, pointer) => {
    const before = (await listRecords('Candidates?limit=1000')).length;
    expect(pointersOf(await expectProblem('post', 'Candidates', body, 400))).toEqual([pointer]);
    expect(await listRecords('Candidates?limit=1000')).toHaveLength(before);
  });
});

describe('New candidates with one e-mail address', () => {
  it('created concurrently: one succeeds, and the errors of the others name it', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => service.http.post('/api/Candidates').send({ lastName: 'Ng', email1: 'twenty@example.com' })),
    );
    const winner = responses.find(({ status }) => status === 201)?.body as Body;
    const losers = responses.filter(({ status }) => status !== 201);
    expect(losers).toHaveLength(19);
    expect(losers.map(({ body }) => body as Body)).toEqual(
      losers.map(
        () =>
          expect.objectContaining({
            status: 409,
            type: '/problems/duplicate-candidate',
            detail: expect.stringContaining(`Candidate ${String(winner['id'])} `) as string,
          }) as Body,
      ),
    );
    expect(await queryRows(service, "SELECT id FROM candidate WHERE email1 = 'twenty@example.com'")).toHaveLength(1);
  });

  it('can all be created with allowDuplicate, also concurrently', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        service.http.post('/api/Candidates?allowDuplicate=true').send({ lastName: 'Ng', email1: 'shared@made.example.com' }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    await expectProblem('post', 'Candidates', { lastName: 'Ng', email1: 'shared@made.example.com' }, 409);
    const ids = responses.map(({ body }) => (body as { id: number }).id);
    for (const id of ids) await updateRecord(`Candidates/${id}/V2`, { jobTitle: 'Still here' });
  });

  it('can be created once the candidate who had it is deleted', async () => {
    const { id } = await createRecord('Candidates', { lastName: 'Ng', email1: 'left@made.example.com' });
    await deleteRecord(`Candidates/${id}`);
    await createRecord('Candidates', { lastName: 'Ng', email1: 'left@made.example.com' });
  });

  it('can be created as deleted', async () => {
    await seedRecord(service, 'Candidate', { lastName: 'Ng', email1: 'ghost@made.example.com', emailKey: 'ghost@made.example.com' });
    expect(await createRecord('Candidates', { lastName: 'Ng', email1: 'ghost@made.example.com', deleted: true })).toMatchObject({
      deleted: true,
    });
  });
});
