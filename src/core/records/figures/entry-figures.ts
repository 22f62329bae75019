import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import { storedFigures } from '../side-tables';
import { typesOf } from '../../database';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { identifier, or, sql, values } from '../../sql';
import { affectedBy } from './affected-records';
import { refreshFigures } from './figures';

const BATCH = 200;

/**
 * Brings the figures up to date that follow from the records on some entries of a lookup list, by what the entries are:
 * closed, or below another.
 */
export async function refreshFiguresOfEntries(em: EntityManager, inList: string, entryIDs: readonly number[]): Promise<void> {
  const types = typesOf(em);
  const due = new Map<string, Set<number>>();
  for (const type of types.all) {
    for (
      let ids = await recordsOnEntries(em, type, inList, entryIDs, 0);
      ids.length > 0;
      ids = await recordsOnEntries(em, type, inList, entryIDs, ids.at(-1)!)
    ) {
      for (const [name, found] of await dependentOn(em, type, inList, ids)) due.set(name, new Set([...(due.get(name) ?? []), ...found]));
    }
  }
  for (const name of [...due.keys()].sort()) await refreshFigures(em, types.named(name), [...due.get(name)!]);
}

/** The next records of a type that are on one of the entries. */
async function recordsOnEntries(
  em: EntityManager,
  type: RecordType,
  inList: string,
  entryIDs: readonly number[],
  after: number,
): Promise<number[]> {
  const fields = type.fields.filter(({ source }) => source.in === 'lookup' && source.list === inList);
  if (fields.length === 0 || entryIDs.length === 0) return [];
  const on = or(fields.map(({ name }) => sql`r.${identifier(name)} IN (${values(entryIDs)})`));
  const found = await rows(
    em,
    sql`SELECT r.id FROM ${identifier(type.table)} r WHERE ${on} AND r.id > ${after} ORDER BY r.id LIMIT ${BATCH}`,
  );
  return found.map(([id]) => id as number);
}

/** Whose figures follow from the records, as far as they ask for the list: the records' own, and those of the records that they concern. */
async function dependentOn(
  em: EntityManager,
  type: RecordType,
  inList: string,
  ids: readonly number[],
): Promise<[name: string, ids: readonly number[]][]> {
  const types = typesOf(em);
  const found: [string, readonly number[]][] = dependsOnList(types, type, inList) ? [[type.name, ids]] : [];
  for (const name of Object.keys(type.affects).filter((other) => dependsOnList(types, types.named(other), inList))) {
    const concerned = await rows(em, affectedBy(types, type, name, ids));
    found.push([name, concerned.flatMap(([, id]) => (id === null ? [] : [id as number]))]);
  }
  return found;
}

const dependsOnList = (types: RecordTypes, type: RecordType, inList: string): boolean =>
  storedFigures(type).some(({ source }) => source.in === 'figure' && types.expand(source.sql).includes(`'${inList}'`));
