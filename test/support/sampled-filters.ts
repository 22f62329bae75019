import fc from 'fast-check';
import type { Field } from '../../src/core/fields/field';
import type { RecordType } from '../../src/core/fields/record-type';
import { operatorsOf, positive, valuesOf, type Operator } from '../../src/core/query/operators';
import { fold } from './oracle/fold';

type Value = string | number | boolean | Date;

/** Arbitrary filters whose operands are sampled from stored values, so that they find records. */
export class SampledFilters {
  constructor(
    private readonly fields: (type: RecordType) => readonly Field[],
    private readonly relations: (type: RecordType) => readonly { name: string; to: RecordType }[],
    private readonly values: (type: RecordType, field: Field) => readonly Value[],
  ) {}

  filter(type: RecordType, depth = 1): fc.Arbitrary<object> {
    const rules = fc.array(this.branch(type, depth), { minLength: 1, maxLength: 3 });
    return fc.record({ combinator: fc.constantFrom('and', 'or'), not: fc.boolean(), rules });
  }

  private branch(type: RecordType, depth: number): fc.Arbitrary<object> {
    const rule = { weight: 6, arbitrary: fc.constantFrom(...this.fields(type)).chain((field) => this.rule(type, field)) };
    const relations = this.relations(type);
    if (depth > 2) return rule.arbitrary;
    const group = { weight: 1, arbitrary: this.filter(type, depth + 1) };
    if (relations.length === 0) return fc.oneof(rule, group);
    const match = fc.record({ mode: fc.constantFrom('some', 'none', 'all', 'exactly'), threshold: fc.constant(1) });
    const related = fc
      .constantFrom(...relations)
      .chain(({ name, to }) => fc.record({ field: fc.constant(name), match, value: this.filter(to, depth + 1) }));
    return fc.oneof(rule, group, { weight: 1, arbitrary: related });
  }

  private rule(type: RecordType, field: Field): fc.Arbitrary<object> {
    const operand = this.operand(type, field);
    const operators = operatorsOf(field).filter((operator) => operand !== undefined || positive(operator) === 'null');
    return fc.constantFrom(...operators).chain((operator) =>
      fc.record({
        field: fc.constant(field.name),
        operator: fc.constant(operator),
        value: valueOf(operator, operand ?? fc.constant('')),
      }),
    );
  }

  private operand(type: RecordType, field: Field): fc.Arbitrary<unknown> | undefined {
    const choices = valuesOf(field);
    if (choices) return fc.constantFrom(...choices);
    if (field.type === 'boolean') return fc.boolean();
    const values = this.values(type, field);
    return values.length === 0 ? undefined : fc.constantFrom(...values).chain(operandFrom);
  }
}

function operandFrom(value: Value): fc.Arbitrary<unknown> {
  if (typeof value === 'string')
    return fc.constantFrom(value, value.slice(0, 3), value.slice(-3), value.slice(2, 5)).map((text) => (fold(text) ? text : value));
  if (!(value instanceof Date)) return fc.constant(value);
  const relative = fc.record({ amount: fc.integer({ min: -40, max: 40 }), unit: fc.constantFrom('day', 'week', 'month') });
  return fc.oneof(
    fc.constant(value.toISOString()),
    fc.constant(value.toISOString().slice(0, 10)),
    relative.map((each) => ({ relative: each })),
  );
}

function valueOf(operator: Operator, one: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  switch (positive(operator)) {
    case 'null':
      return fc.constant('');
    case 'isAnniversary':
      return fc.record({ offset: fc.integer({ min: -9, max: 9 }) });
    case 'in':
      return fc.array(one, { minLength: 1, maxLength: 4 });
    case 'between':
      return fc
        .tuple(one, one)
        .filter(([a, b]) => typeof a !== 'object' && typeof b !== 'object')
        .map((pair) => pair.toSorted((a, b) => (typeof a === 'number' ? a - Number(b) : String(a) < String(b) ? -1 : 1)));
    default:
      return one;
  }
}
