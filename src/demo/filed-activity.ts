import type { Activity, Party } from '../activities';
import { made, type Making } from './made';

/** The field of an activity for each kind of record that it can belong to. */
const MAIN = {
  Candidate: 'candidateID',
  Contact: 'contactID',
  Client: 'clientID',
  Job: 'jobID',
  Opportunity: 'opportunityID',
  Placement: 'placementID',
} as const;

/** Further records that an activity is about. */
export type Linked = Partial<Record<Party, readonly number[]>>;

/** An activity and what it belongs to. */
export function* filedActivity(activity: Partial<Activity> & { id: number }, linked: Linked = {}): Making {
  yield made('Activity', activity);
  for (const kind of Object.keys(MAIN) as Party[]) {
    const main = activity[MAIN[kind]] ?? undefined;
    const others = new Set(linked[kind]);
    for (const recordID of new Set(main === undefined ? others : [main, ...others])) {
      yield made('ActivityLink', { activityID: activity.id, kind, recordID, isMain: recordID === main, isLinked: others.has(recordID) });
    }
  }
}
