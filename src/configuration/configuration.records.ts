import { recordType } from '../fields/record-type';
import { PayFrequency } from './configuration.entity';

export const payFrequencies = recordType({ name: 'PayFrequency', table: 'pay_frequency', entity: PayFrequency, shape: PayFrequency, display: 'name' });
