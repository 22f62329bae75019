import type { Settings } from '../../core/config';
import type { RuledType } from '../../core/fields/record-types';
import { checkTransition, requireFields, ruledBy, touches, type Transitions } from '../../core/records';
import { ApplicationStage, OfferStatus } from '../../core/terms/numbers';
import { dayIn } from '../../core/time/day';
import { advanceTo, returnFromOffer } from '../applications/application.transitions';
import { linkApplication, refuseRestoredAlone, syncWithApplication } from '../application-link';
import { checkRedFlag } from '../guards/red-flag';
import { applyAcceptance } from './acceptance';
import { checkExpired } from './expired-offer';
import type { Offer } from './offer.entity';
import { offers } from './offers.records';

const { Made, Accepted, Declined, Withdrawn, Expired } = OfferStatus;

/** An offer that was not accepted can be made again, an expired one still be accepted; an accepted one is final: it is a placement. */
export const OFFER_TRANSITIONS: Transitions<'statusID'> = {
  field: 'statusID',
  list: 'offerStatus',
  allowed: {
    [Made]: [Accepted, Declined, Withdrawn, Expired],
    [Accepted]: [],
    [Declined]: [Made],
    [Withdrawn]: [Made],
    [Expired]: [Made, Accepted],
  },
};

export const offerRules = ({ timeZone }: Settings): RuledType =>
  ruledBy(offers, {
    async setDefaults(transaction, offer) {
      await linkApplication(transaction, offer);
      offer.statusID ??= Made;
      offer.ownerID ??= transaction.caller.userID;
    },
    async prepare(transaction, before, after, how) {
      if (before.id !== undefined) await syncWithApplication(transaction, before, after);
      requireFields(offers, before, after);
      await refuseRestoredAlone(transaction, before, after);
      if (touches(before, after, 'candidateID') || (isUnderWay(after) && !isUnderWay(before))) await checkRedFlag(transaction, after, how);
      if (before.statusID === after.statusID) return;
      await checkTransition(transaction, offers, OFFER_TRANSITIONS, before, after);
      if (after.statusID === Accepted) checkExpired(before, after, dayIn(answeredNow(before, after, transaction.now), timeZone), how);
      if (isAnswered(after)) after.answeredDate ??= transaction.now;
      if (after.statusID === Made) after.answeredDate = undefined;
    },
    async afterSave(transaction, before, after, how) {
      const [was, is] = [applicationOffered(before), applicationOffered(after)];
      if (is !== was) await advanceTo(transaction, is, ApplicationStage.Offer);
      if (after.statusID === Accepted && before.statusID !== Accepted) await applyAcceptance(transaction, after, how);
      if (is !== was) await returnFromOffer(transaction, was);
    },
  });

/** The date that the change states, or else now. */
const answeredNow = (before: Offer, after: Offer, now: Date): Date =>
  after.answeredDate && touches(before, after, 'answeredDate') ? after.answeredDate : now;

/** Made, and neither answered nor taken back. */
const isUnderWay = ({ statusID, deleted }: Offer): boolean => statusID === Made && !deleted;

/** The application that has an offer by it. */
const applicationOffered = (offer: Offer): number | null => (isUnderWay(offer) ? offer.applicationID : null);

const isAnswered = ({ statusID }: Offer): boolean => statusID === Accepted || statusID === Declined;
