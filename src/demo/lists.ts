import type { SavedList } from '../lists';
import { demoRecord, type DemoRecords } from './demo-record';
import type { DemoContext } from './demo-context';

type List = Pick<SavedList, 'name' | 'type' | 'description'> & { readonly size: number };

const LISTS: readonly List[] = [
  { name: 'Site engineers to call', type: 'Candidate', size: 12, description: 'Met at the careers fair.' },
  { name: 'Silver medallists', type: 'Candidate', size: 20, description: 'Came second, and worth placing.' },
  { name: 'Guests of the golf day', type: 'Contact', size: 15, description: null },
  { name: 'Tenders of this year', type: 'Client', size: 8, description: null },
  { name: 'Urgent jobs', type: 'Job', size: 6, description: 'Looked at every morning.' },
  { name: 'Nobody yet', type: 'Candidate', size: 0, description: null },
];

/** Saved lists, of records that exist at any size of the firm. */
export function* lists(context: DemoContext): DemoRecords {
  for (const [index, { size, ...list }] of LISTS.entries()) {
    const id = index + 1;
    const about = { createdByID: 1, createdDate: context.day(-30), updatedByID: 1, updatedDate: context.day(-2), deleted: false };
    yield demoRecord('SavedList', { id, ...list, ...about });
    for (let recordID = 1; recordID <= size; recordID++) {
      yield demoRecord('SavedListRecord', { listID: id, recordID, addedByID: 1 + (recordID % 3), addedDate: context.day(-2 - recordID) });
    }
  }
}
