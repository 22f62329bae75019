import { costOf, workOf } from './request-cost';

describe('The cost of a request', () => {
  it.each<[string, number]>([
    ['/api/Jobs/7', 1],
    ['/api/Jobs', 1],
    ['/api/Jobs?limit=1', 1],
    ['/api/Jobs?limit=100', 1],
    ['/api/Jobs?limit=101', 2],
    ['/api/Contacts/Query?orderBy=id&limit=500', 5],
    ['/api/Contacts/Query?LIMIT=0500&orderBy=id', 5],
    ['/api/Jobs?limit=1000', 10],
    ['/api/Jobs?limit=9999', 10],
    ['/api/Jobs?limit=0', 1],
    ['/api/Jobs?limit=-5', 1],
    ['/api/Jobs?limit=many', 1],
    ['/api/Jobs?nolimit=1000', 1],
    ['/api/Automation/Search/Contacts/Filters', 10],
    ['/api/Automation/Preview', 10],
    ['/api/Jobs/Batch', 10],
    ['/api/Contacts/Searches/Batch', 10],
    ['/api/PayRuns/Preview', 1],
  ])('%s is %i', (url, cost) => {
    expect(costOf({ url, path: url.replace(/\?.*/, '') })).toBe(cost);
  });
});

describe('The work of a request', () => {
  it.each([
    ['GET', '/api/Jobs/7', 1 / 8, 1 / 8],
    ['GET', '/api/Candidates/7/Activities', 1 / 8, 1 / 8],
    ['GET', '/api/candidates/7/', 1 / 8, 1 / 8],
    ['PUT', '/api/Candidates/7/V2', 1, 1 / 8],
    ['GET', '/api/Jobs', 1, 1],
    ['GET', '/api/Jobs/7th', 1, 1],
    ['POST', '/api/Jobs/Search', 1, 1],
  ])('%s %s is %d, or %d where changes are committed together', (method, path, work, together) => {
    expect([workOf({ method, path }, false), workOf({ method, path }, true)]).toEqual([work, together]);
  });
});
