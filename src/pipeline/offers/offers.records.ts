import { recordType } from '../../fields/record-type';
import { OfferDto } from './offer.dto';
import { Offer } from './offer.entity';

export const offers = recordType({
  name: 'Offer',
  table: 'offer',
  entity: Offer,
  shape: OfferDto,
  moduleId: 7,
  display: 'comments',
  softDeleted: true,
  divisions: 'SELECT dj.division FROM job dj WHERE dj.id = r.jobID AND dj.division IS NOT NULL',
});
