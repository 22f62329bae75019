import type { FoldedColumn } from '../core/fields/folded-column';
import { recordType } from '../core/fields/record-type';
import { PayFrequency } from './configuration.entity';
import { PayFrequencyDto } from './pay-frequency.dto';
import { keyOf } from './setting.dto';

export const payFrequencies = recordType({
  name: 'PayFrequency',
  table: 'pay_frequency',
  entity: PayFrequency,
  shape: PayFrequencyDto,
  display: 'name',
});

/** Of tables that hold no records. */
export const configurationFoldedColumns: readonly FoldedColumn[] = [
  {
    name: 'Setting',
    table: 'setting',
    column: 'folded',
    id: ['part', 'folded'],
    derivedFrom: ['type'],
    derive: ([type]) => keyOf(type as string),
  },
];
