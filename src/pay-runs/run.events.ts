import { eventsFor, type RecordEvent } from '../core/fields/record-event';
import { PayRunStatus } from '../core/terms/numbers';
import type { Run } from './run.entity';

const { Approved, Completed, Cancelled } = PayRunStatus;
const { created, changed, reaches } = eventsFor<Run>();

/**
 * What happens to runs of a kind, in both kinds the same. Webhooks subscribe to it; automations do not, since the events that these wait
 * for are 1 to 69.
 * @param first the id of the first event @param name of the kind: Pay run
 */
export const runEvents = (first: number, name: string): Readonly<Record<string, RecordEvent<Run>>> => ({
  created: created(first, `${name} created`),
  statusChanged: changed(first + 1, `${name} status changed`, 'statusID'),
  approved: reaches(first + 2, `${name} approved`, 'statusID', Approved),
  completed: reaches(first + 3, `${name} completed`, 'statusID', Completed),
  cancelled: reaches(first + 4, `${name} cancelled`, 'statusID', Cancelled),
});
