import { recordTypeNamed } from '../database/support/record-types';
import { capitalize, displayName, pluralOf, withArticle } from './display-name';

describe('In a sentence', () => {
  it.each([
    ['Job', 'job'],
    ['JobAdvert', 'job advert'],
    ['EmploymentHistory', 'employment history'],
  ])('the record type %s is called "%s"', (name, called) => expect(displayName(recordTypeNamed(name))).toBe(called));

  it.each([
    ['client', 'clients'],
    ['opportunity', 'opportunities'],
    ['pay type', 'pay types'],
    ['job search', 'job searches'],
    ['school', 'schools'],
    ['address', 'addresses'],
    ['status', 'statuses'],
    ['tax', 'taxes'],
    ['exam', 'exams'],
  ])('several are called %s → %s', (one, several) => expect(pluralOf(one)).toBe(several));

  it.each([
    ['application', 'an application'],
    ['interview', 'an interview'],
    ['offer', 'an offer'],
    ['job', 'a job'],
    ['user', 'a user'],
  ])('one of them is %s → %s', (word, one) => expect(withArticle(word)).toBe(one));

  it('the first letter can be a capital', () => expect(capitalize('job advert 7')).toBe('Job advert 7'));
});
