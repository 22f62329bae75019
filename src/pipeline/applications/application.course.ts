import type { Unit } from '../../database';
import { numberOf, rows } from '../../database/rows';
import { sql } from '../../query';
import { change, ForbiddenTransition, loadAll, mustBeOnCourse, type Course } from '../../records';
import { ApplicationStage, Pipeline, PlacementStatus } from '../../terms/numbers';
import type { Application } from './application.entity';
import { applications } from './applications.records';

const { New, Screening, Shortlisted, Submitted, Interview, Offer, Placed, Rejected, Withdrawn } = ApplicationStage;
const OPEN = [New, Screening, Shortlisted, Submitted, Interview, Offer];
const fromOpen = (stage: number): number[] => [...OPEN.filter((each) => each !== stage), Placed, Rejected, Withdrawn];
/** Whoever is considered once more has to be submitted once more. */
const REOPENED = [New, Screening, Shortlisted];

export const APPLICATION_COURSE: Course<'stageID'> = {
  field: 'stageID',
  list: 'applicationStage',
  moves: {
    ...Object.fromEntries(OPEN.map((stage) => [stage, fromOpen(stage)])),
    [Placed]: [Offer, Rejected, Withdrawn],
    [Rejected]: REOPENED,
    [Withdrawn]: REOPENED,
  },
};

/** @throws ForbiddenTransition for a move that its course does not have, or that contradicts its placements */
export async function mustFollowCourse(unit: Unit, before: Application, after: Application): Promise<void> {
  await mustBeOnCourse(unit, applications, APPLICATION_COURSE, before, after);
  const [wasPlaced, isPlaced] = [before, after].map((application) => application.stageID === Placed && !application.deleted);
  if (wasPlaced === isPlaced) return;
  const placementID = await livePlacement(unit, after.id);
  if (isPlaced && !placementID)
    throw new ForbiddenTransition('An application becomes Placed by an accepted offer or by a placement, not of itself.');
  if (wasPlaced && placementID)
    throw new ForbiddenTransition(`The application ${after.id} is Placed by the placement ${placementID}: cancel or delete that first.`);
}

/** An application is Placed while it has a live placement; without one it goes back to Offer. */
export async function followPlacements(unit: Unit, applicationID: number): Promise<void> {
  const [application] = await loadAll(unit.em, applications, [applicationID]);
  const isPlaced = (await livePlacement(unit, applicationID)) > 0;
  if (isPlaced && application?.stageID !== Placed) await change(unit, applications, applicationID, { stageID: Placed });
  if (!isPlaced && application?.stageID === Placed && !application.deleted)
    await change(unit, applications, applicationID, { stageID: Offer });
}

/** Moves an application on to a stage; never back, and not when it is closed or deleted. */
export async function advance(unit: Unit, applicationID: number | null, stageID: number): Promise<void> {
  const [application] = applicationID === null ? [] : await loadAll(unit.em, applications, [applicationID]);
  if (application && !application.deleted && (await isBehind(unit, application.stageID, stageID)))
    await change(unit, applications, application.id, { stageID });
}

/** A stage that the firm has added is behind when it comes before a submission. */
async function isBehind({ em }: Unit, stageID: number | null, target: number): Promise<boolean> {
  if (stageID === null || stageID <= Withdrawn) return (stageID ?? 0) < target;
  const [[pipeline] = []] = await rows(em, sql`SELECT parentID FROM lookup WHERE list = 'applicationStage' AND id = ${stageID}`);
  return pipeline === Pipeline.ToDo || pipeline === Pipeline.Blue;
}

/** The newest placement of an application that is neither deleted nor cancelled; 0: none. */
export const livePlacement = ({ em }: Unit, applicationID: number | undefined): Promise<number> =>
  numberOf(
    em,
    sql`SELECT COALESCE(MAX(id), 0) FROM placement WHERE applicationID = ${applicationID ?? 0} AND deleted = 0 AND statusID <> ${PlacementStatus.Cancelled}`,
  );
