import type { ContractField, ContractType } from './contract-field';
import type { Place, ValueSet } from './place';
import { textFor } from './texts';

export type Values = Readonly<Record<string, unknown>>;

/** Alike in both sets: the id is the path's, a deleted record is another matter, and a red flag taken down takes its date and comments along. */
const SAME: Values = { id: 0, ssid: 0, deleted: false, isRedFlagged: true };
/** Ids of other systems, kept as given: any number will do. */
const OUTSIDE_IDS = new Set(['entityID', 'brandingEntityID', 'permChargeItemID', 'defaultSuperItemID', 'customerId']);
const REFERENCE = /I[dD]s?\d*$|^(division|status|stage|rating|outcome|feeType|durationPeriod|createdBy|category)$|Units(Name)?$|Users$/;
/** Kept as the day that was written. */
const DAY_ONLY = new Set(['dateOfBirth', 'availabilityDate', 'startDate', 'endDate', 'deadline']);
const DAY_MS = 86_400_000;

/**
 * A body with every field filled, each with a value of its own by its type.
 * Ids of other records are 1 to 5, which exist in every list and of every record of the demonstration data; the record's own id is 0.
 * Dates ascend in the order of the fields, so that a From is before its To.
 * @param override what the case at hand needs instead, by name
 */
export const fullBody = (fields: readonly ContractField[], set: ValueSet = 1, override: Values = {}): Record<string, unknown> => ({
  ...filled(fields, { number: 1, set, label: '' }),
  ...override,
});

/** The same where the body is an array. */
export const fullBodies = (fields: readonly ContractField[], set: ValueSet = 1): Record<string, unknown>[] =>
  elements(set).map((element) => filled(fields, { number: 10 * element, set, label: `${element} ` }));

const filled = (fields: readonly ContractField[], place: Place): Record<string, unknown> =>
  Object.fromEntries(fields.map((field, index) => [field.name, valueOf(field, field.type, { ...place, number: place.number + index })]));

function valueOf(field: ContractField, type: ContractType, place: Place): unknown {
  if (field.name in SAME && type.kind !== 'array') return SAME[field.name];
  switch (type.kind) {
    case 'string':
      return textFor(field, place);
    case 'int32':
      return wholeNumber(field.name, place);
    case 'double':
      return doubleOf(field.name, place);
    case 'boolean':
      return place.set === 1;
    case 'dt':
      return momentOf(field.name, place);
    case 'enum':
      return type.values[place.set - 1];
    case 'array':
      return elements(place.set).map((element) => elementOf(field, type.of, element, place));
    case 'object':
      return filled(type.fields, place);
  }
}

function elementOf(field: ContractField, of: ContractType, element: number, place: Place): unknown {
  if (of.kind === 'string') return String(element);
  const number = place.number + (of.kind === 'object' ? 10 : 1) * element;
  return valueOf(field, of, { ...place, number, label: `${field.name} ${element} ` });
}

/** The lists of the two sets differ in their elements and in their length. */
const elements = (set: ValueSet): number[] => (set === 1 ? [1, 2] : [3]);

const wholeNumber = (name: string, { number, set }: Place): number =>
  REFERENCE.test(name) && !OUTSIDE_IDS.has(name) ? 1 + ((number + set) % 5) : 1000 * set + number;

function doubleOf(name: string, { number, set }: Place): number {
  if (name === 'latitude') return -33.5 - set / 8;
  if (name === 'longitude') return 151 + set / 8;
  // the percentages of a job's five consultants make at most 100
  return (name.startsWith('consultantPercentage') ? Number(name.at(-1)) : number) + set / 4;
}

function momentOf(name: string, { number, set }: Place): string {
  const year = (name === 'dateOfBirth' ? 1980 : 2020) + set;
  const day = new Date(Date.UTC(year, 0, 1) + number * DAY_MS).toISOString().slice(0, 10);
  return DAY_ONLY.has(name) ? `${day}T00:00:00.000Z` : `${day}T09:30:15.12${set}Z`;
}
