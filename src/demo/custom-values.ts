import { fieldsOf, type Field } from '../core/fields/field';
import type { Random } from './random';
import type { DemoContext } from './demo-context';

const TEXTS = [
  'Yes',
  'No',
  'Site induction needed',
  'White card',
  'Working with children check',
  'Parking on site',
  'PPE supplied',
  'Night shift',
  'Referred by a client',
  'Level 3',
  'Manual licence',
  'Forklift (LF)',
  'Police check 2026',
  'Baseline vetting',
  '100% remote',
  'cost_centre_77',
  "Client's own terms",
  'Ute & tools',
  'Köln office',
  '✅ verified',
  'Roster 8/6',
  'Union site',
] as const;

const custom = new Map<Function, readonly Field[]>();

/** Values for the custom fields of a record. @param share the probability that a field is filled; 1 fills all */
export function customValues(type: Function, context: DemoContext, random: Random, share: number): object {
  const filled = customFieldsOf(type).filter(() => random.chance(share));
  return Object.fromEntries(filled.map((field) => [field.name, valueOf(field, context, random)]));
}

function customFieldsOf(type: Function): readonly Field[] {
  const known = custom.get(type) ?? fieldsOf(type).filter(({ name }) => name.startsWith('customField'));
  custom.set(type, known);
  return known;
}

function valueOf({ type }: Field, context: DemoContext, random: Random): string | number | Date {
  if (type === 'date') return context.day(random.int(-400, 200));
  return type === 'number' ? random.step(0.5, 500, 0.5) : random.pick(TEXTS);
}
