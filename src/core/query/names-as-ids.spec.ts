import type { RecordType } from '../fields/record-type';
import { namesAsIDs } from './names-as-ids';
import { parseFilter } from './parse-filter';
import { companies, types, vacancies } from './support/fixture';
import type { FilterTree } from './tree';

const NAMES: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  stage: { open: [1], closed: [2, 3] },
  Company: { acme: [7] },
};
const idsOf = (place: string, folded: string) => NAMES[place] && (NAMES[place][folded] ?? []);
const rule = (field: string, operator: string, value: unknown) => ({ field, operator, value });
const all = (...rules: object[]) => ({ combinator: 'and', rules });
const parsed = (filter: object, type: RecordType = vacancies): FilterTree => parseFilter(types, type, filter);
const byIDs = (filter: object, type: RecordType = vacancies): FilterTree => namesAsIDs(types, type, parsed(filter, type), idsOf);

describe('A filter by names that are known', () => {
  it.each<[string, object, object]>([
    ['= asks for the id', rule('stageName', '=', 'OPEN'), rule('stageID', 'in', [1])],
    ['= asks for all ids of the name', rule('stageName', '=', 'closed'), rule('stageID', 'in', [2, 3])],
    ['in asks for the ids of all names', rule('stageName', 'in', ['Open', 'Closed']), rule('stageID', 'in', [1, 2, 3])],
    ['!= asks for all other ids', rule('stageName', '!=', 'open'), rule('stageID', 'notIn', [1])],
    ['notIn asks for all other ids', rule('stageName', 'notIn', ['open', 'closed']), rule('stageID', 'notIn', [1, 2, 3])],
    ['a name that nothing has asks for none', rule('stageName', '=', 'shut'), rule('stageID', 'in', [-1])],
    ['names of records ask for their ids', rule('companyName', '=', 'Acme'), rule('companyID', 'in', [7])],
    ['a second name of a field counts as the first', rule('ownerName', '=', 'Acme'), rule('companyID', 'in', [7])],
  ])('%s', (_, named, expected) => {
    expect(byIDs(all(named))).toEqual(parsed(all(expected)));
  });

  it('asks for ids of related records, and in groups within groups', () => {
    const vacant = (named: object) =>
      all({ combinator: 'or', not: true, rules: [{ field: 'vacancies', match: { mode: 'some' }, value: all(named) }] });
    const expected = parsed(vacant(rule('stageID', 'in', [1])), companies);
    expect(byIDs(vacant(rule('stageName', '=', 'open')), companies)).toEqual(expected);
  });

  it.each<[string, object]>([
    ['parts of names', rule('stageName', 'beginsWith', 'op')],
    ['whether there is a name', rule('stageName', 'null', null)],
    ['names of what an entry belongs to', rule('statusName', '=', 'open')],
    ['names of entries that are stored by their code', rule('kindName', '=', 'open')],
    ['names that are not known', rule('latestWorker', '=', 'open')],
    ['other fields', rule('title', '=', 'open')],
  ])('stays as it is for %s', (_, named) => {
    const filter = parsed(all(named));
    expect(namesAsIDs(types, vacancies, filter, idsOf)).toBe(filter);
  });
});
