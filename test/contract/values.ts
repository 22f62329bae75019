import type { ContractField, ContractType } from './contract-field';
import type { ValueContext, ValueSet } from './value-context';
import { textFor } from './texts';

export type Values = Readonly<Record<string, unknown>>;

/** The same in both sets: the path gives the id, deletion is tested elsewhere, clearing a red flag clears its date and comments. */
const SAME: Values = { id: 0, ssid: 0, deleted: false, isRedFlagged: true };
/** Ids of external systems, stored as given: any number is valid. */
const OUTSIDE_IDS = new Set(['entityID', 'brandingEntityID', 'permChargeItemID', 'defaultSuperItemID', 'customerId']);
const REFERENCE = /I[dD]s?\d*$|^(division|status|stage|rating|outcome|feeType|durationPeriod|createdBy|category)$|Units(Name)?$|Users$/;
/** Stored as a day without a time. */
const DAY_ONLY = new Set(['dateOfBirth', 'availabilityDate', 'startDate', 'endDate', 'deadline']);
const DAY_MS = 86_400_000;

/**
 * A body with every field filled with a unique value of its type.
 * Ids of other records are 1 to 5, which exist in every list and of every record of the demonstration data; the record's own id is 0.
 * Dates ascend in the order of the fields, so that a From is before its To.
 * @param override values that replace the generated ones, by name
 */
export const fullBody = (fields: readonly ContractField[], set: ValueSet = 1, override: Values = {}): Record<string, unknown> => ({
  ...filled(fields, { number: 1, set, label: '' }),
  ...override,
});

/** The same where the body is an array. */
export const fullBodies = (fields: readonly ContractField[], set: ValueSet = 1): Record<string, unknown>[] =>
  elements(set).map((element) => filled(fields, { number: 10 * element, set, label: `${element} ` }));

const filled = (fields: readonly ContractField[], context: ValueContext): Record<string, unknown> =>
  Object.fromEntries(
    fields.map((field, index) => [field.name, valueOf(field, field.type, { ...context, number: context.number + index })]),
  );

function valueOf(field: ContractField, type: ContractType, context: ValueContext): unknown {
  if (field.name in SAME && type.kind !== 'array') return SAME[field.name];
  switch (type.kind) {
    case 'string':
      return textFor(field, context);
    case 'int32':
      return wholeNumber(field.name, context);
    case 'double':
      return doubleOf(field.name, context);
    case 'boolean':
      return context.set === 1;
    case 'dt':
      return momentOf(field.name, context);
    case 'enum':
      return type.values[context.set - 1];
    case 'array':
      return elements(context.set).map((element) => elementOf(field, type.of, element, context));
    case 'object':
      return filled(type.fields, context);
  }
}

function elementOf(field: ContractField, of: ContractType, element: number, context: ValueContext): unknown {
  if (of.kind === 'string') return String(element);
  const number = context.number + (of.kind === 'object' ? 10 : 1) * element;
  return valueOf(field, of, { ...context, number, label: `${field.name} ${element} ` });
}

/** The lists of the two sets differ in their elements and in their length. */
const elements = (set: ValueSet): number[] => (set === 1 ? [1, 2] : [3]);

const wholeNumber = (name: string, { number, set }: ValueContext): number =>
  REFERENCE.test(name) && !OUTSIDE_IDS.has(name) ? 1 + ((number + set) % 5) : 1000 * set + number;

function doubleOf(name: string, { number, set }: ValueContext): number {
  if (name === 'latitude') return -33.5 - set / 8;
  if (name === 'longitude') return 151 + set / 8;
  // the percentages of a job's five consultants may sum to at most 100
  return (name.startsWith('consultantPercentage') ? Number(name.at(-1)) : number) + set / 4;
}

function momentOf(name: string, { number, set }: ValueContext): string {
  const year = (name === 'dateOfBirth' ? 1980 : 2020) + set;
  const day = new Date(Date.UTC(year, 0, 1) + number * DAY_MS).toISOString().slice(0, 10);
  return DAY_ONLY.has(name) ? `${day}T00:00:00.000Z` : `${day}T09:30:15.12${set}Z`;
}
