import { Job } from '../job.entity';
import { copySiteAddress, setJobTexts, type Address } from './job.derived';

const job = (fields: Partial<Job>): Job => Object.assign(new Job(), fields);
const withTexts = (fields: Partial<Job>, countryName: string | null = null): Job => {
  const subject = job(fields);
  setJobTexts(subject, countryName);
  return subject;
};

const SITE: Address = {
  address1: '200 George Street',
  address2: 'Level 12',
  address3: null,
  suburb: 'Sydney',
  state: 'NSW',
  postcode: '2000',
  countryCode: 'AU',
  latitude: -33.8688,
  longitude: 151.2093,
};

describe('The pay range of a job', () => {
  it.each<[string, Partial<Job>, string | null]>([
    ['rates', { rateFrom: 65, rateTo: 75, rateUnits: 1 }, '65.00 - 75.00 per hour'],
    ['one rate', { rateFrom: 650.5, rateUnits: 2 }, '650.50 per day'],
    ['an upper rate alone', { rateTo: 75, rateUnits: 1 }, '75.00 per hour'],
    ['the same rate twice', { rateFrom: 70, rateTo: 70, rateUnits: 1 }, '70.00 per hour'],
    ['rates before the salary', { rateFrom: 65, rateUnits: 1, salaryFrom: 120000, salaryUnits: 5 }, '65.00 per hour'],
    [
      'the salary without rates',
      { rateFrom: null, salaryFrom: 120000, salaryTo: 140000, salaryUnits: 5 },
      '120000.00 - 140000.00 per year',
    ],
    ['no unit', { rateFrom: 65, rateTo: 75, rateUnits: null }, '65.00 - 75.00'],
    ['neither', { salaryFrom: 0, salaryTo: 0, salaryUnits: 5 }, null],
  ])('%s', (_, fields, expected) => {
    expect(withTexts(fields).payRange).toBe(expected);
  });
});

describe('The address of a job', () => {
  it.each<[string, Partial<Job>, string | null, string | null, string | null]>([
    ['complete', SITE, 'Australia', 'Sydney, NSW', '200 George Street, Level 12, Sydney NSW 2000, Australia'],
    ['without a state', { suburb: 'Auckland', postcode: '1010' }, 'New Zealand', 'Auckland', 'Auckland 1010, New Zealand'],
    ['a street alone', { address1: '1 Long Road', address2: ' ' }, null, null, '1 Long Road'],
    ['none', {}, null, null, null],
  ])('%s', (_, fields, countryName, short, full) => {
    const { shortAddress, fullAddress } = withTexts(fields, countryName);
    expect([shortAddress, fullAddress]).toEqual([short, full]);
  });

  it('is copied from its site', () => {
    const subject = job({ suburb: 'Perth', address3: 'Gate 4' });
    copySiteAddress(subject, SITE);
    expect(subject).toMatchObject(SITE);
  });

  it('stays as it is when the job has its own', () => {
    const subject = job({ hasOwnAddress: true, suburb: 'Perth' });
    copySiteAddress(subject, SITE);
    expect(subject).toEqual({ hasOwnAddress: true, suburb: 'Perth' });
  });
});
