import { personsIn } from '../../core/fields/persons';
import { recordType } from '../../core/fields/record-type';
import { OfferStatus } from '../../core/terms/numbers';
import { divisionOfJob } from '../../jobs';
import { OfferDto } from './offer.dto';
import { Offer } from './offer.entity';
import { offerEvents } from './offer.events';

export const offers = recordType({
  name: 'Offer',
  table: 'offer',
  entity: Offer,
  shape: OfferDto,
  moduleId: 7,
  display: 'comments',
  softDeleted: true,
  persons: personsIn('offer', { Candidate: 'candidateID' }),
  events: offerEvents,
  consequences: [
    { field: 'statusID', effects: [{ kind: 'fieldWritten', type: 'Application', field: 'stageID' }] },
    { field: 'statusID', values: [OfferStatus.Accepted], effects: [{ kind: 'created', type: 'Placement', values: {} }] },
  ],
  divisions: divisionOfJob('r.jobID'),
  changedParts: ['confirmed'],
});
