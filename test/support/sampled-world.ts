import type { Field } from '../../src/core/fields/field';
import type { RecordType } from '../../src/core/fields/record-type';
import { isFilterable, relationsOf } from '../../src/core/query/filterable';
import type { BruteForce } from '../../src/core/query/support/brute-force';
import type { World } from '../../src/core/query/support/world';
import type { TestApp } from './app';
import { SampledFilters } from './sampled-filters';
import { storedWorld } from './stored-world';
import { recordTypeNamed, types } from './record-types';

/** The stored records of a service, arbitrary filters over them, and a brute-force evaluator as the oracle. */
export interface SampledWorld {
  readonly world: World;
  readonly byHand: BruteForce;
  readonly sampled: SampledFilters;
  /** The fields that the oracle can evaluate. */
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
  const support = await import('../../src/core/query/support/brute-force.js');
  const byHand = new support.BruteForce(world, { types, now, timeZone, scope: { divisions: 'all' } });
  const values = (type: RecordType, field: Field) =>
    (world.rows.get(type) ?? []).slice(0, 60).flatMap((row) => byHand.value(type, row, field) ?? []);
  return { world, byHand, sampled: new SampledFilters(fieldsOf, relations, values), fieldsOf };
}
