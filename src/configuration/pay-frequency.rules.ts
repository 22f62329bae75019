import { ruledBy } from '../core/records';
import type { PayFrequency } from './configuration.entity';
import { payFrequencies } from './configuration.records';

export const payFrequencyRules = ruledBy(payFrequencies, {
  setDefaults(_, frequency, { isEnabled }: Partial<PayFrequency>) {
    if (isEnabled === undefined) frequency.isEnabled = true;
  },
});
