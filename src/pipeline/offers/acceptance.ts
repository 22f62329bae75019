import { inAllDivisions } from '../../core/callers';
import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { Conflict } from '../../core/problems';
import { identifier, sql } from '../../core/sql';
import { change, create, withoutOldReferences, type ChangeOptions } from '../../core/records';
import { OfferStatus, RateUnit as Per } from '../../core/terms/numbers';
import { livePlacementID } from '../applications/application.transitions';
import type { Offer } from './offer.entity';
import { offers } from './offers.records';

/** Creates a placement from an accepted offer, unless the application has one, and withdraws the candidate's other offers for the job. */
export async function applyAcceptance(transaction: Transaction, offer: Offer, { confirmations }: ChangeOptions): Promise<void> {
  const isPlaced = offer.applicationID !== null && (await livePlacementID(transaction, offer.applicationID)) > 0;
  if (!isPlaced) {
    await refuseDeletedCandidate(transaction, offer);
    const [within, placements] = [inAllDivisions(transaction), transaction.types.named('Placement')];
    // whoever made the offer may have left since
    const copy = await withoutOldReferences(within, placements, placementOf(offer));
    const { jobID, candidateID } = offer;
    await create(within, placements, { ...copy, jobID, candidateID }, { confirmations });
  }
  for (const id of await otherOffers(transaction, offer)) await change(transaction, offers, id, { statusID: OfferStatus.Withdrawn });
}

/** @throws Conflict */
async function refuseDeletedCandidate({ em, types }: Transaction, { candidateID }: Offer): Promise<void> {
  const candidate = identifier(types.named('Candidate').table);
  const found = await rows(em, sql`SELECT 1 FROM ${candidate} WHERE id = ${candidateID ?? 0} AND deleted = 1`);
  if (found.length > 0) throw new Conflict(`Candidate ${candidateID} is deleted: restore the candidate before the offer is accepted.`);
}

/** The placement fields from the offer; the others default to those of the job. */
function placementOf({ applicationID, jobID, candidateID, startDate, ownerID, ...offered }: Offer): object {
  return { applicationID, jobID, candidateID, ownerID, ...(startDate && { startDate: startDate.toISOString() }), ...payOf(offered) };
}

/** The pay from the offer; one without an amount leaves pay and its unit to the job. */
function payOf({ amount, amountUnits }: Pick<Offer, 'amount' | 'amountUnits'>): object {
  if (amount === 0) return {};
  return amountUnits === null || amountUnits === Per.Year ? { salary: amount } : { payRate: amount, rateUnits: amountUnits };
}

async function otherOffers({ em }: Transaction, { id, jobID, candidateID }: Offer): Promise<number[]> {
  const found = await rows(
    em,
    sql`SELECT id FROM offer WHERE jobID = ${jobID ?? 0} AND candidateID = ${candidateID ?? 0} AND id <> ${id} AND statusID = ${OfferStatus.Made} AND deleted = 0 ORDER BY id`,
  );
  return found.map(([other]) => other as number);
}
