import type { RecordType } from '../../core/fields/record-type';
import { parseFilter, relationNamed } from '../../core/query';
import { ALL_ACTIONS } from '../actions/all-actions';
import { catalogue, type CatalogueRelatedType, statusName, triggerName } from './catalogue';
import { eventsFor } from '../../core/fields/record-event';
import { collectEvents, EVENTS, eventOf } from './events';
import { MODULES } from './modules';
import { recordTypeNamed, types } from '../../core/database/support/record-types';

/** The job type with these events instead of its own. */
function having(...numbersAndNames: (number | string)[]): RecordType {
  const { matchesFilters } = eventsFor<{ deleted: boolean }>();
  const events = numbersAndNames.flatMap((id, index) =>
    typeof id === 'number' ? [matchesFilters(id, String(numbersAndNames[index + 1]))] : [],
  );
  return { ...recordTypeNamed('Job'), events };
}

/** As published: the numbers are part of the API, so none of these rows ever changes. */
const PUBLISHED: readonly (readonly [id: number, name: string, kind: string, recordType: string])[] = [
  [1, 'Candidate created', 'C', 'Candidate'],
  [2, 'Candidate updated', 'C', 'Candidate'],
  [3, 'Candidate status changed', 'C', 'Candidate'],
  [4, 'Job-seeking status changed', 'C', 'Candidate'],
  [5, 'Tag added to candidate', 'C', 'Candidate'],
  [6, 'Tag removed from candidate', 'C', 'Candidate'],
  [7, 'Resume added or updated', 'C', 'Candidate'],
  [8, 'Candidate red-flagged', 'C', 'Candidate'],
  [9, 'Candidate opted out', 'C', 'Candidate'],
  [10, 'Candidates merged', 'C', 'Candidate'],
  [11, 'Candidate deleted', 'C', 'Candidate'],
  [12, 'Availability date reached', 'D', 'Candidate'],
  [13, 'Candidate birthday', 'D', 'Candidate'],
  [14, 'Candidate document expiring', 'D', 'Candidate'],
  [15, 'No activity on candidate for N days', 'D', 'Candidate'],
  [16, 'Candidate matches filters', 'M', 'Candidate'],
  [17, 'Contact created', 'C', 'Contact'],
  [18, 'Contact updated', 'C', 'Contact'],
  [19, 'Contact status changed', 'C', 'Contact'],
  [20, 'Tag added to contact', 'C', 'Contact'],
  [21, 'Tag removed from contact', 'C', 'Contact'],
  [22, 'Contact opted out', 'C', 'Contact'],
  [23, 'Next contact date reached', 'D', 'Contact'],
  [24, 'No contact made for N days', 'D', 'Contact'],
  [25, 'Contact matches filters', 'M', 'Contact'],
  [26, 'Client created', 'C', 'Client'],
  [27, 'Client updated', 'C', 'Client'],
  [28, 'Client status changed', 'C', 'Client'],
  [29, 'No activity on client for N days', 'D', 'Client'],
  [30, 'Client matches filters', 'M', 'Client'],
  [31, 'Opportunity created', 'C', 'Opportunity'],
  [32, 'Opportunity stage changed', 'C', 'Opportunity'],
  [33, 'Opportunity matches filters', 'M', 'Opportunity'],
  [34, 'Job created', 'C', 'Job'],
  [35, 'Job updated', 'C', 'Job'],
  [36, 'Job stage changed', 'C', 'Job'],
  [37, 'Job filled', 'C', 'Job'],
  [38, 'Job closed', 'C', 'Job'],
  [39, 'Job advert posted', 'C', 'Job'],
  [40, 'Job advert expired or withdrawn', 'C', 'Job'],
  [41, 'AI matches ready for job', 'C', 'Job'],
  [42, 'Job deadline approaching', 'D', 'Job'],
  [43, 'Job matches filters', 'M', 'Job'],
  [44, 'Application received', 'C', 'Application'],
  [45, 'Application stage changed', 'C', 'Application'],
  [46, 'Candidate submitted to client', 'C', 'Application'],
  [47, 'Application rejected', 'C', 'Application'],
  [48, 'Application unchanged for N days', 'D', 'Application'],
  [49, 'Application matches filters', 'M', 'Application'],
  [50, 'Interview scheduled', 'C', 'Interview'],
  [51, 'Interview rescheduled or cancelled', 'C', 'Interview'],
  [52, 'Interview approaching', 'D', 'Interview'],
  [53, 'Interview feedback submitted', 'C', 'Interview'],
  [54, 'Offer made', 'C', 'Offer'],
  [55, 'Offer answered', 'C', 'Offer'],
  [56, 'Placement created', 'C', 'Placement'],
  [57, 'Placement approved', 'C', 'Placement'],
  [58, 'Placement status changed', 'C', 'Placement'],
  [59, 'Placement start approaching', 'D', 'Placement'],
  [60, 'Placement end approaching', 'D', 'Placement'],
  [61, 'Placement ended', 'C', 'Placement'],
  [62, 'Placement matches filters', 'M', 'Placement'],
  [63, 'Timesheet submitted', 'C', 'Timesheet'],
  [64, 'Timesheet approved', 'C', 'Timesheet'],
  [65, 'Timesheet rejected', 'C', 'Timesheet'],
  [66, 'Timesheet overdue', 'D', 'Timesheet'],
  [67, 'Note added', 'C', 'Activity'],
  [68, 'Task due or overdue', 'D', 'Activity'],
  [69, 'Meeting completed', 'C', 'Activity'],
];

