import { startApp, type TestApp } from './support/app';
import { apiClient } from './support/api-client';
import { seedRecord } from './support/database';

let service: TestApp;
const { createRecord, expectProblem } = apiClient(() => service);
const createdAt = (text: string): { createdDate: Date } => ({ createdDate: new Date(text) });
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-20T02:00:00Z' });
  for (const [index, moment] of [
    '2026-05-31T23:59:59.999Z',
    '2026-06-01T00:00:00.000Z',
    '2026-06-02T12:00:00.000Z',
    '2026-06-02T12:00:00.001Z',
    '2026-06-02T23:59:59.999Z',
    '2026-06-03T00:00:00.000Z',
  ].entries()) {
    await seedRecord(service, 'Job', { id: index + 1, title: 'Ends', videoLink: '', stageID: 1, ...createdAt(moment) });
    await seedRecord(service, 'Contact', { id: index + 1, surname: 'Ends', ...createdAt(moment) });
  }
});
afterAll(() => service.close());

const idsOf = (body: unknown): number[] => (body as { id: number }[]).map(({ id }) => id).sort((one, other) => one - other);

describe('A time criterion includes both ends and not a millisecond more:', () => {
  it.each<[string, object, number[]]>([
    ['an interval of moments', { timeRange: '2026-06-01T00:00:00Z/2026-06-02T12:00:00Z' }, [2, 3]],
    ['an interval of days', { timeRange: '2026-06-01/2026-06-02' }, [2, 3, 4, 5]],
    ['from and to a moment', { createdDateFrom: '2026-06-01T00:00:00Z', createdDateTo: '2026-06-02T12:00:00Z' }, [2, 3]],
    ['to a moment with an offset', { createdDateTo: '2026-06-02T22:00:00+10:00' }, [1, 2, 3]],
  ])('%s', async (_, body, ids) => {
    expect(idsOf((await service.http.post('/api/Jobs/Search').send(body).expect(200)).body)).toEqual(ids);
  });

  it('a saved contact search', async () => {
    const { id } = await createRecord('Contacts/Searches', {
      createdDateFrom: '2026-06-01T00:00:00Z',
      createdDateTo: '2026-06-02T12:00:00Z',
    });
    expect(idsOf((await service.http.get(`/api/Contacts/Searches/${id}/Results`).expect(200)).body)).toEqual([2, 3]);
  });

  it.each<[string, object, number[]]>([
    ['"between" of moments', { operator: 'between', value: ['2026-06-01T00:00:00Z', '2026-06-02T12:00:00Z'] }, [2, 3]],
    ['"<=" of a moment', { operator: '<=', value: '2026-06-02T12:00:00Z' }, [1, 2, 3]],
    ['"<" of a moment', { operator: '<', value: '2026-06-02T12:00:00Z' }, [1, 2]],
    ['">" of a moment', { operator: '>', value: '2026-06-02T12:00:00Z' }, [4, 5, 6]],
  ])('a rule, %s', async (_, rule, ids) => {
    const filters = { combinator: 'and', rules: [{ field: 'createdDate', ...rule }] };
    expect(idsOf((await service.http.post('/api/Jobs/Query').send({ filters }).expect(200)).body)).toEqual(ids);
  });
});

describe('A number can have the largest value allowed and no larger one:', () => {
  it.each<[string, number, number]>([
    ['latitude', 90, 90.0000001],
    ['latitude', -90, -90.0000001],
    ['longitude', 180, 180.0000001],
    ['longitude', -180, -180.0000001],
    ['candidatesRequired', 2147483647, 2147483648],
  ])('%s %d, not %d', async (name, largest, larger) => {
    const other = name === 'latitude' ? { longitude: 0 } : name === 'longitude' ? { latitude: 0 } : {};
    expect(await createRecord('Jobs', { title: 'Largest', ...other, [name]: largest })).toMatchObject({ [name]: largest });
    expect(await expectProblem('post', 'Jobs', { title: 'Too large', ...other, [name]: larger }, 400)).toMatchObject({
      errors: [{ pointer: `/${name}` }],
    });
  });

  it('the limit of a page', async () => {
    await service.http.get('/api/Jobs?limit=1000').expect(200);
    await service.http.get('/api/Jobs?limit=1001').expect(400);
  });
});
