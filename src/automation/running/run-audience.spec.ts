import { types } from '../../core/database/support/record-types';
import type { Automation } from '../automation.entity';
import { checkDefinition } from '../definition/check-definition';
import type { AutomationDefinition, CheckedDefinition } from '../definition/definition';
import type { ActionContext } from '../actions/performing/action-context';
import { canRunAsBatch, costPerRecord } from './batch-actions';
import { runAudience } from './run-audience';

const CONTACT_UPDATED = 18;
const context = { types, now: new Date('2026-06-01T00:00:00Z'), timeZone: 'Australia/Sydney' };
const tag = { type: 'addTag', params: { tag: 'hot' } };
const note = { type: 'createNote', params: { notes: 'Call' } };
const email = (more: object = {}) => ({ type: 'sendEmail', params: { subject: 'Hello', body: 'News', ...more } });
const all = (...rules: object[]) => ({ combinator: 'and', rules });
const title = { type: 'updateField', params: { field: 'jobTitle', value: 'Cook' } };
const notNull = (field: string) => ({ field, operator: 'notNull' });
const figure = { field: 'openJobs', operator: '>', value: 1 };
const named = (name: string) => ({ field: 'surname', operator: '=', value: name });
const related = (field: string, ...rules: object[]) => ({ field, match: { mode: 'some' }, value: all(...rules) });

function definition(actions: object[], filter?: object, more: Partial<AutomationDefinition> = {}): CheckedDefinition {
  const checked = checkDefinition(
    {
      ...{ triggerID: 1, eventID: CONTACT_UPDATED, statusID: 1 },
      actionsJSON: JSON.stringify(actions),
      filtersJSON: filter && JSON.stringify(filter),
      ...more,
    },
    context,
  );
  expect(checked.errors).toEqual([]);
  return checked;
}

describe('The records that a run selects', () => {
  const automation = (more: Partial<Automation> = {}): Automation => ({ id: 5, ...more }) as Automation;
  const audience = (checked: CheckedDefinition, trigger = 'schedule', more: Partial<Automation> = {}) =>
    runAudience(automation(more), checked, trigger);

  it.each([
    ['by the condition', all(named('Bo')), 'schedule', 'group'],
    ['by the condition of an event, too', all(named('Bo')), 'event', 'group'],
    ['without a condition: none', undefined, 'schedule', undefined],
    ['without a condition, by hand: none', undefined, 'manual', undefined],
    ['without a condition, of an event: its own', undefined, 'event', 'everyone'],
  ])('%s', (_, filter, trigger, kind) => {
    expect(audience(definition([tag], filter), trigger).condition?.kind).toBe(kind);
  });

  it.each([
    [30, { automationID: 5, days: 30 }],
    [0, undefined],
    [null, undefined],
  ])('leave out those processed in the last %p days', (days, expected) => {
    expect(audience(definition([tag]), 'schedule', { excludeRecordsProcessedInDays: days as number }).excludeProcessed).toEqual(expected);
  });

  it.each<[string, object[], boolean]>([
    ['leave out who opted out of messages when it does nothing but send some', [email()], true],
    ['keep who opted out of messages when it does more than send some', [tag, email()], false],
    ['keep who opted out of messages when it sends them to another', [email({ target: 'reportsTo' })], false],
    ['keep who opted out of messages when it sends none', [tag, note], false],
    ['keep who opted out of messages without any action', [], false],
  ])('%s', (_, actions, expected) => {
    expect(audience(definition(actions)).excludeOptedOut).toBe(expected);
  });

  it.each([
    ['are deleted only if their deletion is the event', 20, 'event', true],
    ['are not deleted when the same automation is run by hand', 20, 'manual', false],
    ['are not deleted when the event is another', CONTACT_UPDATED, 'event', false],
  ])('%s', (_, eventID, trigger, expected) => {
    const deletion = definition([], undefined, { eventID });
    expect(
      runAudience(automation(), { ...deletion, event: { ...deletion.event, ofDeletedRecords: eventID === 20 } }, trigger),
    ).toMatchObject({
      includeDeleted: expected,
    });
  });

  it('are of its type, in its order and zone, up to its maximum', () => {
    const checked = definition([tag], undefined, { orderByJSON: JSON.stringify({ columnName: 'surname' }) });
    const found = audience(checked, 'schedule', { maxNumberOfRecordsToExecute: 12 });
    expect([found.record.name, found.order.map(({ field }) => field.name), found.timeZone, found.cap]).toEqual([
      'Contact',
      ['surname'],
      'Australia/Sydney',
      12,
    ]);
  });
});

describe('The actions of a run are done to many records at once', () => {
  const batch = (actions: object[], filter?: object, more: Partial<AutomationDefinition> = {}) =>
    canRunAsBatch({ types }, { definition: definition(actions, filter, more) } as ActionContext);

  it.each<[string, object[], object | undefined, boolean]>([
    ['when all of them can be', [tag, { type: 'removeTag', params: { tag: 'cold' } }], undefined, true],
    ['when they change the records by their rules', [tag, title], undefined, true],
    ['not when they change them, and the condition is about the names of others', [title], all(notNull('reportsToName')), false],
    ['when the condition is about such names, but they do not', [tag], all(notNull('reportsToName')), true],
    ['when they change them, and the condition is about other names', [title], all(notNull('clientName')), true],
    ['not when they change them, and the condition is about figures to which many belong', [title], all(related('client', figure)), false],
    ['when the condition is about such figures, but they do not', [tag], all(related('client', figure)), true],
    ['when they change them, and the condition is about their own figures', [title], all(figure), true],
    ['when they are about the record itself, by name', [{ ...tag, params: { ...tag.params, target: 'self' } }], undefined, true],
    ['not when they are about another record', [{ ...tag, params: { ...tag.params, target: 'reportsTo' } }], undefined, false],
    ['when everyone matches', [tag], { all: true }, true],
    ['when the condition is about the record', [tag], all(named('Bo'), all(named('Ann'))), true],
    ['when the condition is about records of another type', [tag], all(related('client', { field: 'id', operator: '>', value: 1 })), true],
    [
      'not when the condition is about others of its type',
      [tag],
      all(named('Bo'), all(related('client', related('contacts', named('Bo'))))),
      false,
    ],
  ])('%s', (_, actions, filter, expected) => {
    expect(batch(actions, filter)).toBe(expected);
  });

  it.each([
    ['when they change contacts', 'Contact', 18, true],
    ['not when they change placements, whose rules change others', 'Placement', 56, false],
  ])('%s', (_, __, eventID, expected) => {
    expect(batch([{ type: 'assignOwner', params: { ownerID: 'me' } }], undefined, { eventID })).toBe(expected);
  });

  it('and cost as much as all of them together', () => {
    expect(costPerRecord({ definition: definition([tag, tag, tag]) } as ActionContext)).toBe(3);
    expect(costPerRecord({ definition: definition([]) } as ActionContext)).toBe(0);
  });
});
