import { Metrics } from '../metrics';
import { DatabaseMetrics } from './database-metrics';
import { openStore, type TestStore } from './support/store';

const GAUGE = { name: 'things_waiting', help: 'Things.' };

describe('Gauges from the database', () => {
  let own: TestStore;
  let metrics: Metrics;
  let gauges: DatabaseMetrics;
  beforeEach(async () => {
    own = await openStore();
    metrics = new Metrics();
    gauges = new DatabaseMetrics(metrics, own.transactions);
  });
  afterEach(() => own.close());

  it('are read at a scrape, once for those that follow each other soon', async () => {
    let reads = 0;
    gauges.add(() => Promise.resolve([{ gauge: GAUGE, value: ++reads }]));
    const texts = await Promise.all([metrics.text(), metrics.text()]);
    for (const text of [...texts, await metrics.text()]) expect(text).toMatch(/^things_waiting 1$/m);
    expect(await metrics.text()).toMatch(/^database_up 1$/m);
  });

  it('are absent while the database cannot be read, and come back', async () => {
    let isDown = true;
    gauges.add(() => (isDown ? Promise.reject(new Error('gone')) : Promise.resolve([{ gauge: GAUGE, value: 3 }])));
    const text = await metrics.text();
    expect(text).toMatch(/^database_up 0$/m);
    expect(text).not.toMatch(/things_waiting/);
    isDown = false;
    expect(await metrics.text()).toMatch(/^things_waiting 3$/m);
    expect(await metrics.text()).toMatch(/^database_up 1$/m);
  });

  it('do not hold up a scrape when the database does not answer, nor ask it again meanwhile', async () => {
    let reads = 0;
    let answer: () => void = () => undefined;
    gauges.add(async () => {
      reads += 1;
      await new Promise<void>((resolve) => (answer = resolve));
      return [{ gauge: GAUGE, value: 5 }];
    });
    for (let scrape = 0; scrape < 2; scrape++) expect(await metrics.text()).toMatch(/^database_up 0$/m);
    expect(reads).toBe(1);
    answer();
    expect(await metrics.text()).toMatch(/^things_waiting 5$/m);
    expect(reads).toBe(1);
  });
});
