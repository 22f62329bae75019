import { EVENTS } from '../catalogue/events';
import { actionDetailsOf, checkDefinition, checkAsActive } from './check-definition';
import type { AutomationDefinition, CheckedDefinition } from './definition';
import { types } from '../../core/database/support/record-types';

const context = { types, now: new Date('2026-06-01T00:00:00Z'), timeZone: 'Australia/Sydney' };
const rule = (more: Partial<AutomationDefinition> = {}): AutomationDefinition => ({ triggerID: 3, eventID: 17, statusID: 1, ...more });
const check = (more: Partial<AutomationDefinition>): CheckedDefinition => checkDefinition(rule(more), context);
const json = (value: unknown): string => JSON.stringify(value);

const NOTHING = [undefined, null, '', ' ', '{}', '[]', 'null'];
const TEXTS = ['filtersJSON', 'actionsJSON', 'scheduleMetaDataJSON', 'orderByJSON'] as const;
const combinations = [1, 2, 3].flatMap((triggerID) =>
  EVENTS.flatMap(({ id }) => [1, 2].map((statusID) => ({ triggerID, eventID: id, statusID }))),
);

describe('An empty automation', () => {
  it('is accepted with every trigger, event and status', () => {
    expect(combinations).toHaveLength(3 * EVENTS.length * 2);
    for (const numbers of combinations) {
      for (const nothing of NOTHING) {
        const texts = Object.fromEntries(TEXTS.map((field) => [field, nothing]));
        expect({ ...numbers, errors: checkDefinition({ ...numbers, ...texts }, context).errors }).toEqual({ ...numbers, errors: [] });
      }
    }
  });

  it('has no condition, action, order or schedule', () => {
    expect(check({ triggerID: 2 })).toMatchObject({ condition: undefined, actions: [], order: [], schedule: undefined });
  });

  it('waits for the day itself when its event is a date', () => {
    expect(check({ triggerID: 1, eventID: 12 }).offset).toEqual({ timeZone: 'Australia/Sydney', offset: { amount: 0, unit: 'day' } });
    expect(check({ triggerID: 1, eventID: 17 }).offset).toBeUndefined();
    expect(check({ triggerID: 2, eventID: 12 }).offset).toBeUndefined();
  });
});

