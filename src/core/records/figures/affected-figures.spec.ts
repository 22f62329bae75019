import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { figuresAffectedBy, figuresAffectedByNew } from './affected-figures';
import { allRecordTypes, recordTypeNamed, types } from '../../database/support/record-types';

const of = (name: string): RecordType => recordTypeNamed(name);

describe('The figures that depend on a record', () => {
  it.each([
    ['Client', 'Contact', ['jobTitle', 'firstName'], []],
    ['Client', 'Contact', ['deleted'], ['contacts']],
    ['Client', 'Contact', ['clientID'], ['contacts']],
    ['Client', 'Job', ['title'], []],
    ['Client', 'Job', ['stageID'], ['openJobs']],
    ['Client', 'Contact', undefined, ['contacts']],
  ])('of a %s that depend on a %s with changes in %j include %j', (to, from, changed, figures) => {
    const following = figuresAffectedBy(types, of(to), of(from), changed);
    expect(following).toEqual(expect.arrayContaining(figures));
    if (figures.length === 0) expect(following).toEqual([]);
  });

  it('are found by whole words of their SQL: the table of the record, and one of the fields that changed', () => {
    const figure = (name: string, text: string): Field => ({
      ...of('Client').field('contacts'),
      name,
      source: { in: 'figure', sql: text, live: false },
    });
    const sites = { ...of('Site'), fields: [figure('visits', '(SELECT MAX(v.day) FROM visit v)'), figure('floors', '(r.height / 3)')] };
    const [visits, others] = [
      { ...of('Job'), table: 'visit' },
      { ...of('Job'), table: 'visi' },
    ];
    expect(figuresAffectedBy(types, sites, visits)).toEqual(['visits']);
    expect(figuresAffectedBy(types, sites, visits, ['title', 'day'])).toEqual(['visits']);
    expect(figuresAffectedBy(types, sites, visits, ['da', 'height'])).toEqual([]);
    expect(figuresAffectedBy(types, sites, others)).toEqual([]);
    expect(figuresAffectedBy(types, sites, sites)).toEqual(['visits', 'floors']);
    expect(figuresAffectedBy(types, sites, sites, ['height'])).toEqual(['floors']);
  });

  it('of a new record are those whose SQL names its table, or the one that links both', () => {
    const ofJob = figuresAffectedByNew(types, of('Contact'), of('Job'));
    expect(ofJob).toEqual(expect.arrayContaining(['openJobs', 'placements', 'applicationsCount']));
    expect(ofJob).not.toContain('notesCount');
    expect(ofJob).not.toContain('tags');
    expect(figuresAffectedByNew(types, of('Client'), of('Contact'))).toEqual(['contacts']);
    expect(figuresAffectedByNew(types, of('Client'), of('Activity'))).toEqual(['lastActivityDate', 'nextActivityDate']);
  });

  // the number of live adverts depends on the time, and the text of a resume is long: they are not stored
  const concerning = allRecordTypes()
    .flatMap((from) => Object.keys(from.affects).map((to): [string, string] => [from.name, to]))
    .filter(([from]) => !['JobAdvert', 'Document'].includes(from));

  it.each(concerning)('of a %s include some of a %s', (from, to) => expect(figuresAffectedBy(types, of(to), of(from))).not.toEqual([]));
});
