import { recordTypeNamed, types } from '../../core/database/support/record-types';
import type { SequencedChange } from '../../core/changes';
import type { Automation } from '../automation.entity';
import { parseFilter } from '../../core/query';
import { conditionInputs, type ConditionInputs } from './condition-inputs';
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

  it('of its record, with its number and the runs that led to it', () => {
    expect(found([change(3, { chain: [5, 9] }), change(4, { recordID: 8 })])).toEqual([
      { recordID: 7, sequence: 3, chain: [5, 9] },
      { recordID: 8, sequence: 4, chain: [] },
    ]);
  });
});

describe('A record may have begun to match', () => {
  const inputs = (fields: ConditionInputs['fields']): ConditionInputs => ({ record: recordTypeNamed('Contact'), fields, types: [] });
  const candidates = (changes: SequencedChange[], related: [number, number[]][] = [], fields: ConditionInputs['fields'] = 'any') => [
    ...matchCandidates(listener().automation, inputs(fields), changes, new Map(related)),
  ];
  const renamed = { fields: { surname: ['Ann', 'Bo'] } } as const;
  const by = (recordID: number, sequence: number, chain: number[] = []) => [recordID, { recordID, sequence, chain }];

  it('when it changed', () => expect(candidates([change(1, { chain: [4] })])).toEqual([by(7, 1, [4])]));
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
  it('by the last of several changes', () => expect(candidates([change(1), change(2, { chain: [4] })])).toEqual([by(7, 2, [4])]));
  it('by the last change that the automation did not make', () =>
    expect(candidates([change(1), change(2, { automationID: 5 })])).toEqual([by(7, 1)]));
  it('not when it changed before the activation, with which its match was stored', () =>
    expect(candidates([change(1, { at: '2026-03-01T09:59:59.999Z' })])).toEqual([]));
  it('for no reason that counts if only the automation changed it', () =>
    expect(candidates([change(1, { automationID: 5 })])).toEqual([[7, undefined]]));
});

describe('A record that has begun to match names the change', () => {
  const contacts = recordTypeNamed('Contact');
  const inputs = conditionInputs(
    types,
    contacts,
    parseFilter(types, contacts, {
      combinator: 'and',
      rules: [
        { field: 'statusID', operator: '=', value: 2 },
        { field: 'suburb', operator: 'in', value: ['Manly', 'Perth'] },
      ],
    }),
  );
  const fields = (changed: SequencedChange['fields']) => ({ fields: changed });
  const [promoted, moved] = [fields({ statusID: [1, 2] }), fields({ suburb: ['Manly', 'Perth'] })];
  const causeOf = (...changes: SequencedChange[]) => matchCandidates(listener().automation, inputs, changes, new Map()).get(7)?.sequence;

  it.each<[what: string, cause: number | undefined, expected: number | undefined]>([
    ['that made it match, though another one came later', causeOf(change(1, promoted), change(2, moved)), 1],
    ['that made it match, though another one came before', causeOf(change(1, moved), change(2, promoted)), 2],
    ['the last time', causeOf(change(1, promoted), change(2, fields({ statusID: [2, 1] })), change(3, promoted), change(4, moved)), 3],
    ['that did the rest', causeOf(change(1, promoted), change(2, fields({ suburb: ['Hill', 'Perth'] }))), 2],
    [
      'the last one that can have, where that cannot be told',
      causeOf(change(1, moved), change(2, fields({ suburb: ['Perth', 'Manly'] }))),
      2,
    ],
    [
      'of nobody where the automation itself made it match',
      causeOf(change(1, { ...promoted, automationID: 5 }), change(2, moved)),
      undefined,
    ],
    ['of somebody else than the automation', causeOf(change(1, promoted), change(2, { ...moved, automationID: 5 })), 1],
  ])('%s', (_, cause, expected) => expect(cause).toBe(expected));
});

describe('Occurrences are grouped into runs', () => {
  const of = (recordID: number, sequence: number, chain: number[] = []) => ({ recordID, sequence, chain });

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
    [
      'those of each chain apart',
      [of(1, 1), of(2, 2, [4]), of(1, 3, [4]), of(1, 4, [5])],
      [[of(1, 1)], [of(2, 2, [4]), of(1, 3, [4])], [of(1, 4, [5])]],
    ],
  ])('%s', (_, occurrences, runs) => {
    expect(groupIntoRuns(occurrences)).toEqual(runs);
  });
});
