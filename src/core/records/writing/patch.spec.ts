import '../../database/support/kind';
import { recordTypeNamed } from '../../database/support/record-types';
import { applyPatch, storedValue, writableFields } from './patch';
import { blankRecord } from './stored';

const jobs = recordTypeNamed('Job');

describe('A body', () => {
  it('cannot set what the service sets itself', () => {
    const body = { title: 'Rigger', createdByID: 9, createdDate: '2026-01-01', version: 9 };
    expect(applyPatch(jobs, blankRecord(jobs), body)).toEqual({ ...blankRecord(jobs), title: 'Rigger' });
    expect(writableFields(jobs).map(({ name }) => name)).not.toContain('createdByID');
  });

  it.each<[string, unknown, unknown]>([
    ['type', 'TEMP', 'TEMP'],
    ['type', '', null],
    ['title', '', ''],
    ['salaryFrom', 0, 0],
    ['salaryFrom', null, 0],
    ['rateFrom', null, null],
    ['clientID', 0, null],
    ['stageID', 0, null],
    ['stageID', 2, 2],
    ['title', null, null],
    ['deadline', '2026-03-31', new Date('2026-03-31T00:00:00.000Z')],
  ])('with %s %j stores %j', (field, sent, stored) => expect(storedValue(jobs.field(field), sent)).toEqual(stored));
});
