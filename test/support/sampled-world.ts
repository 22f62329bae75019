import type { Field } from '../../src/fields/field';
import { recordTypeNamed, type RecordType } from '../../src/fields/record-type';
import { isFilterable, relationsOf } from '../../src/query/filterable';
import type { BruteForce } from '../../src/query/support/brute-force';
import type { World } from '../../src/query/support/world';
import type { TestApp } from './app';
import { SampledFilters } from './sampled-filters';
import { storedWorld } from './stored-world';

/** What a service has stored, filters and orders over it, and who is meant by them, said in plain TypeScript. */
export interface SampledWorld {
  readonly world: World;
  readonly byHand: BruteForce;
  readonly sampled: SampledFilters;
  /** The fields of which it is known by hand what they mean. */
  readonly fieldsOf: (type: RecordType) => Field[];
}

const isKept = ({ source }: Field): boolean =>
  !(source.in === 'figure' && source.live) && !(source.in === 'name' && source.of === 'candidatePlacementClientID');
const fieldsOf = (type: RecordType): Field[] => type.fields.filter((field) => isFilterable(field) && isKept(field));
const relations = (type: RecordType) =>
  relationsOf(type)
    .filter(({ name }) => type.findField(`${name}ID`)?.source.in === 'reference' && !(name in type.relations))
    .map(({ name, to }) => ({ name, to: recordTypeNamed(to) }));

export async function sampledWorld(service: TestApp, now: Date, timeZone: string): Promise<SampledWorld> {
  const world = await storedWorld(service);
  // it brings record types of its own, which are no tables of the service: not before that has started
  const support = await import('../../src/query/support/brute-force.js');
  const byHand = new support.BruteForce(world, { now, timeZone, scope: { divisions: 'all' } });
  const values = (type: RecordType, field: Field) =>
    (world.rows.get(type) ?? []).slice(0, 60).flatMap((row) => byHand.value(type, row, field) ?? []);
  return { world, byHand, sampled: new SampledFilters(fieldsOf, relations, values), fieldsOf };
}
