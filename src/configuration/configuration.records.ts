import { NAME } from '../database/columns';
import { foldedColumn } from '../fields/folded-column';
import { recordType } from '../fields/record-type';
import { foldedKey } from '../text/fold';
import { PayFrequency } from './configuration.entity';
import { keyOf } from './setting.dto';

export const payFrequencies = recordType({
  name: 'PayFrequency',
  table: 'pay_frequency',
  entity: PayFrequency,
  shape: PayFrequency,
  display: 'name',
});

foldedColumn({
  name: 'Lookup',
  table: 'lookup',
  column: 'folded',
  id: ['list', 'id'],
  from: ['name'],
  follows: ([name]) => foldedKey(name as string, NAME),
});
foldedColumn({
  name: 'Setting',
  table: 'setting',
  column: 'folded',
  id: ['part', 'folded'],
  from: ['type'],
  follows: ([type]) => keyOf(type as string),
});
