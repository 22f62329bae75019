import { fieldsOf, type Field } from '../fields/field';
import type { Random } from './random';
import type { World } from './world';

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

/** The numbered custom fields of a record: all of them, or a share. */
export function customValues(type: Function, world: World, random: Random, share: number): object {
  const filled = customFieldsOf(type).filter(() => random.chance(share));
  return Object.fromEntries(filled.map((field) => [field.name, valueOf(field, world, random)]));
}

function customFieldsOf(type: Function): readonly Field[] {
  const known = custom.get(type) ?? fieldsOf(type).filter(({ name }) => name.startsWith('customField'));
  custom.set(type, known);
  return known;
}

function valueOf({ type }: Field, world: World, random: Random): string | number | Date {
  if (type === 'date') return world.day(random.int(-400, 200));
  return type === 'number' ? random.step(0.5, 500, 0.5) : random.pick(TEXTS);
}
