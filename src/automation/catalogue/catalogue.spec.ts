import '../../entities';
import { recordTypeNamed } from '../../fields/record-type';
import { parseFilter, relationNamed } from '../../query';
import { ACTION_TYPES } from '../actions/definitions';
import { catalogue, statusName, triggerName } from './catalogue';
import { EVENTS, eventOf } from './events';
import { MODULES } from './modules';

describe('the events', () => {
  it('are 1 to 69, in order', () => {
    expect(EVENTS.map(({ id }) => id)).toEqual(Array.from({ length: 69 }, (_, index) => index + 1));
  });

  it('have names of their own', () => {
    expect(new Set(EVENTS.map(({ name }) => name)).size).toBe(69);
  });

  it.each([
    [1, 'Candidate created', 'C', 'Candidates', 'Candidate'],
    [14, 'Candidate document expiring', 'D', 'Candidates', 'Candidate'],
    [25, 'Contact matches filters', 'M', 'Contacts', 'Contact'],
    [30, 'Client matches filters', 'M', 'Clients', 'Client'],
    [33, 'Opportunity matches filters', 'M', 'Opportunities', 'Opportunity'],
    [41, 'AI matches ready for job', 'C', 'Jobs', 'Job'],
    [46, 'Candidate submitted to client', 'C', 'Applications', 'Application'],
    [53, 'Interview feedback submitted', 'C', 'Interviews and offers', 'Interview'],
    [54, 'Offer made', 'C', 'Interviews and offers', 'Offer'],
    [62, 'Placement matches filters', 'M', 'Placements', 'Placement'],
    [66, 'Timesheet overdue', 'D', 'Timesheets', 'Timesheet'],
    [69, 'Meeting completed', 'C', 'Activities', 'Activity'],
  ])('%i is "%s"', (id, name, kind, module, recordType) => {
    expect(eventOf(id)).toMatchObject({ id, name, kind, module, recordType });
  });

  it.each([0, 70, -1])('%i is none', (id) => {
    expect(eventOf(id)).toBeUndefined();
  });

  it('wait for a date exactly when they are of kind D', () => {
    expect(EVENTS.filter(({ date }) => date).map(({ id }) => id)).toEqual([12, 13, 14, 15, 23, 24, 29, 42, 48, 52, 59, 60, 66, 68]);
    expect(EVENTS.filter(({ kind }) => kind === 'D').every(({ date }) => date !== undefined)).toBe(true);
  });

  it('go backwards from a date that approaches, forwards from one that passed', () => {
    expect(eventOf(59)?.date?.way).toBe('before');
    expect(eventOf(15)?.date?.way).toBe('after');
  });
});

describe.each(EVENTS.flatMap(({ id, recordType, date }) => (date ? [{ id, recordType, date }] : [])))(
  'the date of event $id',
  ({ recordType, date }) => {
    const record = recordTypeNamed(recordType);
    const holder = date.relation ? recordTypeNamed(relationNamed(record, date.relation)?.to ?? '') : record;

    it('is a date of the record', () => {
      expect(holder.field(date.field).type).toBe('date');
      if (date.orElse) expect(holder.field(date.orElse).type).toBe('date');
    });

    it('is looked for by a filter that can be read', () => {
      expect(() => date.only && parseFilter(holder, date.only)).not.toThrow();
    });
  },
);

describe('the catalogue', () => {
  const shown = catalogue();

  it('can be sent as JSON', () => {
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

  it('gives every module the number that its record types have', () => {
    for (const { id, recordTypes } of MODULES) for (const name of recordTypes) expect(recordTypeNamed(name).moduleId).toBe(id);
  });

  it('lists the fields of a record with what can be done with them', () => {
    const contact = shown.modules[1]?.recordTypes[0];
    expect(contact?.fields.find(({ name }) => name === 'surname')).toMatchObject({
      type: 'text',
      writable: true,
      operators: expect.arrayContaining(['contains']) as string[],
    });
    expect(contact?.fields.find(({ name }) => name === 'fullName')).toMatchObject({ writable: false });
    expect(contact?.relations.map(({ name }) => name)).toEqual(expect.arrayContaining(['jobs', 'client']));
  });

  it('says what can be done to an application and to what it refers to', () => {
    const targets = shown.modules[5]?.recordTypes[0]?.targets ?? [];
    const actionsOn = (name: string): readonly string[] => targets.find((target) => target.name === name)?.actions ?? [];
    expect(actionsOn('self')).toContain('updateField');
    expect(actionsOn('self')).not.toContain('createNote');
    expect(actionsOn('candidate')).toEqual(expect.arrayContaining(['addTag', 'createNote']));
    expect(actionsOn('owner')).toEqual([]);
  });

  it('has the twelve actions', () => {
    expect(shown.actions.map(({ type }) => type)).toEqual(ACTION_TYPES);
    expect(shown.actions).toHaveLength(12);
  });

  it('offers a tag to every module whose records are, or refer to, something with tags', () => {
    expect(shown.actions.find(({ type }) => type === 'addTag')?.moduleIds).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10]);
  });
});
