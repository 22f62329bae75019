import { Candidate } from '../candidate.entity';
import { setCandidateTexts } from './candidate.derived';

const textsOf = (fields: Partial<Candidate>): [string, string] => {
  const candidate = Object.assign(new Candidate(), fields);
  setCandidateTexts(candidate);
  return [candidate.fullName, candidate.candidateDisplayName];
};

describe('The names of a candidate', () => {
  it.each<[string, Partial<Candidate>, [string, string]]>([
    ['first and last name', { firstName: 'Grace', lastName: 'Nguyen' }, ['Grace Nguyen', 'Grace Nguyen']],
    [
      'the preferred name is displayed',
      { firstName: 'Grace', lastName: 'Nguyen', preferredName: 'Gracie' },
      ['Grace Nguyen', 'Gracie Nguyen'],
    ],
    ['a blank preferred name is ignored', { firstName: 'Grace', lastName: 'Nguyen', preferredName: ' ' }, ['Grace Nguyen', 'Grace Nguyen']],
    ['one name alone', { lastName: 'Nguyen' }, ['Nguyen', 'Nguyen']],
    ['space around a name is trimmed', { firstName: ' Zoë ', lastName: "O'Brien" }, ["Zoë O'Brien", "Zoë O'Brien"]],
    ['no name', {}, ['', '']],
  ])('%s', (_, fields, expected) => {
    expect(textsOf(fields)).toEqual(expected);
  });

  it('are updated after a change', () => {
    const candidate = Object.assign(new Candidate(), { firstName: 'Grace', lastName: 'Nguyen', fullName: 'Somebody Else' });
    setCandidateTexts(candidate);
    expect(candidate.fullName).toBe('Grace Nguyen');
  });
});
