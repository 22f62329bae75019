import '../../entities';
import { allRecordTypes, recordTypeNamed, type RecordType } from '../../fields/record-type';
import { figuresThatFollow } from './follows';

const of = (name: string): RecordType => recordTypeNamed(name);

describe('The figures that follow from a record', () => {
  it.each([
    ['Client', 'Contact', ['jobTitle', 'firstName'], []],
    ['Client', 'Contact', ['deleted'], ['contacts']],
    ['Client', 'Contact', ['clientID'], ['contacts']],
    ['Client', 'Job', ['title'], []],
    ['Client', 'Job', ['stageID'], ['openJobs']],
    ['Client', 'Contact', undefined, ['contacts']],
  ])('of a %s from a %s of which %j changed include %j', (to, from, changed, figures) => {
    const following = figuresThatFollow(of(to), of(from), changed);
    expect(following).toEqual(expect.arrayContaining(figures));
    if (figures.length === 0) expect(following).toEqual([]);
  });

  // the adverts that are live depend on the time and are asked afresh
  const concerning = allRecordTypes()
    .flatMap((from) => Object.keys(from.concerns).map((to): [string, string] => [from.name, to]))
    .filter(([from]) => from !== 'JobAdvert');

  it.each(concerning)('of a %s are some of a %s', (from, to) => expect(figuresThatFollow(of(to), of(from))).not.toEqual([]));
});
