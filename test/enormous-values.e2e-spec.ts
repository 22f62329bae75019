import { startApp, type TestApp } from './support/app';

let service: TestApp;
beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.close());

/** Fills a body to almost the limit of 4 MB. A check that is not linear in its length takes minutes, and the test times out. */
const LONG = 3_900_000;

const query = (filters: unknown) => service.http.post('/api/Candidates/Query').send({ filters });
const rule = (field: string, operator: string, value: unknown) => ({ combinator: 'and', rules: [{ field, operator, value }] });

describe('enormous values', () => {
  it.each([
    ['number', 'id', '=', `${'1'.repeat(LONG)}E`],
    ['number with a fraction', 'minimumSalary', '<', `${'1'.repeat(LONG)}.`],
    ['blank number', 'id', '=', `${' '.repeat(LONG)}x`],
    ['date', 'createdDate', '>', `2026-01-01T00:00:00.${'0'.repeat(LONG)}x`],
    ['text', 'firstName', 'contains', 'x'.repeat(LONG)],
    ['list', 'id', 'in', '1,'.repeat(LONG / 2) + 'x'],
  ])('of a rule on a %s are rejected at once', async (_, field, operator, value) => {
    const { body } = await query(rule(field, operator, value)).expect(400);
    expect(body).toMatchObject({
      type: '/problems/invalid-request',
      errors: [{ pointer: expect.stringMatching(/^\/filters.*\/rules\/0\//) }],
    });
  });

  it('are rejected at once when a hundred rules have them', async () => {
    const rules = Array.from({ length: 100 }, () => ({ field: 'id', operator: '=', value: `${'1'.repeat(30_000)}E` }));
    const { body } = await query({ combinator: 'and', rules }).expect(400);
    expect(body.errors.length).toBeGreaterThan(1);
  });

  it('as 50,001 members of a body are rejected, and 50,000 are looked at', async () => {
    const send = (members: number) => {
      const body = Object.fromEntries(Array.from({ length: members }, (_, index) => [`k${index}`, 0]));
      return service.http.put('/api/Candidates/1/V2').send(body).expect(400);
    };
    expect((await send(50_001)).body).toMatchObject({ detail: 'The body has more than 50000 members.' });
    expect((await send(50_000)).body).toMatchObject({
      errors: expect.arrayContaining([{ pointer: '/k0', detail: 'is not a field; /api/docs lists those that are' }]) as unknown,
    });
  });

  it.each([
    ['put', '/api/Candidates/1/V2', 'employmentHistories', 'must have at most 100 items'],
    ['post', '/api/Candidates/Batch', 'operations', 'must be an array of 1 to 1000 items'],
    ['post', '/api/Jobs/Search', 'includeTags', 'must have at most 100 items'],
  ] as const)('as a list of objects are rejected without looking at each: %s %s %s', async (method, path, field, detail) => {
    const { body } = await service.http[method](path)
      .type('json')
      .send(`{"${field}":[${'{},'.repeat(LONG / 3)}{}]}`)
      .expect(400);
    expect(body).toMatchObject({ errors: [{ pointer: `/${field}`, detail }] });
  });

  it('as the text of a field are rejected without counting their characters', async () => {
    const { body } = await service.http
      .put('/api/Candidates/1/V2')
      .send({ firstName: 'x'.repeat(LONG) })
      .expect(400);
    expect(body).toMatchObject({ errors: [{ pointer: '/firstName', detail: 'must be at most 100 characters long' }] });
  });

  it('in a Content-Type are rejected at once', async () => {
    await service.http
      .post('/api/Candidates/Query')
      .set('Content-Type', `application/json${' '.repeat(14_000)}x`)
      .send('{}')
      .expect(415);
  });
});
