import type { ProblemKind } from '../../core/problems';
import { confirm, ConfirmationRequired, QueryConfirmation, touches, type ChangeOptions } from '../../core/records';
import { OfferStatus } from '../../core/terms/numbers';
import type { Offer } from './offer.entity';

const PARAMETER = 'allowExpiredOffer';

/** The day until which the offer stands is over. */
export class ExpiredOffer extends ConfirmationRequired {
  static override readonly kind: ProblemKind = {
    type: '/problems/expired-offer',
    status: 409,
    title: 'The offer has expired',
    meaning: 'The day until which the offer stands is over.',
    remedy: 'Correct the request, or repeat it with ?allowExpiredOffer=true if this is meant.',
  };

  constructor({ id, expiryDate }: Offer) {
    const until = expiryDate ? ` on ${expiryDate.toISOString().slice(0, 10)}` : '';
    super(`The offer expired${until}.`, PARAMETER, id === undefined ? undefined : { recordType: 'Offer', recordID: id });
  }
}

/** The query parameter that confirms it. */
export const ExpiredOfferConfirmation = (): PropertyDecorator => QueryConfirmation('Save even if the offer has expired.');

/**
 * Accepting it late needs a confirmation; recording late that it was accepted in time does not.
 * @param answered the day of the answer where the firm is @throws ExpiredOffer unless that is confirmed
 */
export function checkExpired(before: Offer, after: Offer, answered: Date, how: ChangeOptions): void {
  const { answeredDate, expiryDate } = after;
  const isStated = answeredDate !== undefined && touches(before, after, 'answeredDate');
  const isLate = expiryDate !== undefined && answered > expiryDate;
  if (isLate || (before.statusID === OfferStatus.Expired && !isStated)) confirm(how, after, new ExpiredOffer(after));
}
