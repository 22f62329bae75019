import { types } from '../../core/database/support/record-types';
import { select } from '../../core/query';
import { candidateConditions } from './candidate-search.conditions';
import type { CandidateCriteria } from './candidate-search.criteria';

describe('A candidate search reads', () => {
  const tablesOf = (criteria: CandidateCriteria): string[] => {
    const { from } = select(types.named('Candidate'), {
      types,
      scope: { divisions: 'all' },
      now: new Date(),
      timeZone: 'UTC',
      extraConditions: (candidate) => candidateConditions(candidate, criteria, { userID: 1, circle: undefined }),
    });
    return [...from.matchAll(/`(candidate\w*)`/g)].map(([, table]) => table!);
  };

  it.each<[CandidateCriteria, string[]]>([
    [{}, ['candidate_index']],
    [{ status: [1], rating: '1', isRedFlagged: true, owner: ['me'], createdDateFrom: '2026-11-20' }, ['candidate_index']],
    // these are not in the index row
    [{ createdBy: [1] }, ['candidate_index', 'candidate']],
    [{ preferredRateFrom: 50 }, ['candidate_index', 'candidate']],
  ])('for %j the tables %j', (criteria, tables) => {
    expect(tablesOf(criteria)).toEqual(tables);
  });
});
