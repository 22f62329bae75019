import { InvalidRequest } from '../core/problems';
import { requireFields, ruledBy } from '../core/records';
import { payPeriodOfName } from '../core/terms/pay-period-of-name';
import { DEFAULT_ANCHOR, needsAnchor } from '../core/time/pay-period';
import type { PayFrequency } from './configuration.entity';
import { payFrequencies } from './configuration.records';

export const payFrequencyRules = ruledBy(payFrequencies, {
  setDefaults(_, frequency, { isEnabled }: Partial<PayFrequency>) {
    if (isEnabled === undefined) frequency.isEnabled = true;
    frequency.periodID ??= payPeriodOfName(frequency.name);
  },
  prepare(_, before, after) {
    requireFields(payFrequencies, before, after);
    setAnchor(before, after);
  },
});

/** @throws InvalidRequest when a period without an anchor is given one */
function setAnchor(before: PayFrequency, after: PayFrequency): void {
  if (needsAnchor(after.periodID)) {
    after.anchorDate ??= DEFAULT_ANCHOR;
    return;
  }
  if (after.anchorDate && after.anchorDate.getTime() !== before.anchorDate?.getTime())
    throw InvalidRequest.because([
      { pointer: '/anchorDate', detail: 'must be omitted: only periods of two and four weeks (periodID 2 and 3) have an anchor' },
    ]);
  after.anchorDate = undefined;
}
