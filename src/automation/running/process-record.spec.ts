import '../../core/database/support/kind';
import { resultOf, type ActionResult } from './process-record';
import { NEVER, NOW, rename, reportTo, Runs, tag } from './support/runs';

describe('What became of a record', () => {
  const action = (outcome: ActionResult['outcome'], detail?: string): ActionResult => ({ id: outcome, type: 'addTag', outcome, detail });

  it.each<[string, ActionResult[], object]>([
    ['is processed without actions', [], { outcome: 'processed' }],
    ['is processed when something was done', [action('done')], { outcome: 'processed' }],
    ['is processed when nothing had to be done', [action('unchanged')], { outcome: 'processed' }],
    ['is processed when one of its actions was left out', [action('skipped', 'no owner'), action('done')], { outcome: 'processed' }],
    [
      'is skipped when all were, for the reason of the first',
      [action('skipped', 'no owner'), action('skipped', 'no number')],
      { outcome: 'skipped', reason: 'no owner' },
    ],
  ])('%s', (_, actions, expected) => {
    expect(resultOf(actions)).toEqual({ ...expected, actions });
  });
});

describe('The actions on a record', () => {
  let runs: Runs;
  beforeAll(async () => {
    runs = await Runs.open();
  });
  afterAll(() => runs.close());

  const email = { type: 'sendEmail', params: { subject: 'Hello', body: 'News' } };

  it('are left out where a person has had enough messages, and alone are no reason to count it as processed', async () => {
    const ids = await runs.contacts(1, () => ({ email: 'ann@example.com' }));
    const outcomes: unknown[] = [];
    for (const actions of [[email, email, rename('Told')], [email]]) {
      const run = await runs.queue(await runs.automation(ids, actions));
      await runs.executor(NOW, 1).execute(run, NEVER);
      const [record] = await runs.recordsOf(run);
      outcomes.push([record?.outcome, record?.reason, await runs.actionsOf(run)]);
    }
    expect(outcomes).toEqual([
      ['processed', null, [['done', 'skipped', 'done']]],
      ['skipped', expect.stringContaining('daily limit: 1'), [['skipped']]],
    ]);
  });

  it('that changed nothing are not undone when a later one fails', async () => {
    const [boss] = (await runs.contacts(1)) as [number];
    const run = await runs.executed([boss], [tag('Same'), tag('Same'), reportTo(boss)]);
    expect(await runs.actionsOf(run)).toEqual([['undone', 'unchanged', 'failed']]);
  });

  it('fail where there is nothing that they could be done to, and say so', async () => {
    const action = { type: 'updateField', params: { field: 'industry', value: 'Fishing', target: 'client' } };
    const run = await runs.executed(await runs.contacts(1), [action]);
    expect(await runs.recordsOf(run)).toMatchObject([{ outcome: 'failed', reason: 'This contact has no client.' }]);
  });
});
