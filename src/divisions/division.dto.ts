import { NewOf, ResponseOf, UpdateOf } from '../core/fields/shapes';
import { NameOf } from '../core/fields/decorators';
import { Division } from './division.entity';

export class DivisionDto extends ResponseOf(Division) {
  @NameOf('countryCode', { derived: false, example: 'Australia', description: 'Sent without a countryCode, it sets the countryCode.' })
  countryName!: string | null;
}

export class DivisionUpdateDto extends UpdateOf(DivisionDto) {}
export class DivisionNewDto extends NewOf(DivisionDto, ['name']) {}
