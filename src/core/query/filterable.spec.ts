import type { RecordType } from '../fields/record-type';
import { filterableField, relationsOf } from './filterable';
import { operatorsOf } from './operators';
import { shifts, vacancies } from './support/fixture';

/** Shifts whose vacancy is in a field of another name, or declared otherwise. */
const withReference = (name: string, hidden = false): RecordType => ({
  ...shifts,
  fields: shifts.fields.map((field) => (field.name === 'vacancyID' ? { ...field, name, hidden } : field)),
});
const namesOf = (type: RecordType) => relationsOf(type).map(({ name, to }) => `${name}: ${to}`);

describe('The record behind a reference', () => {
  it.each([
    ['vacancyID', 'vacancy'],
    ['vacancyId', 'vacancy'],
    ['vacancyID2', 'vacancy2'],
    ['holidayIDCardID', 'holidayIDCard'],
    ['ID', 'ID'],
    ['vacancyIDs', 'vacancyIDs'],
  ])('in %s is named %s', (field, name) => {
    expect(namesOf(withReference(field))).toEqual([`${name}: Vacancy`]);
  });

  it('cannot be used if the field cannot', () => expect(namesOf(withReference('vacancyID', true))).toEqual([]));

  it('gives way to a relation of the same name', () => {
    const declared = { ...shifts, relations: { vacancy: { to: 'Company', on: 'x.id = 1' } } };
    expect(namesOf(declared)).toEqual(['vacancy: Company']);
  });
});

describe('A field', () => {
  const [first] = shifts.fields;
  if (!first) throw new Error('Shifts have fields.');
  const both = { ...shifts, fields: ['WORKER', 'worker'].map((name) => ({ ...first, name })) };

  it.each([
    ['worker', 'worker'],
    ['WORKER', 'WORKER'],
    ['Worker', 'WORKER'],
    ['work', undefined],
  ])('%s is %s where two names differ in case only', (name, expected) => {
    expect(filterableField(both, name)?.name).toBe(expected);
  });

  it('that is a list put together by its area has no operators', () => {
    expect(operatorsOf(vacancies.field('tagNames'))).toEqual([]);
  });
});
