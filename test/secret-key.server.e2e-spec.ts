import { startApp, type TestApp } from './support/app';
import { queryRows } from './support/database';

const [FORMER, NEW] = ['a'.repeat(64), 'b'.repeat(64)];
const PATH = '/api/divisions/1/payroll-integration';

describe('The secret key of several processes', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ DEMO_DATA: 'false', SECRET_KEY: FORMER, SECRET_KEY_PREVIOUS: NEW });
    await service.http.post('/api/divisions').send({ name: 'North' }).expect(201);
  });
  afterAll(() => service.close());

  it('is replaced without an interruption if each process knows both keys first', async () => {
    const created = await service.http.post('/api/Clients').send({ name: 'Harbour' }).expect(201);
    const { id } = created.body as { id: number };
    const [sealedBefore] = await queryRows(service, "SELECT sealed FROM audit_key WHERE name LIKE 'chain/%'");
    const upgraded = await service.twin({ DEMO_DATA: 'false', SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: FORMER });
    try {
      const [sealed] = await queryRows(service, "SELECT sealed FROM audit_key WHERE name LIKE 'chain/%'");
      expect(sealed).not.toEqual(sealedBefore);
      let before = 'Harbour';
      for (const [process, name] of [
        [service, 'Port'],
        [upgraded, 'Quay'],
        [service, 'Pier'],
      ] as const) {
        await process.http.put(`/api/Clients/${id}`).send({ name }).expect(200);
        await process.http
          .put(PATH)
          .send({ apiKey: `of ${name}` })
          .expect(200);
        for (const reader of [service, upgraded]) {
          const [last] = (await reader.http.get(`/api/Clients/${id}/History`).expect(200)).body as [{ fields: object }];
          expect(last.fields).toMatchObject({ name: { before, after: name } });
          expect((await reader.http.get(`${PATH}/Credentials`).expect(200)).body).toMatchObject({ apiKey: `of ${name}` });
        }
        before = name;
      }
    } finally {
      await upgraded.close();
    }
  });
});
