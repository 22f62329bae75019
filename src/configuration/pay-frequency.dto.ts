import { NameOf } from '../core/fields/decorators';
import { NewOf, ResponseOf, UpdateOf } from '../core/fields/shapes';
import { PayFrequency } from './configuration.entity';

export class PayFrequencyDto extends ResponseOf(PayFrequency) {
  @NameOf('periodID', { example: 'Weekly' }) periodName!: string | null;
}
export class PayFrequencyCreateDto extends NewOf(PayFrequencyDto, ['name'], { anchorDate: undefined }) {}
export class PayFrequencyUpdateDto extends UpdateOf(PayFrequencyDto, [], { anchorDate: undefined }) {}
