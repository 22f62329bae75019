import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import { recordTypeNamed } from '../../fields/record-type';
import { sql } from '../../query';
import { change, create } from '../../records';
import { OfferStatus, Unit as Per } from '../../terms/numbers';
import { livePlacement } from '../applications/application.course';
import type { Offer } from './offer.entity';
import { offers } from './offers.records';

/** Of an accepted offer comes a placement, unless the application has one; what else the candidate was offered for the job is withdrawn. */
export async function followAcceptance(unit: Unit, offer: Offer): Promise<void> {
  const isPlaced = offer.applicationID !== null && (await livePlacement(unit, offer.applicationID)) > 0;
  if (!isPlaced) await create(unit, recordTypeNamed('Placement'), placementOf(offer));
  for (const id of await otherOffers(unit, offer)) await change(unit, offers, id, { statusID: OfferStatus.Withdrawn });
}

/** What the offer says of the placement; the rest is in the job. */
function placementOf({ applicationID, jobID, candidateID, startDate, ownerID, amount, amountUnits }: Offer): object {
  const isSalary = amountUnits === null || amountUnits === Per.Year;
  const pay = isSalary ? { salary: amount } : { payRate: amount, rateUnits: amountUnits };
  return { applicationID, jobID, candidateID, ownerID, ...(startDate && { startDate: startDate.toISOString() }), ...pay };
}

async function otherOffers({ em }: Unit, { id, jobID, candidateID }: Offer): Promise<number[]> {
  const found = await rows(
    em,
    sql`SELECT id FROM offer WHERE jobID = ${jobID ?? 0} AND candidateID = ${candidateID ?? 0} AND id <> ${id} AND statusID = ${OfferStatus.Made} AND deleted = 0 ORDER BY id`,
  );
  return found.map(([other]) => other as number);
}
