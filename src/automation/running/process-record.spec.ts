import { resultOf, type ActionResult } from './process-record';

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
