import { OtherClientConfirmation } from '../jobs';
import { QueryConfirmation } from '../core/records';
import { RedFlagConfirmation } from './guards/red-flag';
import { SecondApplicationConfirmation } from './guards/second-application';
import { DoubleBookingConfirmation } from './interviews/double-booking';
import { ExpiredOfferConfirmation } from './offers/expired-offer';

/** The query parameters that confirm what is probably a mistake. */
export class ApplicationConfirmations {
  @SecondApplicationConfirmation() readonly allowSecondApplication!: boolean;
  @RedFlagConfirmation() readonly allowRedFlagged!: boolean;
}

export class InterviewConfirmations {
  @DoubleBookingConfirmation() readonly allowDoubleBooking!: boolean;
  @OtherClientConfirmation() readonly allowContactOfAnotherClient!: boolean;
}

/** Those of the placement, too, which an accepted offer becomes. */
export class OfferConfirmations {
  @RedFlagConfirmation() readonly allowRedFlagged!: boolean;
  @ExpiredOfferConfirmation() readonly allowExpiredOffer!: boolean;
  @QueryConfirmation('Save even if the placement overlaps with another one of the candidate.')
  readonly allowOverlappingPlacement!: boolean;
  @QueryConfirmation('Save even if the placement has a negative margin.') readonly allowNegativeMargin!: boolean;
}
