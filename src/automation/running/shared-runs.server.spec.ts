import '../../core/database/support/kind';
import { NEVER, rename, Runs } from './support/runs';
import { until } from './support/until';

describe('A run that several workers share', () => {
  let runs: Runs;
  beforeAll(async () => {
    runs = await Runs.open();
  });
  afterAll(() => runs.close());

  /** A run that has been planned. */
  const plannedRun = async (count: number): Promise<number> => {
    const run = await runs.queue(await runs.automation(await runs.contacts(count), [rename('Shared')]));
    await runs.stopAfter(1, run);
    return run;
  };
  /** Does some work while another worker is working on the records at some positions. */
  const whileLocked = async (run: number, positions: readonly number[], work: () => Promise<unknown>): Promise<void> => {
    const records = await runs.recordsOf(run);
    await runs.write(async ({ em }) => {
      for (const { position, recordID } of records)
        if (positions.includes(position))
          await em.query('SELECT recordID FROM automation_run_record WHERE runID = ? AND recordID = ? FOR UPDATE', [run, recordID]);
      await work();
    });
  };
  const processed = async (run: number): Promise<number[]> =>
    (await runs.recordsOf(run)).filter(({ outcome }) => outcome === 'processed').map(({ position }) => position);

  it('is helped with the records that nobody is working on, and ended by the worker that holds it', async () => {
    const run = await plannedRun(6);
    await whileLocked(run, [1, 2], async () => {
      await runs.executor().help(run, NEVER);
      expect(await processed(run)).toEqual([3, 4, 5, 6]);
      expect(await runs.runOf(run)).toMatchObject({ status: 'running', processed: 0 });
    });
    await runs.executor().execute(run, NEVER);
    expect(await runs.runOf(run)).toMatchObject({ status: 'completed', processed: 6, skipped: 0, failed: 0 });
    expect((await runs.recordsOf(run)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('does not end before those who help are done', async () => {
    const run = await plannedRun(4);
    let executing: Promise<void> | undefined;
    await whileLocked(run, [4], async () => {
      executing = runs.executor().execute(run, NEVER);
      await until(async () => (await processed(run)).length === 3);
      expect(await runs.runOf(run)).toMatchObject({ status: 'running' });
    });
    await executing;
    expect(await runs.runOf(run)).toMatchObject({ status: 'completed', processed: 4 });
  });

  it('is helped while it is executed, not when it waits or has ended', async () => {
    const run = await plannedRun(1);
    const shared = (): Promise<number[]> => runs.write((transaction) => runs.executor().shared(transaction, 'other'));
    expect(await shared()).not.toContain(run);
    const leased = async (until: string | null): Promise<void> =>
      void (await runs.write(({ em }) => em.query('UPDATE automation_run SET leaseUntil = ? WHERE id = ?', [until, run])));
    await leased('2099-01-01 00:00:00.000');
    expect(await shared()).toContain(run);
    await runs.write(({ em }) => em.query('UPDATE automation_run SET leaseOwner = NULL WHERE id = ?', [run]));
    expect(await shared()).not.toContain(run);
    await runs.executor().help(run, NEVER);
    expect(await processed(run)).toEqual([]);
  });
});
