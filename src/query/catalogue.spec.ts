import { catalogueFieldsOf, catalogueRelationsOf, labelOf } from './catalogue';
import { vacancies } from './support/fixture';

const field = (name: string) => catalogueFieldsOf(vacancies).find((each) => each.name === name);

describe('The catalogue', () => {
  it.each([
    ['title', { type: 'text', nullable: true, readOnly: false, operators: expect.arrayContaining(['contains', 'notNull']) as string[] }],
    ['workplace', { type: 'integer', values: [0, 1, 2], nullable: false, operators: ['=', '!=', 'null', 'notNull', 'in', 'notIn'] }],
    ['companyID', { type: 'integer', refersTo: 'Company', nullable: true }],
    ['ownerID', { refersTo: 'Company', nullable: true, readOnly: true }],
    ['latestShiftID', { refersTo: 'Shift', nullable: true, readOnly: true }],
    ['stageID', { lookup: 'stage' }],
    ['kind', { type: 'text', lookup: 'kind' }],
    ['companyName', { type: 'text', readOnly: true, nullable: true }],
    ['openShifts', { type: 'integer', readOnly: true, nullable: false }],
    ['lastShiftDate', { type: 'date', nullable: true, operators: expect.arrayContaining(['isAnniversary']) as string[] }],
    ['urgent', { type: 'boolean', nullable: false, operators: ['=', '!=', 'null', 'notNull'] }],
  ])('tells what a rule can do with %s', (name, told) => {
    expect(field(name)).toMatchObject(told);
  });

  it('keeps secrets, and lists that are put together', () => {
    expect([field('secret'), field('tagNames')]).toEqual([undefined, undefined]);
  });

  it('names the related records, those behind references too', () => {
    expect(catalogueRelationsOf(vacancies).map(({ name, refersTo }) => `${name}: ${refersTo}`)).toEqual([
      'shifts: Shift',
      'siblings: Vacancy',
      'company: Company',
    ]);
  });

  it.each([
    ['title', 'Title'],
    ['createdByID', 'Created by ID'],
    ['customField12', 'Custom field 12'],
    ['consultantID1', 'Consultant ID 1'],
    ['currentReleasedJobId', 'Current released job ID'],
    ['phone_Standardised', 'Phone standardised'],
    ['address1', 'Address 1'],
  ])('labels %s as %s', (name, label) => {
    expect(labelOf(name)).toBe(label);
  });
});
