import { NewOf, PartOf, ResponseOf, UpdateOf } from '../../core/fields/shapes';
import { IntFigure, NameOf } from '../../core/fields/decorators';
import { Offer } from './offer.entity';

/** The candidate's live placement on the job, once the offer is accepted. */
const PLACEMENT =
  '(SELECT COALESCE(MAX(pl.id), 0) FROM {Placement} pl WHERE pl.jobID = r.jobID AND pl.candidateID = r.candidateID AND {Placement.live pl} AND r.statusID = 2)';

/** An offer with the names of referenced records. */
export class OfferDto extends ResponseOf(Offer) {
  @NameOf('jobID', { example: 'Senior Site Engineer' }) jobTitle!: string | null;
  @NameOf('candidateID', { example: 'Charlotte Nguyen' }) candidateName!: string | null;
  @NameOf('statusID', { example: 'Accepted' }) statusName!: string | null;
  @IntFigure(PLACEMENT, { live: true, to: 'Placement', example: 1, description: 'The resulting placement; 0: none.' })
  placementID!: number;
}

const NEW_OFFER = { applicationID: 29, jobID: 13, candidateID: 157, statusID: 1, answeredDate: undefined };

/** A new offer: for an application, or for a job and a candidate. */
export class OfferCreateDto extends NewOf(OfferDto, [], NEW_OFFER) {}

/** A change of an offer: absent = unchanged, null = cleared. */
export class OfferUpdateDto extends UpdateOf(OfferDto) {}

/** The start date, if other than offered, and comments. */
export class OfferAcceptanceDto extends PartOf(Offer, ['startDate', 'comments']) {}

/** Why the candidate declines. */
export class OfferRefusalDto extends PartOf(Offer, ['comments'], [], { comments: 'Stays with the present employer.' }) {}
