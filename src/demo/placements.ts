import { Placement, placementFigures } from '../placements';
import { ActivityCategory, ActivityStatus, PlacementStatus, Unit } from '../terms/numbers';
import { dayAt, mirror, type Journey } from './journey';
import { made, type Making } from './made';
import { ENABLED_FREQUENCIES } from './office';
import { later } from './world';

const { Draft, Approved, Started, Ended, Cancelled } = PlacementStatus;
const TYPES: Readonly<Record<string, number>> = { PERM: 1, CONTRACT: 2, TEMP: 3, FTC: 4, LABOUR: 5 };
const PERMANENT = 1;
const OFFER = 6;
/** At most so many weeks of timesheets. */
const WEEKS = 6;

interface Course {
  readonly start: number;
  /** undefined: it runs on. */
  readonly end: number | undefined;
  readonly statusID: number;
}

/** The placement at the end of a journey, with its timesheets. */
export function* placementOf(way: Journey): Making {
  const id = way.numbers.next('Placement');
  const typeID = TYPES[way.job.type ?? ''] ?? PERMANENT;
  const course = courseOf(way, id, typeID);
  const placement = placementAt(way, id, typeID, course);
  yield made('Placement', placement);
  yield* mirror(way, ActivityCategory.Placement, {
    entityId: id,
    placementID: id,
    activityDate: placement.createdDate ?? null,
    statusID: course.statusID === Cancelled ? ActivityStatus.Cancelled : ActivityStatus.Completed,
    notes: `Placement ${placement.reference}.`,
  });
  if (typeID !== PERMANENT && [Approved, Started, Ended].some((status) => status === course.statusID)) yield* timesheets(way, id, course);
}

/** Approved ones that began have started; one in the future waits; the first runs. */
function courseOf(way: Journey, id: number, typeID: number): Course {
  const { random } = way;
  if (id === 1) return { start: -30, end: 150, statusID: Started };
  const start = dayAt(way, 0.9) + random.int(3, 28);
  const end = typeID === PERMANENT ? undefined : start + random.int(30, 400);
  if (way.stage === OFFER)
    return { start: Math.max(start, 3), end: end === undefined ? undefined : Math.max(start, 3) + 120, statusID: Draft };
  if (random.chance(0.06)) return { start, end, statusID: Cancelled };
  if (start > 0) return { start, end, statusID: Approved };
  return { start, end, statusID: end !== undefined && end < 0 ? Ended : Started };
}

function placementAt(way: Journey, id: number, typeID: number, { start, end, statusID }: Course): Placement {
  const { world, random, job, ownerID } = way;
  const createdDate = world.moment(dayAt(way, 0.85), random);
  const isApproved = statusID !== Draft;
  const placement = Object.assign(new Placement(), {
    id,
    reference: `PL-${2000 + id}`,
    jobID: job.id,
    candidateID: way.candidateID,
    contactID: way.contactID,
    clientID: job.clientID ?? null,
    applicationID: way.applicationID,
    typeID,
    statusID,
    startDate: world.day(start),
    endDate: end === undefined ? undefined : world.day(end),
    endReason: statusID === Ended ? 'The assignment was completed.' : null,
    approvedDate: isApproved ? later(createdDate, random.int(0, 5)) : undefined,
    ...money(way, id, typeID),
    payFrequencyID: random.pick(ENABLED_FREQUENCIES),
    division: job.division ?? null,
    notes: random.chance(0.3) ? 'Site induction on the first day, 6:30 am.' : null,
    ownerID,
    createdByID: ownerID,
    createdDate,
    updatedByID: ownerID,
    updatedDate: createdDate,
    deleted: id % 71 === 70,
  });
  placementFigures(placement);
  return placement;
}

function money({ job, random }: Journey, id: number, typeID: number): Partial<Placement> {
  if (id === 1) return { payRate: 65, chargeRate: 92, onCosts: 7, rateUnits: Unit.Hour, hoursPerDay: 7.6, salary: 0, feeAmount: 0 };
  if (typeID === PERMANENT || !job.rateFrom) {
    return {
      payRate: 0,
      chargeRate: 0,
      onCosts: 0,
      rateUnits: null,
      hoursPerDay: 7.6,
      salary: job.salaryTo || job.salaryFrom || 90_000,
      feeAmount: job.permFeeAmount || 15_000,
    };
  }
  const payRate = job.rateFrom + random.int(0, 4);
  return {
    payRate,
    chargeRate: Math.round(payRate * 1.36 * 100) / 100,
    onCosts: Math.round(payRate * 0.12 * 100) / 100,
    rateUnits: job.rateUnits,
    hoursPerDay: 7.6,
    salary: 0,
    feeAmount: 0,
  };
}

/** The last weeks up to today or its end, from Monday to Sunday, the newest still to be submitted. */
function* timesheets({ world, numbers, random, candidateID, ownerID }: Journey, placementID: number, { start, end = 0 }: Course): Making {
  const monday = -((world.today.getUTCDay() + 6) % 7);
  let shown = 0;
  for (let from = monday; from > monday - 60 * 7 && from + 6 >= start && shown < WEEKS; from -= 7) {
    if (from > end) continue;
    const statusID = [1, 2, random.weighted([3, 4], [4, 1]), 3, 5, 5][shown] ?? 5;
    const isSubmitted = statusID !== 1;
    const isDecided = statusID > 2;
    const createdDate = world.day(Math.min(from, 0));
    yield made('Timesheet', {
      id: numbers.next('Timesheet'),
      placementID,
      candidateID,
      statusID,
      periodStart: world.day(from),
      periodEnd: world.day(from + 6),
      dueDate: world.day(from + 7),
      hours: random.step(30, 40, 0.5),
      submittedDate: isSubmitted ? later(world.day(Math.min(from + 6, -1)), 9 * 60) : undefined,
      decidedDate: isDecided ? later(world.day(Math.min(from + 7, -1)), 11 * 60) : undefined,
      comments: statusID === 4 ? 'Public holiday entered twice.' : null,
      createdByID: ownerID,
      createdDate,
      updatedByID: ownerID,
      updatedDate: createdDate,
      deleted: false,
    });
    shown++;
  }
}
