import { catalogueFieldsOf, catalogueRelationsOf, labelOf } from './catalogue';
import { types, vacancies } from './support/fixture';

const field = (name: string) => catalogueFieldsOf(types, vacancies).find((each) => each.name === name);

describe('The catalogue', () => {
  it.each([
    ['id', { indexed: true }],
    ['created', { indexed: true }],
    [
      'title',
      {
        type: 'text',
        nullable: true,
        indexed: true,
        readOnly: false,
        operators: expect.arrayContaining(['contains', 'notNull']) as string[],
      },
    ],
    ['notes', { type: 'text', nullable: true }],
    ['workplace', { type: 'integer', values: [0, 1, 2], nullable: false, operators: ['=', '!=', 'null', 'notNull', 'in', 'notIn'] }],
    ['companyID', { type: 'integer', refersTo: 'Company', nullable: true }],
    ['ownerID', { refersTo: 'Company', nullable: true, readOnly: true }],
    ['latestShiftID', { refersTo: 'Shift', nullable: true, readOnly: true }],
    ['stageID', { lookup: 'stage' }],
    ['kind', { type: 'text', lookup: 'kind' }],
    ['companyName', { type: 'text', indexed: true, readOnly: true, nullable: true }],
    ['openShifts', { type: 'integer', readOnly: true, nullable: false }],
    ['lastShiftDate', { type: 'date', nullable: true, operators: expect.arrayContaining(['isAnniversary']) as string[] }],
    ['urgent', { type: 'boolean', indexed: false, nullable: false, operators: ['=', '!=', 'null', 'notNull'] }],
  ])('lists what a rule can do with %s', (name, expected) => {
    expect(field(name)).toMatchObject(expected);
  });

  it('names neither a list nor a record type where a field holds no ids', () => {
    expect(Object.keys(field('title') ?? {})).not.toEqual(expect.arrayContaining(['lookup']));
    expect(Object.keys(field('title') ?? {})).not.toEqual(expect.arrayContaining(['refersTo']));
  });

  it('omits secrets and computed lists', () => {
    expect([field('secret'), field('tagNames')]).toEqual([undefined, undefined]);
  });

  it('lists the related records, including those behind references', () => {
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
    ['isPaid', 'Is paid'],
    ['taxIdentity', 'Tax identity'],
  ])('labels %s as %s', (name, label) => {
    expect(labelOf(name)).toBe(label);
  });
});
