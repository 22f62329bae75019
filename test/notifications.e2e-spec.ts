import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord, inTransaction } from './support/database';

const KEY = 'of-user-two';
const NOW = '2026-11-20T02:00:00.000Z';
let service: TestApp;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: NOW });
  for (const name of ['One', 'Two']) await seedRecord(service, 'User', { name, isActive: true, version: 1 });
});
afterAll(() => service.close());
beforeEach(() => queryRows(service, 'DELETE FROM notification'));

const notifyUser = async (userID: number, message: string): Promise<void> => {
  const { notify } = await import('../src/notifications/index.js');
  await inTransaction(service, (transaction) => notify(transaction, [{ userID, message, about: { type: 'Job', id: 7 } }]));
};
interface Notification {
  id: number;
  message: string;
  readDate?: string;
}
const list = async (query = '') => (await service.http.get(`/api/Me/Notifications${query}`).expect(200)).body as Notification[];
const mark = (id: number, status = 200) => service.http.post(`/api/Me/Notifications/${id}/Read`).expect(status);

describe('Notifications', () => {
  it('are the caller’s own, the newest first', async () => {
    await notifyUser(1, 'First');
    await notifyUser(2, KEY);
    await notifyUser(1, 'Second');
    const listed = await list();
    expect(listed.map(({ message }) => message)).toEqual(['Second', 'First']);
    expect(listed[0]).toEqual({
      id: listed[0]!.id,
      message: 'Second',
      aboutType: 'Job',
      aboutId: 7,
      automationId: null,
      runId: null,
      createdDate: expect.stringMatching(/^2026-11-20T02:0/) as string,
    });
  });

  it('are returned page by page', async () => {
    for (const message of ['a', 'b', 'c']) await notifyUser(1, message);
    const first = await service.http.get('/api/Me/Notifications?limit=2').expect(200);
    expect([(first.body as Notification[]).map(({ message }) => message), first.headers['x-total-count']]).toEqual([['c', 'b'], '3']);
    const next = /<([^>]+)>/.exec(first.headers['link'] as string)![1]!;
    expect(((await service.http.get(next).expect(200)).body as Notification[]).map(({ message }) => message)).toEqual(['a']);
    await service.http.get(next.replace('limit=2', 'limit=2&unread=true')).expect(400);
  });

  it('are marked as read once', async () => {
    await notifyUser(1, 'Read me');
    await notifyUser(1, 'And me');
    const [, { id }] = (await list()) as [Notification, Notification];
    const { body } = (await mark(id)) as { body: Notification };
    expect(body).toMatchObject({ id, message: 'Read me', readDate: expect.stringMatching(/^2026-11-20T02:0/) as string });
    expect((await mark(id)).body).toEqual(body);
    expect((await list('?unread=true')).map(({ message }) => message)).toEqual(['And me']);
    expect(await list()).toHaveLength(2);
  });

  it('of other users return 404', async () => {
    await notifyUser(2, 'Not yours');
    const [{ id }] = (await queryRows<{ id: number }>(service, 'SELECT id FROM notification')) as [{ id: number }];
    expect((await mark(id, 404)).body).toMatchObject({ detail: `Notification of yours ${id} not found.` });
    expect(await queryRows(service, 'SELECT id FROM notification WHERE readDate IS NOT NULL')).toEqual([]);
  });

  it.each(['?limit=0', '?unread=perhaps', '?userId=2'])('reject the query %s', (query) =>
    service.http.get(`/api/Me/Notifications${query}`).expect(400),
  );
});
