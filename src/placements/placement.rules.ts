import { mirror, type Activity } from '../activities';
import type { Unit } from '../database';
import { rows } from '../database/rows';
import { InvalidRequest } from '../http';
import { jobFilled, mustBeOpen } from '../jobs';
import { followApplication, followPlacements, joinApplication } from '../pipeline';
import { sql } from '../query';
import { mustBeOnCourse, refuseUnset, ruledBy } from '../records';
import { Event } from '../terms/events';
import { ActivityCategory, ActivityStatus, PlacementStatus } from '../terms/numbers';
import { followJob } from './of-job';
import { isApproved, isLive, PLACEMENT_COURSE } from './placement.course';
import { placementFigures } from './placement.derived';
import type { Placement } from './placement.entity';
import { placements } from './placements.records';

const { Draft, Approved, Ended, Cancelled } = PlacementStatus;

ruledBy<Placement>(placements, {
  async start(unit, placement) {
    await joinApplication(unit, placement);
    if (placement.jobID !== null) await mustBeOpen(unit, placement.jobID);
    placement.statusID ??= Draft;
    placement.ownerID ??= unit.caller.userID;
  },
  prepare,
  async follow(unit, before, after) {
    await mirror(unit, { category: ActivityCategory.Placement, entityId: after.id }, shownOf(after));
    await tellApplications(unit, before, after);
    await tellJobs(unit, before, after);
  },
  events: (_, before, after) => [
    ...(before ? [] : [Event.PlacementCreated]),
    ...(before?.statusID === after.statusID ? [] : eventsOfStatus(before, after)),
  ],
});

async function prepare(unit: Unit, before: Placement, after: Placement): Promise<void> {
  const isNew = before.id === undefined;
  if (!isNew) await followApplication(unit, before, after);
  refuseUnset(before, after, 'jobID', 'candidateID');
  if (isNew) await followJob(unit, after);
  else if (after.jobID !== null && before.jobID !== after.jobID) await mustBeOpen(unit, after.jobID);
  await mustBeOnCourse(unit, placements, PLACEMENT_COURSE, before, after);
  if (before.payFrequencyID !== after.payFrequencyID) await refuseDisabled(unit, after);
  if (before.startDate !== after.startDate || before.endDate !== after.endDate) refuseEndBeforeStart(after);
  if (before.statusID !== after.statusID) stampApproval(unit, after);
  placementFigures(after);
}

async function refuseDisabled({ em }: Unit, { payFrequencyID }: Placement): Promise<void> {
  const found = await rows(em, sql`SELECT 1 FROM pay_frequency WHERE id = ${payFrequencyID ?? 0} AND isEnabled = 0`);
  if (found.length > 0) throw InvalidRequest.because([{ pointer: '/payFrequencyID', detail: 'must be a pay frequency that is enabled' }]);
}

function refuseEndBeforeStart({ startDate, endDate }: Placement): void {
  if (startDate && endDate && endDate < startDate)
    throw InvalidRequest.because([
      { pointer: '/endDate', detail: `must not be before the start, ${startDate.toISOString().slice(0, 10)}` },
    ]);
}

function stampApproval({ now }: Unit, placement: Placement): void {
  if (isApproved(placement)) placement.approvedDate ??= now;
  if (placement.statusID === Draft) placement.approvedDate = undefined;
}

/** Of the status that it has come to; a new one has not changed it. */
const eventsOfStatus = (before: Placement | undefined, { statusID }: Placement): number[] => [
  ...(before ? [Event.PlacementStatusChanged] : []),
  ...(statusID === Approved ? [Event.PlacementApproved] : []),
  ...(statusID === Ended ? [Event.PlacementEnded] : []),
];

/** A candidate who is placed, or no longer, is so in the application. */
async function tellApplications(unit: Unit, before: Placement, after: Placement): Promise<void> {
  if (isLive(before) === isLive(after) && before.applicationID === after.applicationID) return;
  for (const id of both(before.applicationID, after.applicationID)) await followPlacements(unit, id);
}

/** A job is filled by its approved placements. */
async function tellJobs(unit: Unit, before: Placement, after: Placement): Promise<void> {
  if (before.statusID === after.statusID && before.deleted === after.deleted && before.jobID === after.jobID) return;
  for (const id of both(before.jobID, after.jobID)) await jobFilled(unit, id);
}

const both = (...ids: (number | null)[]): number[] => [...new Set(ids)].filter((id) => id !== null).sort((one, other) => one - other);

function shownOf({ id, candidateID, contactID, clientID, jobID, statusID, createdDate, deleted }: Placement): Partial<Activity> {
  const status = statusID === Cancelled ? ActivityStatus.Cancelled : ActivityStatus.Completed;
  return { candidateID, contactID, clientID, jobID, placementID: id, activityDate: createdDate ?? null, statusID: status, deleted };
}
