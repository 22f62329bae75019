import { PartOf, ResponseOf, UpdateOf } from '../../fields/shapes';
import { IntFigure, NameOf } from '../../fields/vocabulary';
import { Offer } from './offer.entity';

/** The candidate's live placement on the job, once the offer is accepted. */
const PLACEMENT =
  '(SELECT COALESCE(MAX(pl.id), 0) FROM placement pl WHERE pl.jobID = r.jobID AND pl.candidateID = r.candidateID AND pl.deleted = 0 AND pl.statusID <> 5 AND r.statusID = 2)';

/** An offer with the names of what it refers to. */
export class OfferDto extends ResponseOf(Offer) {
  @NameOf('jobID', { example: 'Senior Site Engineer' }) jobTitle!: string | null;
  @NameOf('candidateID', { example: 'Charlotte Nguyen' }) candidateName!: string | null;
  @NameOf('statusID', { example: 'Accepted' }) statusName!: string | null;
  @IntFigure(PLACEMENT, { live: true, to: 'Placement', example: 1, description: 'The placement that came of it; 0: none.' })
  placementID!: number;
}

const MADE = { applicationID: 29, jobID: 13, candidateID: 157, statusID: 1, answeredDate: undefined };

/** A new offer: of an application, or of a job and a candidate. */
export class OfferCreateDto extends UpdateOf(OfferDto, [], MADE) {}

/** A change of an offer: absent = unchanged, null = cleared. */
export class OfferUpdateDto extends UpdateOf(OfferDto) {}

/** Since when the candidate comes, where it is not as offered. */
export class OfferAcceptanceDto extends PartOf(Offer, ['startDate', 'comments']) {}

/** Why the candidate does not come. */
export class OfferRefusalDto extends PartOf(Offer, ['comments'], [], { comments: 'Stays with the present employer.' }) {}