describe('The events', () => {
  it('are those published', () => {
    expect(EVENTS.map(({ id, name, kind, recordType }) => [id, name, kind, recordType])).toEqual(PUBLISHED);
  });

  it('belong to the module of their record type', () => {
    expect(EVENTS.map(({ moduleId }) => moduleId)).toEqual(EVENTS.map(({ recordType }) => recordTypeNamed(recordType).moduleId));
    expect(eventOf(54)).toMatchObject({ moduleId: 7, module: 'Interviews and offers' });
  });

  it.each<[string, Parameters<typeof collectEvents>[0], string]>([
    [
      'a number is used twice',
      [['Job', having(1, 'Job created', 2, 'Job updated', 2, 'Job closed')]],
      '"Job updated" and "Job closed" are both event 2.',
    ],
    [
      'a number is used by two types',
      [
        ['Job', having(1, 'Job created')],
        ['Offer', having(1, 'Offer made')],
      ],
      '"Job created" and "Offer made" are both event 1.',
    ],
  ])('keep the service from starting when %s', (_, types, message) => expect(() => collectEvents(types)).toThrow(message));

  it.each([0, EVENTS.length + 1, -1])('have no id %i', (id) => {
    expect(eventOf(id)).toBeUndefined();
  });

  it('have ids that are also none of the events of other records', () => {
    const ids = types.all.flatMap(({ events }) => events.map(({ id }) => id));
    expect(ids.toSorted((one, other) => one - other)).toEqual([...new Set(ids)].toSorted((one, other) => one - other));
    expect(Math.max(...ids)).toBe(79);
  });

  it('wait for a date exactly when they are of kind D', () => {
    expect(EVENTS.filter(({ date }) => date).map(({ id }) => id)).toEqual([12, 13, 14, 15, 23, 24, 29, 42, 48, 52, 59, 60, 66, 68]);
    expect(EVENTS.filter(({ kind }) => kind === 'D').every(({ date }) => date !== undefined)).toBe(true);
  });

  it('count backwards from a date that approaches, forwards from one that has passed', () => {
    expect(eventOf(59)?.date?.way).toBe('before');
    expect(eventOf(15)?.date?.way).toBe('after');
  });
});

describe.each(EVENTS.flatMap(({ id, recordType, date }) => (date ? [{ id, recordType, date }] : [])))(
  'The date of event $id',
  ({ recordType, date }) => {
    const record = recordTypeNamed(recordType);
    const holder = date.relation ? recordTypeNamed(relationNamed(record, date.relation)?.to ?? '') : record;

    it('is a date field of the record', () => {
      expect(holder.field(date.field).type).toBe('date');
      if (date.orElse) expect(holder.field(date.orElse).type).toBe('date');
    });

    it('has a valid filter', () => {
      expect(() => date.only && parseFilter(types, holder, date.only)).not.toThrow();
    });
  },
);

