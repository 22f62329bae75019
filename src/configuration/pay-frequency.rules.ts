import { ruledBy } from '../records';
import type { PayFrequency } from './configuration.entity';
import { payFrequencies } from './configuration.records';

ruledBy<PayFrequency>(payFrequencies, {
  start(_, frequency, { isEnabled }: Partial<PayFrequency>) {
    if (isEnabled === undefined) frequency.isEnabled = true;
  },
});
