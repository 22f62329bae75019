import { recordTypeNamed } from '../../core/database/support/record-types';
import type { SequencedChange } from '../../core/changes';
import type { Automation } from '../automation.entity';
import type { ConditionInputs } from './condition-inputs';
import { groupIntoRuns, matchCandidates, occurrencesOfEvent, type Listener } from './occurrence';
import { sequencedChange } from './support/sequenced-change';

const UPDATED = 18;
const ACTIVATED = '2026-03-01T10:00:00.000Z';

/** A change of the contact 7 a minute after the automation became active. */
const change = (sequence: number, more: Partial<SequencedChange> = {}): SequencedChange =>
  sequencedChange(sequence, 'Contact', 7, { events: [UPDATED], at: '2026-03-01T10:01:00.000Z', ...more });
const listener = (activated: string | null = ACTIVATED): Listener => ({
  automation: { id: 5, eventID: UPDATED, activatedDate: activated && new Date(activated) } as Automation,
  definition: { record: recordTypeNamed('Contact') } as Listener['definition'],
});

describe('A change is an occurrence of an event', () => {
  const found = (changes: SequencedChange[], of = listener()) => occurrencesOfEvent(of, changes);

  it.each<[string, Partial<SequencedChange>, number]>([
    ['that it raised', {}, 1],
    ['that it raised among others', { events: [2, UPDATED] }, 1],
    ['caused by another automation', { automationID: 6 }, 1],
    ['at the moment of the activation', { at: ACTIVATED }, 1],
    ['but not before the activation', { at: '2026-03-01T09:59:59.999Z' }, 0],
    ['but not caused by the automation itself', { automationID: 5 }, 0],
    ['but not of another event', { events: [19] }, 0],
  ])('%s', (_, more, count) => {
    expect(found([change(1, more)])).toHaveLength(count);
  });

  it('at any time if nobody knows when the automation became active', () => {
    expect(found([change(1, { at: '2020-01-01T00:00:00.000Z' })], listener(null))).toHaveLength(1);
  });

  it('of its record, with its number and depth', () => {
    expect(found([change(3, { depth: 2 }), change(4, { recordID: 8 })])).toEqual([
      { recordID: 7, sequence: 3, depth: 2 },
      { recordID: 8, sequence: 4, depth: 0 },
    ]);
  });
});

describe('A record may have begun to match', () => {
  const inputs = (fields: ConditionInputs['fields']): ConditionInputs => ({ record: recordTypeNamed('Contact'), fields, types: [] });
  const candidates = (changes: SequencedChange[], related: [number, number[]][] = [], fields: ConditionInputs['fields'] = 'any') => [
    ...matchCandidates(listener().automation, inputs(fields), changes, new Map(related)),
  ];
  const renamed = { fields: { surname: ['Ann', 'Bo'] } } as const;
  const by = (recordID: number, sequence: number, depth = 0) => [recordID, { recordID, sequence, depth }];

  it('when it changed', () => expect(candidates([change(1, { depth: 1 })])).toEqual([by(7, 1, 1)]));
  it('not when a record of another type with its id changed', () => expect(candidates([change(1, { type: 'Job' })])).toEqual([]));
  it('when its figures depend on what changed', () =>
    expect(candidates([change(1, { type: 'Job', concerned: { Contact: [8, 9], Client: [4] } })])).toEqual([by(8, 1), by(9, 1)]));
  it('not when the condition depends on no figures', () =>
    expect(candidates([change(1, { type: 'Job', concerned: { Contact: [8] } })], [], ['jobTitle'])).toEqual([]));
  it('when the condition depends on the field that changed', () =>
    expect(candidates([change(1, renamed)], [], ['jobTitle', 'surname'])).toEqual([by(7, 1)]));
  it('not when the condition depends on other fields', () => expect(candidates([change(1, renamed)], [], ['jobTitle'])).toEqual([]));
  it('by the last change of what the condition depends on', () =>
    expect(candidates([change(1), change(2, renamed)], [], ['jobTitle'])).toEqual([by(7, 1)]));
  it('when it is related to what changed', () =>
    expect(candidates([change(1, { type: 'Job' }), change(2, { type: 'Job' })], [[2, [8]]])).toEqual([by(8, 2)]));
  it('by the last of several changes', () => expect(candidates([change(1), change(2, { depth: 1 })])).toEqual([by(7, 2, 1)]));
  it('by the last change that the automation did not make', () =>
    expect(candidates([change(1), change(2, { automationID: 5 })])).toEqual([by(7, 1)]));
  it('for no reason that counts if only the automation changed it', () =>
    expect(candidates([change(1, { automationID: 5 })])).toEqual([[7, undefined]]));
});

describe('Occurrences are grouped into runs', () => {
  const of = (recordID: number, sequence: number, depth = 0) => ({ recordID, sequence, depth });

  it.each<[string, ReturnType<typeof of>[], ReturnType<typeof of>[][]]>([
    ['none into none', [], []],
    ['those of several records into one', [of(1, 1), of(2, 2)], [[of(1, 1), of(2, 2)]]],
    ['those of one record into one each', [of(1, 1), of(1, 2), of(1, 3)], [[of(1, 1)], [of(1, 2)], [of(1, 3)]]],
    [
      'the second of each record together',
      [of(1, 1), of(2, 2), of(1, 3), of(2, 4)],
      [
        [of(1, 1), of(2, 2)],
        [of(1, 3), of(2, 4)],
      ],
    ],
    ['those of each depth apart', [of(1, 1), of(2, 2, 1), of(1, 3, 1)], [[of(1, 1)], [of(2, 2, 1), of(1, 3, 1)]]],
  ])('%s', (_, occurrences, runs) => {
    expect(groupIntoRuns(occurrences)).toEqual(runs);
  });
});
