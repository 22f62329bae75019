import { recordTypeNamed } from '../database/support/record-types';
import { isMentioned } from './person';

const person = {
  ...{ type: recordTypeNamed('Candidate'), ids: [7, 19], records: [], references: [] },
  terms: ['grace@example.com', 'Grace "Gracie" Nguyen'],
};

describe('A person is mentioned', () => {
  it.each([
    ['{"candidateID":7}', true],
    ['/api/Candidates/19/Tags/Welder', true],
    ['{"to":"grace@example.com"}', true],
    ['{"candidateName":"Grace \\"Gracie\\" Nguyen"}', true],
    ['{"id":7,"rate":0.75}', true],
    ['{"candidateIDs":[3,19]}', true],
    ['{"detail":"Candidate 19 is deleted."}', true],
    ['{"candidateID":71,"jobID":17,"rate":0.75}', false],
    ['{"paid":7,"version":19,"total":-7.19}', false],
    ['{"payDate":"2026-07-19"}', false],
    ['{"sha256":"a7b19c"}', false],
    ['{"candidateName":"Grace Nguyen"}', false],
    ['{"createdDate":"2026-11-07T19:07:19.007Z"}', false],
    ['', false],
  ])('in %s: %s', (text, expected) => expect(isMentioned(person, text)).toBe(expected));
});
