import { mustBeOnCourse, refuseUnset, ruledBy, type Course } from '../../records';
import { Event } from '../../terms/events';
import { ApplicationStage, OfferStatus } from '../../terms/numbers';
import { advance } from '../applications/application.course';
import { followApplication, joinApplication } from '../of-application';
import { followAcceptance } from './acceptance';
import type { Offer } from './offer.entity';
import { offers } from './offers.records';

const { Made, Accepted, Declined, Withdrawn, Expired } = OfferStatus;

/** Whoever did not take an offer can be made it again; an accepted one has become a placement. */
export const OFFER_COURSE: Course<'statusID'> = {
  field: 'statusID',
  list: 'offerStatus',
  moves: { [Made]: [Accepted, Declined, Withdrawn, Expired], [Accepted]: [], [Declined]: [Made], [Withdrawn]: [Made], [Expired]: [Made] },
};

ruledBy<Offer>(offers, {
  async start(unit, offer) {
    await joinApplication(unit, offer);
    offer.statusID ??= Made;
    offer.ownerID ??= unit.caller.userID;
  },
  async prepare(unit, before, after) {
    if (before.id !== undefined) await followApplication(unit, before, after);
    refuseUnset(before, after, 'jobID', 'candidateID');
    if (before.statusID === after.statusID) return;
    await mustBeOnCourse(unit, offers, OFFER_COURSE, before, after);
    if (isAnswer(after)) after.answeredDate ??= unit.now;
    if (after.statusID === Made) after.answeredDate = undefined;
  },
  async follow(unit, before, after) {
    if (before.statusID === after.statusID) return;
    if (after.statusID === Made) await advance(unit, after.applicationID, ApplicationStage.Offer);
    if (after.statusID === Accepted) await followAcceptance(unit, after);
  },
  events: (_, before, after) =>
    before?.statusID === after.statusID
      ? []
      : [...(after.statusID === Made ? [Event.OfferMade] : []), ...(isAnswer(after) ? [Event.OfferAnswered] : [])],
});

const isAnswer = ({ statusID }: Offer): boolean => statusID === Accepted || statusID === Declined;
