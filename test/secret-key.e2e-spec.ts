import { randomBytes } from 'node:crypto';
import { startApp, type TestApp } from './support/app';
import { queryRows } from './support/database';

const [FIRST, SECOND] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
const PATH = '/api/divisions/1/payroll-integration';
const credentials = (service: TestApp) =>
  queryRows<{ apiKey: string | null }>(service, 'SELECT apiKey FROM payroll_integration WHERE divisionID = 1');

describe('The secret key', () => {
  let service: TestApp;
  const environment = (more: object) => ({ DEMO_DATA: 'false', SECRET_KEY: FIRST, ...more });
  beforeAll(async () => {
    service = await startApp(environment({}));
    await service.http.post('/api/divisions').send({ name: 'North' }).expect(201);
    await service.http.put(PATH).send({ apiKey: 'of the connector' }).expect(200);
  });
  afterAll(() => service.close());

  it('of another database stops the start, and changes nothing', async () => {
    const before = await credentials(service);
    await service.stop();
    await expect(service.restart(environment({ SECRET_KEY: SECOND }))).rejects.toThrow('SECRET_KEY is not the key that encrypts');
    service = await service.restart(environment({}));
    expect(await credentials(service)).toEqual(before);
  });

  it('leaves everything under one key if the start fails after all', async () => {
    const sealed = () => queryRows(service, 'SELECT name, sealed FROM audit_key ORDER BY name');
    const [{ apiKey } = { apiKey: null }] = await credentials(service);
    const before = await sealed();
    // as if it were sealed with a third key
    await queryRows(service, 'UPDATE payroll_integration SET apiKey = (SELECT MAX(sealed) FROM audit_key) WHERE divisionID = 1');
    await service.stop();
    await expect(service.restart(environment({ SECRET_KEY: SECOND, SECRET_KEY_PREVIOUS: FIRST }))).rejects.toThrow(
      'SECRET_KEY is not the key',
    );
    await expect(service.restart(environment({}))).rejects.toThrow('encrypts the credentials');
    service = await service.restart(environment({ DISCARD_CREDENTIALS: 'true' }));
    expect(await sealed()).toEqual(before);
    expect(apiKey).not.toBeNull();
    await service.http.put(PATH).send({ apiKey: 'of the connector' }).expect(200);
  });

  it('can be replaced: what the former one encrypts is encrypted anew at the start', async () => {
    const [before] = await credentials(service);
    service = await service.restart(environment({ SECRET_KEY: SECOND, SECRET_KEY_PREVIOUS: FIRST }));
    const [after] = await credentials(service);
    expect(after?.apiKey).not.toBe(before?.apiKey);
    service = await service.restart(environment({ SECRET_KEY: SECOND }));
    expect((await service.http.get(PATH).expect(200)).body).toMatchObject({ apiKey: '<API_KEY>' });
  });

  it('that is lost can be given up with the credentials', async () => {
    service = await service.restart(environment({ SECRET_KEY: FIRST, DISCARD_CREDENTIALS: 'true' }));
    expect(await credentials(service)).toEqual([{ apiKey: null }]);
    expect((await service.http.get('/api/Audit?type=PayrollIntegration&source=service&limit=1').expect(200)).body).toEqual([
      expect.objectContaining({ recordID: 1, fields: { apiKey: { before: '<API_KEY>', after: '' } } }),
    ]);
  });
});
