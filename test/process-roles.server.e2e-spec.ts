import { startApp, type TestApp } from './support/app';
import { addTag, Automations, idIn } from './support/automations';
import { samplesOf } from './support/metrics';

describe('Of two processes, one that answers requests and one that works in the background', () => {
  let web: TestApp;
  beforeAll(async () => {
    web = await startApp({ DEMO_DATA: 'false', ROLES: 'web' });
  });
  afterAll(() => web.close());

  it('each does its part, and says so', async () => {
    const { body: contact } = (await web.http.post('/api/Contacts').send({ surname: 'Ng' }).expect(201)) as { body: { id: number } };
    const automations = new Automations(web);
    const automation = await automations.save({ name: 'Tag', filters: idIn(contact.id), actions: [addTag('Seen')] });
    const path = await automations.queue(automation.id);
    expect((await web.http.get('/health/ready').expect(200)).body).toEqual({ status: 'ok', roles: ['web'] });
    const worker = await web.twin({ DEMO_DATA: 'false', ROLES: 'worker' });
    try {
      expect(await automations.waitForRun(path)).toMatchObject({ status: 'completed', processed: 1 });
      expect([await actionsOf(web), await actionsOf(worker)]).toEqual([0, 1]);
      expect((await worker.http.get('/health/ready').expect(200)).body).toEqual({ status: 'ok', roles: ['worker'] });
      await worker.http.get('/health/live').expect(200);
      await worker.http.get('/metrics').expect(200);
      const refused = await worker.http.get('/api/Contacts').expect(404);
      expect(refused.body).toMatchObject({
        type: '/problems/not-found',
        detail: 'This process works in the background (ROLES=worker). Send requests to one with the role web.',
      });
    } finally {
      await worker.close();
    }
  });

  it('the feed shows at once what the one that answers has saved', async () => {
    const { body } = (await web.http.post('/api/Contacts').send({ surname: 'Lee' }).expect(201)) as { body: { id: number } };
    const { body: changes } = (await web.http.get('/api/Changes?limit=1000').expect(200)) as {
      body: { recordID: number; recordType: string }[];
    };
    expect(changes.map(({ recordID }) => recordID)).toContain(body.id);
  });
});

/** How many actions of automations a process has done. */
async function actionsOf(service: TestApp): Promise<number> {
  const samples = samplesOf((await service.http.get('/metrics').expect(200)).text);
  return samples['automation_actions_total{type="addTag",outcome="done"}'] ?? 0;
}
