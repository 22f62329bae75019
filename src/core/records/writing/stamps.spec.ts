import '../../database/support/kind';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import type { View } from '../../database/transactions';
import { updatedFields } from '../../fields/stamp-fields';
import { stampCreated, stampUpdated } from './stamps';

describe('Who made a record, who changed it last, and when', () => {
  const now = new Date('2026-11-20T09:30:00.000Z');
  const view = { caller: { ...SYSTEM_CALLER, userID: 7 }, now } as View;
  const stamped = (stamp: typeof stampCreated, name: string): object => {
    const record = {};
    stamp(view, recordTypeNamed(name), record);
    return record;
  };

  it.each([
    ['Job', { createdDate: now, createdByID: 7, updatedDate: now, updatedByID: 7 }],
    ['Candidate', { createdDate: now, createdByID: 7, lastUpdateDate: now, updatedByID: 7 }],
    ['Activity', { dateCreated: now, createdByID: 7, lastUpdatedDate: now, lastUpdatedByID: 7 }],
    ['Division', { createdDate: now, updatedDate: now }],
    ['EmploymentHistory', {}],
  ])('of a new %s are %j', (name, stamps) => expect(stamped(stampCreated, name)).toEqual(stamps));

  it.each([
    ['Job', { updatedDate: now, updatedByID: 7 }],
    ['Candidate', { lastUpdateDate: now, updatedByID: 7 }],
    ['Activity', { lastUpdatedDate: now, lastUpdatedByID: 7 }],
    ['Division', { updatedDate: now }],
    ['EmploymentHistory', {}],
  ])('of a changed %s are %j', (name, stamps) => expect(stamped(stampUpdated, name)).toEqual(stamps));

  it('of the last change are in fields of which each says whether it is a time or a user', () => {
    expect(updatedFields(recordTypeNamed('Job'))).toEqual([
      ['updatedDate', 'at'],
      ['updatedByID', 'by'],
    ]);
    expect(updatedFields(recordTypeNamed('EmploymentHistory'))).toEqual([]);
  });
});
