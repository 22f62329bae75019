import type { Transaction } from '../../core/database';
import { numberOf, rows } from '../../core/database/rows';
import { parentOfEntry } from '../../core/lookups';
import { sql, Sql } from '../../core/sql';
import { change, ForbiddenTransition, loadAll, checkTransition, type Transitions } from '../../core/records';
import { ApplicationStage, OfferStatus, Pipeline } from '../../core/terms/numbers';
import type { Application } from './application.entity';
import { applications } from './applications.records';

const { New, Screening, Shortlisted, Submitted, Interview, Offer, Placed, Rejected, Withdrawn } = ApplicationStage;
const OPEN = [New, Screening, Shortlisted, Submitted, Interview, Offer];
const fromOpen = (stage: number): number[] => [...OPEN.filter((each) => each !== stage), Placed, Rejected, Withdrawn];
/** A reopened application has to be submitted again. */
const REOPENED = [New, Screening, Shortlisted];

export const APPLICATION_TRANSITIONS: Transitions<'stageID'> = {
  field: 'stageID',
  list: 'applicationStage',
  allowed: {
    ...Object.fromEntries(OPEN.map((stage) => [stage, fromOpen(stage)])),
    [Placed]: [Offer, Rejected, Withdrawn],
    [Rejected]: REOPENED,
    [Withdrawn]: REOPENED,
  },
};

/** @throws ForbiddenTransition for a transition that is not allowed or contradicts the placements */
export async function checkStageTransition(transaction: Transaction, before: Application, after: Application): Promise<void> {
  await checkTransition(transaction, applications, APPLICATION_TRANSITIONS, before, after);
  const [wasPlaced, isPlaced] = [before, after].map((application) => application.stageID === Placed && !application.deleted);
  if (wasPlaced === isPlaced) return;
  const placementID = await livePlacementID(transaction, after.id);
  if (isPlaced && !placementID)
    throw new ForbiddenTransition('An application becomes Placed only through an accepted offer or a placement.');
  if (wasPlaced && placementID)
    throw new ForbiddenTransition(`Application ${after.id} is Placed by placement ${placementID}: cancel or delete the placement first.`);
}

/** Keeps an application Placed while it has a live placement; without one moves it back to Offer. */
export async function syncPlacedStage(transaction: Transaction, applicationID: number): Promise<void> {
  const [application] = await loadAll(transaction.em, applications, [applicationID]);
  const isPlaced = (await livePlacementID(transaction, applicationID)) > 0;
  if (isPlaced && application?.stageID !== Placed) await change(transaction, applications, applicationID, { stageID: Placed });
  if (!isPlaced && application?.stageID === Placed && !application.deleted)
    await change(transaction, applications, applicationID, { stageID: Offer });
}

/** Moves an application whose offer has come to nothing back to the stage that it had before, unless another offer is under way. */
export async function returnFromOffer(transaction: Transaction, applicationID: number | null): Promise<void> {
  const [application] = applicationID === null ? [] : await loadAll(transaction.em, applications, [applicationID]);
  if (application?.stageID !== Offer || application.deleted || (await hasOffer(transaction, application.id))) return;
  await change(transaction, applications, application.id, { stageID: application.stageBeforeOfferID ?? Interview });
}

const hasOffer = async ({ em }: Transaction, applicationID: number): Promise<boolean> =>
  (
    await rows(
      em,
      sql`SELECT 1 FROM offer WHERE applicationID = ${applicationID} AND statusID = ${OfferStatus.Made} AND deleted = 0 LIMIT 1`,
    )
  ).length > 0;

/** Moves an application forward to a stage; never backward, and not when closed or deleted. */
export async function advanceTo(transaction: Transaction, applicationID: number | null, stageID: number): Promise<void> {
  const [application] = applicationID === null ? [] : await loadAll(transaction.em, applications, [applicationID]);
  if (application && !application.deleted && (await isBefore(transaction, application.stageID, stageID)))
    await change(transaction, applications, application.id, { stageID });
}

/** Whether the stage comes before the target; a custom stage does if it precedes submission. */
async function isBefore({ em }: Transaction, stageID: number | null, target: number): Promise<boolean> {
  if (stageID === null || stageID <= Withdrawn) return (stageID ?? 0) < target;
  const [[pipeline] = []] = await rows(em, parentOfEntry('applicationStage', stageID));
  return pipeline === Pipeline.ToDo || pipeline === Pipeline.Blue;
}

/** The newest placement of an application that is neither deleted nor cancelled; 0: none. */
export const livePlacementID = ({ em, types }: Transaction, applicationID: number | undefined): Promise<number> =>
  numberOf(
    em,
    sql`SELECT COALESCE(MAX(pl.id), 0) FROM ${new Sql(types.expand('{Placement} pl WHERE {Placement.live pl}'))} AND pl.applicationID = ${applicationID ?? 0}`,
  );
