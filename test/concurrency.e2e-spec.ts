import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';

type Body = Record<string, unknown>;

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const put = (id: number, body: object) => service.http.put(`/api/Candidates/${id}/V2`).send(body);
const found = async (path: string): Promise<Body> => (await service.http.get(path).expect(200)).body as Body;
const atOnce = <T>(amount: number, request: (index: number) => PromiseLike<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: amount }, async (_, index) => request(index)));
const statuses = (responses: { status: number }[]): number[] => responses.map(({ status }) => status).sort();

describe('Concurrent callers', () => {
  it('lose nothing when they change different fields of one candidate', async () => {
    const id = await seedRecord(service, 'Candidate');
    const fields = Array.from({ length: 30 }, (_, index) => `customField${index + 1}`);
    const responses = await atOnce(30, (index) => put(id, { [fields[index] ?? '']: `from ${index}` }));
    expect(statuses(responses)).toEqual(responses.map(() => 200));
    expect(await found(`/api/Candidates/${id}`)).toMatchObject(Object.fromEntries(fields.map((field, index) => [field, `from ${index}`])));
    const [beside] = await queryRows<Body>(service, 'SELECT * FROM candidate_text WHERE id = ?', [id]);
    expect(beside).toMatchObject(Object.fromEntries(fields.map((field, index) => [field, `from ${index}`])));
  });

  it('leave one complete change when they change the same fields', async () => {
    const id = await seedRecord(service, 'Candidate');
    await atOnce(30, (index) =>
      put(id, { firstName: `first ${index}`, lastName: `last ${index}`, employmentHistories: [{ jobTitle: `job ${index}` }] }),
    );
    const { firstName, lastName, fullName, employmentHistories } = await found(`/api/Candidates/${id}`);
    const winner = String(firstName).replace('first ', '');
    expect({ lastName, fullName, employmentHistories }).toMatchObject({
      lastName: `last ${winner}`,
      fullName: `first ${winner} last ${winner}`,
      employmentHistories: [{ jobTitle: `job ${winner}` }],
    });
  });

  it('use an e-mail address only once', async () => {
    const ids = await atOnce(20, () => seedRecord(service, 'Candidate'));
    const responses = await atOnce(20, (index) =>
      put(ids[index] ?? 0, { email1: index % 2 ? 'wanted@example.com' : 'Wanted@Example.com', jobTitle: 'Engineer' }),
    );
    expect(statuses(responses)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const holders = await queryRows<Body>(service, "SELECT id, jobTitle FROM candidate WHERE LOWER(email1) = 'wanted@example.com'");
    expect(holders).toHaveLength(1);
    const details = responses.filter(({ status }) => status === 409).map(({ body }) => String((body as Body)['detail']));
    expect(details.filter((detail) => detail.includes(`Candidate ${String(holders[0]?.['id'])} already has`))).toHaveLength(19);
  });

  it('read every list of settings complete, and leave one of them', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `setting ${index}`);
    const save = (value: string) => service.http.post('/api/Configuration/JobPosting').send(names.map((type) => ({ type, value })));
    const read = async (): Promise<string[]> => {
      const { body } = await service.http.get('/api/Configuration/JobPosting').expect(200);
      return (body as { type: string; value: string }[]).filter(({ type }) => names.includes(type)).map(({ value }) => value);
    };
    await save('at first').expect(200);
    const [responses, seen] = await Promise.all([atOnce(20, (index) => save(`by ${index}`)), atOnce(20, read)]);
    expect(statuses(responses)).toEqual(responses.map(() => 200));
    for (const values of [...seen, await read()]) expect([values.length, new Set(values).size]).toEqual([10, 1]);
  });

  it('create the payroll settings of a division once', async () => {
    const id = await seedRecord(service, 'Division', { name: 'Construction' });
    const regions = (index: number) => ['NSW', 'VIC', 'QLD'].map((region) => ({ region, glGroupEmployee: index }));
    const responses = await atOnce(15, (index) =>
      service.http.put(`/api/divisions/${id}/payroll-integration`).send({ entityID: index, regionSettings: regions(index) }),
    );
    expect(statuses(responses)).toEqual(responses.map(() => 200));
    const { entityID, regionSettings } = await found(`/api/divisions/${id}/payroll-integration`);
    expect((regionSettings as Body[]).map(({ region, glGroupEmployee }) => [region, glGroupEmployee])).toEqual([
      ['NSW', entityID],
      ['VIC', entityID],
      ['QLD', entityID],
    ]);
  });

  it('can read while others write, and never see half of a change', async () => {
    const id = await seedRecord(service, 'Candidate');
    await put(id, { firstName: 'name 0', lastName: 'name 0' }).expect(200);
    const [responses, seen] = await Promise.all([
      atOnce(30, (index) => put(id, { firstName: `name ${index}`, lastName: `name ${index}` })),
      atOnce(60, () => found(`/api/Candidates/${id}`)),
    ]);
    expect(statuses(responses)).toEqual(responses.map(() => 200));
    for (const { firstName, lastName, fullName } of seen)
      expect([lastName, fullName]).toEqual([firstName, `${String(firstName)} ${String(firstName)}`]);
  });

  it('are each given the record that they asked for when they read at the same time', async () => {
    const ids = await atOnce(12, (index) => seedRecord(service, 'Candidate', { firstName: `name ${index}` }));
    const wanted = [...ids, 999_999, ids[0] ?? 0];
    const responses = await atOnce(42, (index) => service.http.get(`/api/Candidates/${wanted[index % wanted.length]}`));
    expect(responses.map(({ status, body }) => [status, (body as Body)['firstName']])).toEqual(
      responses.map((_, index) => {
        const at = ids.indexOf(wanted[index % wanted.length] ?? 0);
        return at === -1 ? [404, undefined] : [200, `name ${at}`];
      }),
    );
  });

  it('see a change once it has been acknowledged, however many read at the same time', async () => {
    const id = await seedRecord(service, 'Candidate');
    const others = atOnce(100, () => found(`/api/Candidates/${id}`));
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      await put(id, { firstName: name }).expect(200);
      const seen = await atOnce(10, () => found(`/api/Candidates/${id}`));
      expect(seen.map(({ firstName }) => firstName)).toEqual(seen.map(() => name));
    }
    await others;
  });
});