describe('The catalogue', () => {
  const shown = catalogue(types);

  it('can be serialized as JSON', () => {
    expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
  });

  it('names triggers, statuses and modules', () => {
    expect(shown.triggers).toEqual([
      { id: 1, name: 'Event' },
      { id: 2, name: 'Schedule' },
      { id: 3, name: 'Manual' },
    ]);
    expect(shown.statuses).toEqual([
      { id: 1, name: 'Active' },
      { id: 2, name: 'Paused' },
    ]);
    expect(shown.modules.map(({ id, name }) => `${id} ${name}`)).toEqual(MODULES.map(({ id, name }) => `${id} ${name}`));
    expect([triggerName(2), triggerName(4), statusName(2), statusName(0)]).toEqual(['Schedule', undefined, 'Paused', undefined]);
  });

  it('gives every module the id of its record types', () => {
    for (const { id, recordTypes } of MODULES) for (const name of recordTypes) expect(recordTypeNamed(name).moduleId).toBe(id);
  });

  it('lists the fields of a record with their operators', () => {
    const contact = shown.modules[1]?.recordTypes[0];
    expect(contact?.fields.find(({ name }) => name === 'surname')).toMatchObject({
      type: 'text',
      writable: true,
      operators: expect.arrayContaining(['contains']) as string[],
    });
    expect(contact?.fields.find(({ name }) => name === 'fullName')).toMatchObject({ writable: false });
    expect(contact?.relations.map(({ name }) => name)).toEqual(expect.arrayContaining(['jobs', 'client']));
  });

  it('lists the actions for an application and for the records it refers to', () => {
    const targets = shown.modules[5]?.recordTypes[0]?.targets ?? [];
    const actionsOn = (name: string): readonly string[] => targets.find((target) => target.name === name)?.actions ?? [];
    expect(actionsOn('self')).toContain('updateField');
    expect(actionsOn('self')).not.toContain('createNote');
    expect(actionsOn('candidate')).toEqual(expect.arrayContaining(['addTag', 'createNote']));
    expect(actionsOn('owner')).toEqual([]);
  });

  const allTypes = (): CatalogueRelatedType[] => [...shown.modules.flatMap(({ recordTypes }) => recordTypes), ...shown.relatedTypes];

  it('says what every operator and match mode means that it lists', () => {
    const used = new Set(allTypes().flatMap(({ fields }) => fields.flatMap(({ operators }) => operators)));
    const modes = new Set(allTypes().flatMap(({ relations }) => relations.flatMap(({ matchModes }) => matchModes)));
    expect(shown.operators.map(({ name }) => name).sort()).toEqual([...used].sort());
    expect(shown.matchModes.map(({ name }) => name).sort()).toEqual([...modes].sort());
    expect(shown.operators.find(({ name }) => name === 'notIn')).toMatchObject({ negates: 'in' });
    expect(shown.matchModes.filter(({ counts }) => counts).map(({ name }) => name)).toEqual(['atLeast', 'atMost', 'exactly']);
  });

  it('lists the fields of every type that a relation leads to, once', () => {
    const names = allTypes().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { relations } of allTypes()) for (const { refersTo } of relations) expect(names).toContain(refersTo);
    for (const { fields } of shown.relatedTypes) expect(fields.length).toBeGreaterThan(0);
  });

  it('says of dates whether they are days', () => {
    const fields = allTypes().flatMap(({ name, fields: all }) => all.map((field) => ({ ...field, of: name })));
    for (const { type, isDay } of fields) expect(typeof isDay).toBe(type === 'date' ? 'boolean' : 'undefined');
    const isDay = (of: string, name: string) => fields.find((field) => field.of === of && field.name === name)?.isDay;
    expect([isDay('Candidate', 'dateOfBirth'), isDay('Contact', 'createdDate')]).toEqual([true, false]);
  });

  it('has all actions, in the order of their list', () => {
    expect(shown.actions.map(({ type }) => type)).toEqual(ALL_ACTIONS.map(({ type }) => type));
  });

  it('offers tags to every module whose records have tags or refer to a record that has', () => {
    expect(shown.actions.find(({ type }) => type === 'addTag')?.moduleIds).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10]);
  });
});
