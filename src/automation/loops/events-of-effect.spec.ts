import { recordTypeNamed, types } from '../../core/database/support/record-types';
import { filterableField } from '../../core/query/filterable';
import type { Effect } from '../actions/effect';
import { writableField } from '../actions/fields';
import { EVENTS } from '../catalogue/events';
import { AUTOMATION_RECORD_TYPES, type AutomationRecordType } from '../catalogue/modules';
import { consequencesOf, outcomeOf, type Outcome } from './events-of-effect';

const numbers = (events: readonly number[]): number[] => [...new Set(events)].sort((one, other) => one - other);
const everythingOf = (effect: Effect): Outcome => {
  const [own, others] = [outcomeOf(effect, types), consequencesOf(effect, types)];
  return { events: [...own.events, ...others.events], changed: [...own.changed, ...others.changed] };
};
const eventsOf = (effect: Effect): number[] => numbers(everythingOf(effect).events);
/** The types that automations can wait for changes of. */
const changedBy = (effect: Effect): string[] =>
  [...new Set(everythingOf(effect).changed)].filter((name) => (AUTOMATION_RECORD_TYPES as readonly string[]).includes(name)).sort();
const writing = (type: AutomationRecordType, field: string, value: unknown): Effect => ({ kind: 'fieldWritten', type, field, value });

/** What writing any field raises. */
const ANY_FIELD: Readonly<Record<AutomationRecordType, number[]>> = {
  Candidate: [2],
  Contact: [18],
  Client: [27],
  Opportunity: [],
  Job: [35],
  Application: [],
  Interview: [],
  Offer: [],
  Placement: [],
  Timesheet: [],
  Activity: [],
};

const MOVES_APPLICATION = [45, 46, 47];
/** A client with an open job becomes active, and applicants of a closed one are rejected. */
const JOB_OPENS_OR_CLOSES = [27, 28, 45, 47];
const FILLS_JOB = [35, 36, 37, 38, 40, ...JOB_OPENS_OR_CLOSES];

/** What writing these fields raises besides: with any value, and with certain ones. */
const FIELDS: Readonly<Record<string, { any?: number[]; with?: [value: unknown, events: number[]][] }>> = {
  'Candidate.profileStatusID': { any: [3] },
  'Candidate.jobSeekingStatusID': { any: [4] },
  'Candidate.hasResumeViewerDoc': { any: [7] },
  'Candidate.resumeViewerDate': { any: [7] },
  'Candidate.resumeUpdateDate': { any: [7] },
  'Candidate.isRedFlagged': { with: [[true, [8]]] },
  'Candidate.optOut': { with: [[true, [9]]] },
  'Contact.statusID': { any: [19] },
  'Contact.optOut': { with: [[true, [22]]] },
  'Client.statusID': { any: [28] },
  'Opportunity.stageID': { any: [32] },
  'Job.stageID': { any: [36, 37, 38, 40, ...JOB_OPENS_OR_CLOSES] },
  'Job.clientID': { any: [27, 28] },
  'Job.closeDate': { any: [38] },
  'Job.isAiMatchesReady': { with: [[true, [41]]] },
  'Application.stageID': {
    any: [45],
    with: [
      [4, [46]],
      [8, [47]],
    ],
  },
  'Interview.statusID': {
    any: MOVES_APPLICATION,
    with: [
      [1, [50]],
      [2, [50, 51]],
      [4, [51]],
    ],
  },
  'Interview.startsAt': { any: [51] },
  'Interview.duration': { any: [51] },
  'Interview.feedback': { any: [53] },
  'Offer.statusID': {
    any: MOVES_APPLICATION,
    with: [
      [1, [54]],
      [2, [55, 56]],
      [3, [55]],
    ],
  },
  'Placement.statusID': {
    any: [58, ...FILLS_JOB, ...MOVES_APPLICATION],
    with: [
      [2, [57]],
      [4, [61]],
    ],
  },
  'Timesheet.statusID': {
    with: [
      [2, [63]],
      [3, [64]],
      [4, [65]],
    ],
  },
  'Activity.statusID': { with: [[2, [69]]] },
  'Activity.category': { with: [[6, [69]]] },
};

const VALUES = [null, '', 'text', true, false, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 99, '2027-01-01'];

describe.each(AUTOMATION_RECORD_TYPES)('Writing a field of %s', (name) => {
  const type = recordTypeNamed(name);
  const fields = type.fields.filter((field) => filterableField(type, field.name) && writableField(type, field.name));

  it.each(fields.map((field) => field.name))('raises the events expected of %s', (field) => {
    const { any = [], with: certain = [] } = FIELDS[`${name}.${field}`] ?? {};
    for (const value of VALUES) {
      const special = certain.flatMap(([wanted, events]) => (wanted === value ? events : []));
      expect([value, eventsOf(writing(name, field, value))]).toEqual([value, numbers([...ANY_FIELD[name], ...any, ...special])]);
    }
    const everything = certain.flatMap(([, events]) => events);
    expect(eventsOf(writing(name, field, undefined))).toEqual(numbers([...ANY_FIELD[name], ...any, ...everything]));
  });
});

