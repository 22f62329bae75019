import { nearestName, unknownField } from './near-names';

test.each([
  ['jobTitel', 'jobTitle'],
  ['JOBTITLE', 'jobTitle'],
  ['tpye', 'type'],
  ['email', 'email1'],
  ['x', undefined],
  ['customer', undefined],
  ['', undefined],
  ['jobTitle'.repeat(20), undefined],
])('suggests %s for %s', (name, meant) => expect(nearestName(name, ['jobTitle', 'type', 'email1', 'stageID'])).toBe(meant));

describe('A name that no field has', () => {
  const many = Array.from({ length: 21 }, (_, index) => `field${index}`);

  test.each([
    ['rules', ['filters', 'orderBy'], 'is not a field; allowed: filters, orderBy'],
    ['filter', ['filters', 'orderBy'], 'is not a field (did you mean filters?); allowed: filters, orderBy'],
    ['feild7', many, 'is not a field (did you mean field7?)'],
    ['colour', many, 'is not a field; /api/docs lists those that are'],
  ])('is answered with those that there are: %s', (name, known, expected) => expect(unknownField(name, known)).toBe(expected));
});
