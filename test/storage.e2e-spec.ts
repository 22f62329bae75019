import { DataSource } from 'typeorm';
import { SYSTEM_CALLER } from '../src/core/callers';
import { Transactions } from '../src/core/database';
import { startApp, type TestApp } from './support/app';
import { setClock } from './support/event-processing';

const SERVER = process.env['TEST_DATABASE_URL'];
const ready = async ({ http }: TestApp): Promise<[status: number, detail: unknown]> => {
  const { status, body } = await http.get('/health/ready');
  return [status, (body as { detail?: string }).detail];
};
const isAlive = async ({ http }: TestApp): Promise<void> => void (await http.get('/health/live').expect(200));

const FULL = 'The disk of the database is full. Nothing was saved.';
const READ_ONLY = 'The database is read-only. Nothing was saved.';
const CALL = "BEFORE INSERT ON activity FOR EACH ROW SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO =";

/** What keeps a database from storing anything, and how it ends. */
const FAILURES: readonly (readonly [what: string, begin: string, end: string, detail: string])[] = SERVER
  ? [
      ['is full', `CREATE TRIGGER failing ${CALL} 1021`, 'DROP TRIGGER failing', FULL],
      ['is read-only', `CREATE TRIGGER failing ${CALL} 1290`, 'DROP TRIGGER failing', READ_ONLY],
    ]
  : [
      ['is full', 'PRAGMA max_page_count = 1', 'PRAGMA max_page_count = 1073741823', FULL],
      ['is read-only', 'PRAGMA query_only = ON', 'PRAGMA query_only = OFF', READ_ONLY],
    ];

describe('A database', () => {
  it.each(FAILURES)('that %s makes writes fail with that reason, and the service not ready for a while', async (_, begin, end, detail) => {
    const service = await startApp({ DEMO_DATA: 'false' });
    try {
      const store = service.app.get(DataSource, { strict: false });
      const post = (notes: string) => service.http.post('/api/Activities').send({ typeID: 1, notes });
      await post('Before').expect(201);
      await store.query(begin);
      const { body } = await post('x'.repeat(60_000)).expect(503).expect('Retry-After', '30');
      expect(body).toMatchObject({ type: '/problems/storage-unavailable', detail });
      expect(await ready(service)).toEqual([503, detail]);
      await isAlive(service);
      expect((await service.http.get('/api/Activities').expect(200)).body).toHaveLength(1);
      await store.query(end);
      await post('After').expect(201);
      expect(await ready(service)).toEqual([503, detail]);
      await setClock(service, new Date(Date.now() + 60_000));
      expect(await ready(service)).toEqual([200, undefined]);
    } finally {
      await service.close();
    }
  });

  it.each(['write', 'read'] as const)('that a %s finds damaged is not written any more until the service is started again', async (how) => {
    const service = await startApp({ DEMO_DATA: 'false' });
    try {
      const transactions = service.app.get(Transactions, { strict: false });
      const damaged = Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' });
      await expect(transactions[how](SYSTEM_CALLER, () => Promise.reject(damaged))).rejects.toMatchObject({ status: 503 });
      await setClock(service, new Date(Date.now() + 3_600_000));
      const detail = 'The database is damaged: restore it from a backup.';
      expect((await service.http.post('/api/Activities').send({ typeID: 1 }).expect(503)).body).toMatchObject({ detail });
      expect(await ready(service)).toEqual([503, detail]);
      await service.http.get('/api/Activities').expect(200);
    } finally {
      await service.close();
    }
  });
});