describe('The types of record that change', () => {
  it.each<[string, Effect, string[]]>([
    ['the candidate alone', writing('Candidate', 'suburb', 'Manly'), ['Candidate']],
    ['a contact, and the figures of its client', writing('Contact', 'statusID', 2), ['Client', 'Contact']],
    ['a client', writing('Client', 'statusID', 2), ['Client']],
    ['an opportunity', writing('Opportunity', 'stageID', 2), ['Opportunity']],
    ['a job, its contacts and its client', writing('Job', 'title', 'B'), ['Client', 'Contact', 'Job']],
    ['a job and its applicants', writing('Job', 'stageID', 2), ['Application', 'Candidate', 'Client', 'Contact', 'Job']],
    ['an application and those that it concerns', writing('Application', 'stageID', 2), ['Application', 'Candidate', 'Contact', 'Job']],
    ['an interview', writing('Interview', 'place', 'Office'), ['Interview']],
    ['an interview and its application', writing('Interview', 'statusID', 1), ['Application', 'Candidate', 'Contact', 'Interview', 'Job']],
    ['an offer and its application', writing('Offer', 'statusID', 3), ['Application', 'Candidate', 'Contact', 'Job', 'Offer']],
    [
      'an accepted offer and its placement',
      writing('Offer', 'statusID', 2),
      ['Application', 'Candidate', 'Contact', 'Job', 'Offer', 'Placement'],
    ],
    ['a placement, and more', writing('Placement', 'salary', 1), ['Candidate', 'Client', 'Contact', 'Job', 'Placement']],
    [
      'a placement and its application',
      writing('Placement', 'statusID', 2),
      ['Application', 'Candidate', 'Client', 'Contact', 'Job', 'Placement'],
    ],
    ['a timesheet', writing('Timesheet', 'statusID', 2), ['Timesheet']],
    ['an activity and those it belongs to', writing('Activity', 'statusID', 2), ['Activity', 'Candidate', 'Client', 'Contact', 'Job']],
    ['a tagged contact', { kind: 'tagAdded', type: 'Contact' }, ['Contact']],
    [
      'a new activity and its opportunity',
      { kind: 'created', type: 'Activity', values: { opportunityID: 7 } },
      ['Activity', 'Opportunity'],
    ],
  ])('are %s', (_, effect, changed) => expect(changedBy(effect)).toEqual(changed));
});

describe('What is not a field raises', () => {
  it.each<[string, Effect, number[]]>([
    ['a tag added to a candidate', { kind: 'tagAdded', type: 'Candidate' }, [5]],
    ['a tag removed from a candidate', { kind: 'tagRemoved', type: 'Candidate' }, [6]],
    ['a tag added to a contact', { kind: 'tagAdded', type: 'Contact' }, [20]],
    ['a tag removed from a contact', { kind: 'tagRemoved', type: 'Contact' }, [21]],
    ['a tag added to a job', { kind: 'tagAdded', type: 'Job' }, [35]],
    ['a tag removed from a job', { kind: 'tagRemoved', type: 'Job' }, [35]],
    ['a note', { kind: 'created', type: 'Activity', values: { category: 1, candidateID: 7 } }, [67]],
    ['a task', { kind: 'created', type: 'Activity', values: { category: 2, candidateID: 7 } }, []],
    ['a message', { kind: 'created', type: 'Activity', values: { category: 4, candidateID: 7 } }, []],
    ['an activity of a category that is known later', { kind: 'created', type: 'Activity', values: { category: undefined } }, [67]],
    ['a placement', { kind: 'created', type: 'Placement', values: {} }, [56]],
    ['an approved placement', { kind: 'created', type: 'Placement', values: { statusID: 2 } }, [56, 57]],
  ])('%s', (_, effect, events) => expect(eventsOf(effect)).toEqual(events));
});

describe('The causes that events declare', () => {
  it('leave out only what no automation does', () => {
    const withCause = types.all.flatMap(({ events }) => events.flatMap(({ id, causedBy }) => (causedBy.length > 0 ? [id] : [])));
    const without = EVENTS.filter(({ id, kind }) => kind === 'C' && !withCause.includes(id)).map(({ name }) => name);
    expect(without).toEqual(['Candidates merged', 'Candidate deleted', 'Job advert posted']);
  });
});
