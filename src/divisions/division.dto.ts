import { ResponseOf, UpdateOf } from '../fields/shapes';
import { NameOf } from '../fields/vocabulary';
import { Division } from './division.entity';

export class DivisionDto extends ResponseOf(Division) {
  @NameOf('countryCode', { derived: false, example: 'Australia', description: 'Sent without a code it gives the code.' }) countryName!:
    string | null;
}

export class DivisionUpdateDto extends UpdateOf(DivisionDto) {}
