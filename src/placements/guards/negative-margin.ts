import { exactly } from '../../core/money';
import type { ProblemKind } from '../../core/problems';
import { confirm, ConfirmationRequired, QueryConfirmation, touches, type ChangeOptions } from '../../core/records';
import type { Placement } from '../placement.entity';
import { isApproved } from '../placement.transitions';

const PARAMETER = 'allowNegativeMargin';

/** The placement costs more than it brings. */
export class NegativeMargin extends ConfirmationRequired {
  static override readonly kind: ProblemKind = {
    type: '/problems/negative-margin',
    status: 409,
    title: 'The margin is negative',
    meaning: 'The placement costs more than it brings: pay and on-costs are above the charge.',
    remedy: 'Correct the request, or repeat it with ?allowNegativeMargin=true if this is meant.',
  };

  constructor() {
    super('The margin of the placement is negative: payRate and onCosts together are above chargeRate.', PARAMETER);
  }
}

/** The query parameter that confirms it. */
export const MarginConfirmation = (): PropertyDecorator => QueryConfirmation('Save even if the margin is negative.');

/** By the rates, which are all in one unit: dailyMargin is 0 until unit and hours are known. */
const isNegative = ({ payRate, onCosts, chargeRate }: Placement): boolean => exactly(payRate).plus(onCosts).greaterThan(chargeRate);

/**
 * The margin of a draft is unknown until it has a charge rate; what is approved must have one.
 * @throws NegativeMargin if the change makes it so, or approves it so, unless that is confirmed
 */
export function checkMargin(before: Placement, after: Placement, how: ChangeOptions): void {
  const isKnown = after.chargeRate > 0 || isApproved(after);
  const isTouched = touches(before, after, 'payRate', 'chargeRate', 'onCosts') || isApproved(before) !== isApproved(after);
  if (isNegative(after) && isKnown && isTouched) confirm(how, after, new NegativeMargin());
}
