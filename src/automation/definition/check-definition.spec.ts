import '../../entities';
import { EVENTS } from '../catalogue/events';
import { actionDetailsOf, checkDefinition, problemsOf } from './check-definition';
import type { AutomationDefinition, CheckedDefinition } from './definition';

const circumstances = { now: new Date('2026-06-01T00:00:00Z'), timeZone: 'Australia/Sydney' };
const rule = (more: Partial<AutomationDefinition> = {}): AutomationDefinition => ({ triggerID: 3, eventID: 17, statusID: 1, ...more });
const check = (more: Partial<AutomationDefinition>): CheckedDefinition => checkDefinition(rule(more), circumstances);
const json = (value: unknown): string => JSON.stringify(value);

const NOTHING = [undefined, null, '', ' ', '{}', '[]', 'null'];
const TEXTS = ['filtersJSON', 'actionsJSON', 'scheduleMetaDataJSON', 'orderByJSON'] as const;
const combinations = [1, 2, 3].flatMap((triggerID) =>
  EVENTS.flatMap(({ id }) => [1, 2].map((statusID) => ({ triggerID, eventID: id, statusID }))),
);

describe('a rule that says nothing', () => {
  it('is accepted with every trigger, event and status', () => {
    expect(combinations).toHaveLength(3 * 69 * 2);
    for (const numbers of combinations) {
      for (const nothing of NOTHING) {
        const texts = Object.fromEntries(TEXTS.map((field) => [field, nothing]));
        expect({ ...numbers, errors: checkDefinition({ ...numbers, ...texts }, circumstances).errors }).toEqual({ ...numbers, errors: [] });
      }
    }
  });

  it('has no condition, no action, no order and no schedule', () => {
    expect(check({ triggerID: 2 })).toMatchObject({ condition: undefined, actions: [], order: [], schedule: undefined });
  });

  it('waits for the day itself when its event is a date', () => {
    expect(check({ triggerID: 1, eventID: 12 }).offset).toEqual({ timeZone: 'Australia/Sydney', offset: { amount: 0, unit: 'day' } });
    expect(check({ triggerID: 1, eventID: 17 }).offset).toBeUndefined();
    expect(check({ triggerID: 2, eventID: 12 }).offset).toBeUndefined();
  });
});

describe('an active rule', () => {
  it('is read as a whole', () => {
    const checked = check({
      triggerID: 2,
      filtersJSON: json({ combinator: 'and', rules: [{ field: 'surname', operator: 'beginsWith', value: 'B' }] }),
      actionsJSON: json([{ type: 'addTag', params: { tag: 'hot' } }]),
      scheduleMetaDataJSON: json({ schedule: { kind: 'daily', at: '09:00' } }),
      orderByJSON: json({ columnName: 'surname', isAscending: false }),
    });
    expect([checked.errors, checked.warnings]).toEqual([[], []]);
    expect(checked).toMatchObject({
      event: { id: 17 },
      record: { name: 'Contact' },
      condition: { kind: 'group' },
      actions: [{ type: 'addTag' }],
      schedule: { timeZone: 'Australia/Sydney', recurrence: { kind: 'daily' } },
      order: [{ isAscending: false }],
    });
    expect(actionDetailsOf(checked)).toBe('Add the tag "hot" (Other)');
  });

  it('says everyone', () => {
    expect(check({ filtersJSON: '{"all": true}' })).toMatchObject({ errors: [], condition: { kind: 'everyone' } });
  });

  it.each<[string, Partial<AutomationDefinition>, string, RegExp]>([
    ['filters that are no JSON', { filtersJSON: '{"combinator":' }, '/filtersJSON', /^must be JSON: /],
    ['actions that are no JSON', { actionsJSON: 'addTag' }, '/actionsJSON', /^must be JSON: Unexpected token/],
    [
      'a condition on an unknown field',
      { filtersJSON: json({ combinator: 'and', rules: [{ field: 'colour', operator: '=', value: 'red' }] }) },
      '/filtersJSON#/rules/0/field',
      /fields that the catalogue lists/,
    ],
    ['a condition that is a list', { filtersJSON: '[1]' }, '/filtersJSON#', /must be a group/],
    ['an unknown action', { actionsJSON: json([{ type: 'fly', params: {} }]) }, '/actionsJSON#/0/type', /must be one of/],
    ['an action without its tag', { actionsJSON: json([{ type: 'addTag', params: {} }]) }, '/actionsJSON#/0/params/tag', /is required/],
    [
      'a schedule without a time',
      { triggerID: 2, scheduleMetaDataJSON: json({ schedule: { kind: 'daily' } }) },
      '/scheduleMetaDataJSON#/schedule/at',
      /is required/,
    ],
    [
      'a schedule in no zone',
      { triggerID: 2, scheduleMetaDataJSON: json({ timeZone: 'Mars', schedule: { kind: 'daily', at: '09:00' } }) },
      '/scheduleMetaDataJSON#/timeZone',
      /IANA/,
    ],
    [
      'a broken schedule that it does not use',
      { triggerID: 3, scheduleMetaDataJSON: json({ schedule: {} }) },
      '/scheduleMetaDataJSON#/schedule/kind',
      /must be one of/,
    ],
    [
      'silence measured ahead',
      { triggerID: 1, eventID: 24, scheduleMetaDataJSON: json({ offset: { amount: -1, unit: 'day' } }) },
      '/scheduleMetaDataJSON#/offset/amount',
      /at least 0/,
    ],
    [
      'an order by an unknown column',
      { orderByJSON: json({ columnName: 'colour' }) },
      '/orderByJSON#/columnName',
      /fields that the catalogue lists/,
    ],
    ['a text that is no object', { orderByJSON: '7' }, '/orderByJSON#', /must be/],
  ])('is refused: %s', (_, more, pointer, detail) => {
    expect(check(more).errors).toEqual([{ pointer, detail: expect.stringMatching(detail) as string }]);
  });

  it('is refused for a recurring schedule where its event is a date', () => {
    const { errors } = check({ triggerID: 1, eventID: 12, scheduleMetaDataJSON: json({ schedule: { kind: 'daily', at: '09:00' } }) });
    expect(errors.map(({ pointer }) => pointer)).toContain('/scheduleMetaDataJSON#/offset');
  });

  it('is refused for everything at once', () => {
    const { errors } = check({
      triggerID: 2,
      filtersJSON: '{',
      actionsJSON: json([{ type: 'webhook', params: {} }]),
      scheduleMetaDataJSON: '"daily"',
      orderByJSON: '[[]]',
    });
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/filtersJSON',
      '/actionsJSON#/0/params/url',
      '/scheduleMetaDataJSON#',
      '/orderByJSON#/0',
    ]);
  });

  it('goes the other way from a date that does not measure silence', () => {
    const scheduleMetaDataJSON = json({ offset: { amount: -1, unit: 'day' } });
    expect(check({ triggerID: 1, eventID: 59, scheduleMetaDataJSON })).toMatchObject({ errors: [], offset: { offset: { amount: -1 } } });
  });

  it('refuses an event that does not exist', () => {
    expect(() => check({ eventID: 70 })).toThrow(RangeError);
  });
});

