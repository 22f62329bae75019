import { eventsFor } from '../../core/fields/record-event';
import { OfferStatus } from '../../core/terms/numbers';
import type { Offer } from './offer.entity';

const { reaches } = eventsFor<Offer>();

export const offerEvents = {
  made: reaches(54, 'Offer made', 'statusID', OfferStatus.Made),
  answered: reaches(55, 'Offer answered', 'statusID', OfferStatus.Accepted, OfferStatus.Declined),
};
