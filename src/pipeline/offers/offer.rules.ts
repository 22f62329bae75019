import { checkTransition, requireFields, ruledBy, type Transitions } from '../../core/records';
import { ApplicationStage, OfferStatus } from '../../core/terms/numbers';
import { advanceTo } from '../applications/application.transitions';
import { syncWithApplication, linkApplication } from '../application-link';
import { applyAcceptance } from './acceptance';
import type { Offer } from './offer.entity';
import { offers } from './offers.records';

const { Made, Accepted, Declined, Withdrawn, Expired } = OfferStatus;

/** An offer that was not accepted can be made again; an accepted one is final, as it has become a placement. */
export const OFFER_TRANSITIONS: Transitions<'statusID'> = {
  field: 'statusID',
  list: 'offerStatus',
  allowed: { [Made]: [Accepted, Declined, Withdrawn, Expired], [Accepted]: [], [Declined]: [Made], [Withdrawn]: [Made], [Expired]: [Made] },
};

export const offerRules = ruledBy(offers, {
  async setDefaults(transaction, offer) {
    await linkApplication(transaction, offer);
    offer.statusID ??= Made;
    offer.ownerID ??= transaction.caller.userID;
  },
  async prepare(transaction, before, after) {
    if (before.id !== undefined) await syncWithApplication(transaction, before, after);
    requireFields(before, after, 'jobID', 'candidateID');
    if (before.statusID === after.statusID) return;
    await checkTransition(transaction, offers, OFFER_TRANSITIONS, before, after);
    if (isAnswered(after)) after.answeredDate ??= transaction.now;
    if (after.statusID === Made) after.answeredDate = undefined;
  },
  async afterSave(transaction, before, after) {
    if (before.statusID === after.statusID) return;
    if (after.statusID === Made) await advanceTo(transaction, after.applicationID, ApplicationStage.Offer);
    if (after.statusID === Accepted) await applyAcceptance(transaction, after);
  },
});

const isAnswered = ({ statusID }: Offer): boolean => statusID === Accepted || statusID === Declined;
