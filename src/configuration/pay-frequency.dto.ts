import { ResponseOf, UpdateOf } from '../fields/shapes';
import { PayFrequency } from './configuration.entity';

export class PayFrequencyDto extends ResponseOf(PayFrequency) {}
export class PayFrequencyUpdateDto extends UpdateOf(PayFrequency) {}
