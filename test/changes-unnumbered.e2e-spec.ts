import { startApp, type TestApp } from './support/app';

let service: TestApp;
/** Ends the numbering that does not end by itself. */
let end: () => void;
beforeEach(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterEach(() => service.close());

/** @param outcome of each numbering, until the result is called */
async function numberingBecomes(outcome: () => Promise<never>): Promise<() => void> {
  const { Transactions } = await import('../src/core/database/index.js');
  const { numberChanges } = await import('../src/core/changes/numbering.js');
  const transactions = service.app.get(Transactions, { strict: false });
  const write = transactions.write.bind(transactions);
  const spy = jest
    .spyOn(transactions, 'write')
    .mockImplementation((caller, work) => ((work as unknown) === numberChanges ? outcome() : write(caller, work)));
  return () => spy.mockRestore();
}

describe('While the numbering of changes', () => {
  it.each<[string, () => Promise<never>]>([
    ['fails', () => Promise.reject(new Error('The node is lost.'))],
    ['does not end', () => new Promise<never>((_, reject) => (end = () => reject(new Error('It has been ended.'))))],
  ])('%s, the feed says when to try again, and shows everything later', async (_, outcome) => {
    end = () => undefined;
    const heal = await numberingBecomes(outcome);
    const { body: created } = await service.http.post('/api/Opportunities').send({ name: 'Not numbered' }).expect(201);
    for (const path of ['Changes?after=0', 'Changes/Stream']) {
      const { body } = await service.http.get(`/api/${path}`).expect(503).expect('Retry-After', '1');
      expect(body).toMatchObject({
        type: '/problems/unavailable',
        detail: 'The latest changes could not be numbered yet. Try again in a moment.',
      });
    }
    heal();
    end();
    const { body: changes } = await service.http.get('/api/Changes?after=0&types=Opportunity').expect(200);
    expect(changes).toMatchObject([{ recordID: (created as { id: number }).id }]);
  });
});
