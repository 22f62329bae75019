import { ResponseOf, UpdateOf } from '../core/fields/shapes';
import { PayFrequency } from './configuration.entity';

export class PayFrequencyDto extends ResponseOf(PayFrequency) {}
export class PayFrequencyCreateDto extends UpdateOf(PayFrequency, ['name']) {}
export class PayFrequencyUpdateDto extends UpdateOf(PayFrequency) {}
