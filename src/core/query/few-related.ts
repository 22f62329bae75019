import type { RecordType } from '../fields/record-type';
import { sql, values, type Sql } from '../sql/sql';
import { resolveAlias } from './filterable';
import { selectRepeating, type Selection, type SelectOptions } from './select';
import type { Branch, FilterTree, Related, Rule } from './tree';

/** Reads the first records of a selection: the values of its keys, the id last. */
export type ReadFirst = (selection: Selection, limit: number) => Promise<unknown[][]>;

/** So many related records are looked up. */
const MOST = 500;

/** A relation by which a related record has the id of its record. */
const BY_ID = /^x\.(\w+) = r\.id$/;

/**
 * The same search among the records with such related ones, where these are few: for a tag that hardly any record has, all records would
 * be looked at. Only references are looked up, by their keys, and only if the other conditions leave too many records.
 * @param few so many records are looked at one by one
 */
export async function amongFewRelated(read: ReadFirst, type: RecordType, options: SelectOptions, few: number): Promise<SelectOptions> {
  const branches = mustMatch(options.where);
  const related = branches.flatMap((branch) => (branch.kind === 'related' ? (subjectsOf(branch, options) ?? []) : []));
  if (related.length === 0) return options;
  const others = branches.filter(({ kind }) => kind !== 'related');
  if (others.length > 0 && (await read(selectRepeating(type, among(options, others)), few + 1)).length <= few) return options;
  for (const subjects of related) {
    const found = await read(subjects, MOST + 1);
    if (found.length <= MOST) return withIDs(options, [...new Set(found.map(([id]) => id as number))]);
  }
  return options;
}

/** Conditions of which none may fail. */
const mustMatch = (tree?: FilterTree): readonly Branch[] =>
  tree?.kind === 'group' && !tree.not && tree.combinator === 'and' ? tree.branches : [];

/** The ids that the related records have, undefined where no key leads to them. */
function subjectsOf({ relation, mode, matching }: Related, { types, scope, now, timeZone }: SelectOptions): Selection | undefined {
  const to = types.named(relation.to);
  const [, column] = BY_ID.exec(relation.on) ?? [];
  const isFound = mustMatch(matching).some((branch) => branch.kind === 'rule' && isOfReference(to, branch));
  if (column === undefined || mode !== 'some' || !isFound) return undefined;
  const keys: Sql[] = [];
  const selection = selectRepeating(to, {
    types,
    scope,
    now,
    timeZone,
    where: matching,
    firstKey: 'any',
    extraConditions: (record) => {
      keys.push(record.column(column));
      return [];
    },
  });
  return { ...selection, keys };
}

/** Is it about what a reference refers to, by its id or its name? */
function isOfReference(type: RecordType, { field, operator }: Rule): boolean {
  const { source } = resolveAlias(type, field);
  const held = source.in === 'name' && source.parent === undefined ? type.field(source.of) : field;
  return ['=', 'in'].includes(operator) && resolveAlias(type, held).source.in === 'reference';
}

const among = (options: SelectOptions, branches: readonly Branch[]): SelectOptions => ({
  ...options,
  where: { kind: 'group', combinator: 'and', not: false, branches },
  after: undefined,
  firstKey: 'any',
});

const withIDs = (options: SelectOptions, ids: readonly number[]): SelectOptions => ({
  ...options,
  extraConditions: (record) => [
    ...(options.extraConditions?.(record) ?? []),
    ids.length === 0 ? sql`1 = 0` : sql`${record.column('id')} IN (${values(ids)})`,
  ],
});
