import { nearestName } from './near-names';

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
