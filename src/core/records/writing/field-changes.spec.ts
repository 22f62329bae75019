import '../../database/support/kind';
import { recordTypeNamed } from '../../database/support/record-types';
import { fieldChanges } from './field-changes';

describe('The published differences between two states of a record', () => {
  const jobs = recordTypeNamed('Job');
  const candidates = recordTypeNamed('Candidate');

  it('have the value of each changed field before and after, null where there is none', () => {
    const before = { title: 'Rigger', suburb: 'Perth', stageID: undefined, closeDate: new Date(0), salaryFrom: 5 };
    const after = { title: 'Crane driver', suburb: undefined, stageID: 2, closeDate: new Date(1), salaryFrom: 5 };
    expect(fieldChanges(jobs, before, after)).toEqual({
      title: ['Rigger', 'Crane driver'],
      suburb: ['Perth', null],
      stageID: [null, 2],
      closeDate: [new Date(0), new Date(1)],
    });
  });

  it('are none where the stored form is the same', () => {
    expect(
      fieldChanges(jobs, { closeDate: new Date(7), clientID: null, deleted: false }, { closeDate: new Date(7), clientID: undefined }),
    ).toEqual({});
  });

  it('leave out the id, who changed the record last and when', () => {
    const before = { id: undefined, updatedDate: new Date(0), updatedByID: 1, createdByID: 1 };
    const after = { id: 5, updatedDate: new Date(1), updatedByID: 2, createdByID: 2 };
    expect(fieldChanges(jobs, before, after)).toEqual({ createdByID: [1, 2] });
  });

  it('leave out what no response shows: the version, and the key of an e-mail address', () => {
    const before = { version: 1, emailKey: 'ada', email1: 'ada@example.com' };
    const after = { version: 2, emailKey: 'grace', email1: 'grace@example.com' };
    expect(fieldChanges(candidates, before, after)).toEqual({ email1: ['ada@example.com', 'grace@example.com'] });
  });
});