describe('An active automation', () => {
  it('is parsed completely', () => {
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

  it('can match every record', () => {
    expect(check({ filtersJSON: '{"all": true}' })).toMatchObject({ errors: [], condition: { kind: 'everyone' } });
  });

  it.each<[string, Partial<AutomationDefinition>, string, RegExp]>([
    ['filters that are not JSON', { filtersJSON: '{"combinator":' }, '/filtersJSON', /^must be JSON: /],
    ['actions that are not JSON', { actionsJSON: 'addTag' }, '/actionsJSON', /^must be JSON: Unexpected token/],
    [
      'a condition on an unknown field',
      { filtersJSON: json({ combinator: 'and', rules: [{ field: 'colour', operator: '=', value: 'red' }] }) },
      '/filtersJSON#/rules/0/field',
      /fields that the catalogue lists/,
    ],
    ['a condition that is an array', { filtersJSON: '[1]' }, '/filtersJSON#', /must be a group/],
    ['an unknown action', { actionsJSON: json([{ type: 'fly', params: {} }]) }, '/actionsJSON#/0/type', /must be one of/],
    ['an action without its tag', { actionsJSON: json([{ type: 'addTag', params: {} }]) }, '/actionsJSON#/0/params/tag', /is required/],
    [
      'a schedule without a time',
      { triggerID: 2, scheduleMetaDataJSON: json({ schedule: { kind: 'daily' } }) },
      '/scheduleMetaDataJSON#/schedule/at',
      /is required/,
    ],
    [
      'a schedule in an unknown time zone',
      { triggerID: 2, scheduleMetaDataJSON: json({ timeZone: 'Mars', schedule: { kind: 'daily', at: '09:00' } }) },
      '/scheduleMetaDataJSON#/timeZone',
      /IANA/,
    ],
    [
      'an invalid schedule that it does not use',
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
    ['a string that is not an object', { orderByJSON: '7' }, '/orderByJSON#', /must be/],
  ])('is rejected: %s', (_, more, pointer, detail) => {
    expect(check(more).errors).toEqual([{ pointer, detail: expect.stringMatching(detail) as string }]);
  });

  it('is rejected with a recurring schedule when its event is a date', () => {
    const { errors } = check({ triggerID: 1, eventID: 12, scheduleMetaDataJSON: json({ schedule: { kind: 'daily', at: '09:00' } }) });
    expect(errors.map(({ pointer }) => pointer)).toContain('/scheduleMetaDataJSON#/offset');
  });

  it('is rejected with all errors at once', () => {
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

  it('cannot wait in the direction that the event does not allow', () => {
    const scheduleMetaDataJSON = json({ offset: { amount: -1, unit: 'day' } });
    expect(check({ triggerID: 1, eventID: 59, scheduleMetaDataJSON })).toMatchObject({ errors: [], offset: { offset: { amount: -1 } } });
  });

  it('rejects an unknown event', () => {
    expect(() => check({ eventID: 84 })).toThrow(RangeError);
  });
});

describe('A warning', () => {
  const action = json([{ type: 'addTag', params: { tag: 'hot' } }]);
  const everyone = '{"all": true}';
  const once = json({ schedule: { kind: 'once', at: '2026-01-01T09:00' } });
  const daily = json({ schedule: { kind: 'daily', at: '09:00' } });
  const limited = { sending: { email: { perMinute: 30 } } };

  it.each<[string, Partial<AutomationDefinition>, string[]]>([
    ['none', { triggerID: 2, filtersJSON: everyone, actionsJSON: action, scheduleMetaDataJSON: daily }, []],
    ['no condition', { actionsJSON: action }, ['/filtersJSON has no condition']],
    ['none for an event, which acts on its record', { triggerID: 1, actionsJSON: action }, []],
    ['every record matches', { triggerID: 1, eventID: 25, actionsJSON: action }, ['/filtersJSON has no condition']],
    ['no action', { filtersJSON: everyone }, ['/actionsJSON has no action']],
    ['no schedule', { triggerID: 2, filtersJSON: everyone, actionsJSON: action }, ['/scheduleMetaDataJSON has no schedule']],
    ['none for when messages are sent', { filtersJSON: everyone, actionsJSON: action, scheduleMetaDataJSON: json(limited) }, []],
    [
      'no schedule, only when messages are sent',
      { triggerID: 2, filtersJSON: everyone, actionsJSON: action, scheduleMetaDataJSON: json(limited) },
      ['/scheduleMetaDataJSON has no schedule'],
    ],
    [
      'no future run',
      { triggerID: 2, filtersJSON: everyone, actionsJSON: action, scheduleMetaDataJSON: once },
      ['/scheduleMetaDataJSON has no run'],
    ],
    [
      'an unused schedule',
      { filtersJSON: everyone, actionsJSON: action, scheduleMetaDataJSON: daily },
      ['/scheduleMetaDataJSON is not used'],
    ],
    [
      'an unused offset',
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

describe('A draft', () => {
  const draft = rule({
    statusID: 2,
    triggerID: 2,
    filtersJSON: '{"rules": 7}',
    actionsJSON: json([{ type: 'sendEmail', params: {} }]),
    scheduleMetaDataJSON: '{"kind": "later"}',
    orderByJSON: '[7]',
  });

  it('can contain any JSON', () => {
    expect(checkDefinition(draft, context)).toMatchObject({ errors: [], warnings: [], actions: [], order: [] });
  });

  it('can contain nothing but JSON', () => {
    expect(checkDefinition({ ...draft, orderByJSON: '{' }, context).errors).toEqual([
      { pointer: '/orderByJSON', detail: expect.stringMatching(/^must be JSON/) as string },
    ]);
  });

  it('reports what prevents its activation', () => {
    const pointers = checkAsActive(draft, context).errors.map(({ pointer }) => pointer);
    for (const field of TEXTS) expect(pointers.some((pointer) => pointer.startsWith(`/${field}#`))).toBe(true);
  });
});
