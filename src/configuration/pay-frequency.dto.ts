import { NameOf } from '../core/fields/decorators';
import { ResponseOf, UpdateOf } from '../core/fields/shapes';
import { PayFrequency } from './configuration.entity';

export class PayFrequencyDto extends ResponseOf(PayFrequency) {
  @NameOf('periodID', { example: 'Weekly' }) periodName!: string | null;
}
export class PayFrequencyCreateDto extends UpdateOf(PayFrequencyDto, ['name'], { anchorDate: undefined }) {}
export class PayFrequencyUpdateDto extends UpdateOf(PayFrequencyDto, [], { anchorDate: undefined }) {}
