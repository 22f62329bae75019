import { applyJobTerms, creditsIn, givenIn, Placement, placementMirror, setPlacementFigures } from '../placements';
import { PlacementStatus, RateUnit, WorkerKind } from '../core/terms/numbers';
import { complianceOf } from './checklists';
import { dayAt, mirrorActivity, type Journey } from './journey';
import { demoRecord, type DemoRecords } from './demo-record';
import { frequencyOf } from './office';
import { addMinutes, keysOf } from './demo-context';
import { timesheetsMadeTo, timesheetsOf } from './timesheets';

const { Draft, Approved, Started, Ended, Cancelled } = PlacementStatus;
const TYPES: Readonly<Record<string, number>> = { PERM: 1, CONTRACT: 2, TEMP: 3, FTC: 4, LABOUR: 5 };
const PERMANENT = 1;
const OFFER = 6;

interface PlacementPeriod {
  readonly start: number;
  /** undefined when it is open-ended. */
  readonly end: number | undefined;
  readonly statusID: number;
}

/** The placement at the end of a journey, with its timesheets. */
export function* placementOf(journey: Journey): DemoRecords {
  const id = journey.ids.next('Placement');
  const typeID = TYPES[journey.job.type ?? ''] ?? PERMANENT;
  const course = withoutOverlap(journey, periodOf(journey, id, typeID));
  const placement = placementAt(journey, id, typeID, course);
  yield demoRecord('Placement', placement);
  yield* complianceOf(journey, placement);
  yield* creditsOf(journey, placement);
  yield* mirrorActivity(journey, placementMirror(placement));
  if (typeID !== PERMANENT && [Approved, Started, Ended].some((status) => status === course.statusID))
    yield* timesheetsOf(journey.context, journey.ids, placement);
}

/** Nobody works in two places: a placement beside another one fell through. */
function withoutOverlap({ context, candidateID }: Journey, period: PlacementPeriod): PlacementPeriod {
  const others = context.periodsOf(candidateID);
  const overlaps = others.some(
    ({ start, end = Infinity }) => period.start <= end && start <= (period.end ?? Infinity) && period.statusID !== Cancelled,
  );
  if (overlaps) return { ...period, statusID: Cancelled };
  if (period.statusID !== Cancelled) others.push(period);
  return period;
}

/** An approved placement is started once its start date has passed; placement 1 is always running. */
function periodOf(journey: Journey, id: number, typeID: number): PlacementPeriod {
  const { random } = journey;
  if (id === 1) return { start: -30, end: 150, statusID: Started };
  const start = dayAt(journey, 0.9) + random.int(3, 28);
  const end = typeID === PERMANENT ? undefined : start + random.int(30, 400);
  if (journey.stage === OFFER)
    return { start: Math.max(start, 3), end: end === undefined ? undefined : Math.max(start, 3) + 120, statusID: Draft };
  if (random.chance(0.06)) return { start, end, statusID: Cancelled };
  if (start > 0) return { start, end, statusID: Approved };
  return { start, end, statusID: end !== undefined && end < 0 ? Ended : Started };
}

function placementAt(journey: Journey, id: number, typeID: number, { start, end, statusID }: PlacementPeriod): Placement {
  const { context, random, job, ownerID } = journey;
  const createdDate = context.moment(dayAt(journey, 0.85), random);
  const approvedDate = statusID === Draft ? undefined : addMinutes(createdDate, random.int(0, 5));
  const terms = agreed(journey, id, typeID);
  const placement = Object.assign(new Placement(), {
    id,
    ...keysOf('pay', id),
    reference: `PL-${2000 + id}`,
    jobID: job.id,
    candidateID: journey.candidateID,
    contactID: journey.contactID,
    clientID: job.clientID ?? null,
    purchaseOrder: job.clientReference ?? null,
    applicationID: journey.applicationID,
    typeID,
    statusID,
    startDate: context.day(start),
    endDate: end === undefined ? undefined : context.day(end),
    endReason: statusID === Ended ? 'The assignment was completed.' : null,
    approvedDate,
    hoursPerDay: job.hoursPerDay,
    payRate: 0,
    chargeRate: 0,
    onCosts: 0,
    ...terms,
    payFrequencyID: frequencyOf(random, typeID === PERMANENT),
    workerKind: id % 9 === 4 ? WorkerKind.Subcontractor : WorkerKind.Employee,
    division: job.division ?? null,
    notes: random.chance(0.3) ? 'Site induction on the first day, 6:30 am.' : null,
    ownerID,
    createdByID: ownerID,
    createdDate,
    updatedByID: ownerID,
    updatedDate: createdDate,
    deleted: id % 71 === 70,
  });
  applyJobTerms(placement, job, givenIn(terms));
  setPlacementFigures(placement);
  placement.timesheetsTo = typeID === PERMANENT ? undefined : timesheetsMadeTo(context, placement);
  return placement;
}

/** What was agreed; the rest is that of the job. */
function agreed({ job, random }: Journey, id: number, typeID: number): Partial<Placement> {
  if (id === 1) return { payRate: 65, chargeRate: 92, onCosts: 7, rateUnits: RateUnit.Hour };
  if (typeID === PERMANENT) return {};
  if (job.rateFrom) return { payRate: job.rateFrom + random.int(0, 4), rateUnits: job.rateUnits };
  return { salary: job.salaryTo || job.salaryFrom || 90_000 };
}

/** The credits that were fixed when it was approved. */
function* creditsOf({ job }: Journey, { id, statusID }: Placement): DemoRecords {
  if (statusID === Draft) return;
  for (const [index, credit] of creditsIn(job).entries())
    yield demoRecord('PlacementCredit', { placementID: id, position: index + 1, ...credit });
}
