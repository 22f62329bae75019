import fc from 'fast-check';
import { fold } from '../../../../test/support/oracle/fold';
import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { isFilterable, relationsOf } from '../filterable';
import { MATCH_MODES, operatorsOf, positive, valuesOf, type Operator } from '../operators';
import { TIME_UNITS } from '../tree';
import { integers, moments, numbers, texts } from './world';

/** Any filter about a type that is right, as a client writes it. */
export function filters(types: RecordTypes, type: RecordType, depth = 1): fc.Arbitrary<object> {
  const rules = fc.array(branches(types, type, depth), { minLength: 1, maxLength: 3 });
  return fc.record({ combinator: fc.constantFrom('and', 'or'), not: fc.boolean(), rules }, { requiredKeys: ['combinator', 'rules'] });
}

export function orders(type: RecordType): fc.Arbitrary<object[]> {
  const columnName = fc.constantFrom(...type.fields.filter(isFilterable).map(({ name }) => name));
  return fc.array(fc.record({ columnName, isAscending: fc.boolean() }, { requiredKeys: ['columnName'] }), { maxLength: 3 });
}

function branches(types: RecordTypes, type: RecordType, depth: number): fc.Arbitrary<object> {
  const one = fc.constantFrom(...type.fields.filter(isFilterable)).chain(rules);
  if (depth > 2) return one;
  const group = { weight: 1, arbitrary: filters(types, type, depth + 1) };
  if (relationsOf(type).length === 0) return fc.oneof({ weight: 6, arbitrary: one }, group);
  return fc.oneof({ weight: 6, arbitrary: one }, group, { weight: 2, arbitrary: related(types, type, depth + 1) });
}

function related(types: RecordTypes, type: RecordType, depth: number): fc.Arbitrary<object> {
  const match = fc.record({ mode: fc.constantFrom(...MATCH_MODES), threshold: fc.integer({ min: 0, max: 3 }) });
  return fc
    .constantFrom(...relationsOf(type))
    .chain(({ name, to }) => fc.record({ field: fc.constant(name), match, value: filters(types, types.named(to), depth) }));
}

function rules(field: Field): fc.Arbitrary<object> {
  return fc
    .constantFrom(...operatorsOf(field))
    .chain((operator) => fc.record({ field: fc.constant(field.name), operator: fc.constant(operator), value: values(field, operator) }));
}

function values(field: Field, operator: Operator): fc.Arbitrary<unknown> {
  const one = operands(field);
  switch (positive(operator)) {
    case 'null':
      return fc.constant('');
    case 'isAnniversary':
      return fc.oneof(fc.constant(null), fc.record({ offset: fc.integer({ min: -3, max: 3 }) }));
    case 'in':
      return fc.array(one, { minLength: 1, maxLength: 4 });
    case 'between':
      return fc.tuple(one, one).map((pair) => pair.toSorted(ascending));
    default:
      return one;
  }
}

const ascending = (a: unknown, b: unknown): number => (typeof a === 'number' ? a - Number(b) : String(a) < String(b) ? -1 : 1);

function operands(field: Field): fc.Arbitrary<unknown> {
  const choices = valuesOf(field);
  switch (field.type) {
    case 'integer':
      return choices ? fc.constantFrom(...choices) : integers;
    case 'number':
      return numbers;
    case 'boolean':
      return fc.boolean();
    case 'date':
      return dates;
    default:
      return texts.filter((text) => fold(text) !== '');
  }
}

const relative = fc
  .record({ amount: fc.integer({ min: -3, max: 3 }), unit: fc.constantFrom(...TIME_UNITS) })
  .map((relative) => ({ relative }));
const dates = fc.oneof(
  moments.map((moment) => moment.toISOString()),
  moments.map((moment) => moment.toISOString().slice(0, 10)),
  relative,
);
