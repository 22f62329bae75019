import type { Activity, Party } from '../activities';
import { demoRecord, type DemoRecords } from './demo-record';

/** The field of an activity that refers to its main record of each kind. */
const MAIN = {
  Candidate: 'candidateID',
  Contact: 'contactID',
  Client: 'clientID',
  Job: 'jobID',
  Opportunity: 'opportunityID',
  Placement: 'placementID',
} as const;

/** Further records linked to an activity. */
export type Linked = Partial<Record<Party, readonly number[]>>;

/** An activity with its links. */
export function* activityWithLinks(activity: Partial<Activity> & { id: number }, linked: Linked = {}): DemoRecords {
  yield demoRecord('Activity', activity);
  for (const kind of Object.keys(MAIN) as Party[]) {
    const main = activity[MAIN[kind]] ?? undefined;
    const others = new Set(linked[kind]);
    for (const recordID of new Set(main === undefined ? others : [main, ...others])) {
      yield demoRecord('ActivityLink', {
        activityID: activity.id,
        kind,
        recordID,
        isMain: recordID === main,
        isLinked: others.has(recordID),
      });
    }
  }
}