describe('a warning', () => {
  const action = json([{ type: 'addTag', params: { tag: 'hot' } }]);
  const everyone = '{"all": true}';
  const once = json({ schedule: { kind: 'once', at: '2026-01-01T09:00' } });
  const daily = json({ schedule: { kind: 'daily', at: '09:00' } });

  it.each<[string, Partial<AutomationDefinition>, string[]]>([
    ['none', { triggerID: 2, filtersJSON: everyone, actionsJSON: action, scheduleMetaDataJSON: daily }, []],
    ['nobody to act on', { actionsJSON: action }, ['/filtersJSON has no condition']],
    ['not for an event, which acts on its record', { triggerID: 1, actionsJSON: action }, []],
    ['everyone matches', { triggerID: 1, eventID: 25, actionsJSON: action }, ['/filtersJSON has no condition']],
    ['nothing to do', { filtersJSON: everyone }, ['/actionsJSON has no action']],
    ['no schedule', { triggerID: 2, filtersJSON: everyone, actionsJSON: action }, ['/scheduleMetaDataJSON has no schedule']],
    [
      'no run to come',
      { triggerID: 2, filtersJSON: everyone, actionsJSON: action, scheduleMetaDataJSON: once },
      ['/scheduleMetaDataJSON has no run'],
    ],
    [
      'a schedule without use',
      { filtersJSON: everyone, actionsJSON: action, scheduleMetaDataJSON: daily },
      ['/scheduleMetaDataJSON is not used'],
    ],
    [
      'an offset without use',
      { filtersJSON: everyone, actionsJSON: action, scheduleMetaDataJSON: json({ offset: { amount: 1, unit: 'day' } }) },
      ['/scheduleMetaDataJSON is not used'],
    ],
  ])('%s', (_, more, expected) => {
    const { errors, warnings } = check(more);
    expect(errors).toEqual([]);
    expect(
      warnings.map(
        ({ pointer, detail }) =>
          `${pointer} ${detail
            .split(/[ ,:]+/)
            .slice(0, 3)
            .join(' ')}`,
      ),
    ).toEqual(expected);
  });
});

describe('a draft', () => {
  const draft = rule({
    statusID: 2,
    triggerID: 2,
    filtersJSON: '{"rules": 7}',
    actionsJSON: json([{ type: 'sendEmail', params: {} }]),
    scheduleMetaDataJSON: '{"kind": "later"}',
    orderByJSON: '[7]',
  });

  it('may hold any JSON', () => {
    expect(checkDefinition(draft, circumstances)).toMatchObject({ errors: [], warnings: [], actions: [], order: [] });
  });

  it('may not hold anything else', () => {
    expect(checkDefinition({ ...draft, orderByJSON: '{' }, circumstances).errors).toEqual([
      { pointer: '/orderByJSON', detail: expect.stringMatching(/^must be JSON/) as string },
    ]);
  });

  it('is told what stands in the way of activating it', () => {
    const pointers = problemsOf(draft, circumstances).errors.map(({ pointer }) => pointer);
    for (const field of TEXTS) expect(pointers.some((pointer) => pointer.startsWith(`/${field}#`))).toBe(true);
  });
});
