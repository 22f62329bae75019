import type { EntityManager } from 'typeorm';
import { numberOf, rows } from '../../database/rows';
import type { View } from '../../database/transactions';
import type { RecordType } from '../../fields/record-type';
import { amongFewRelated, firstInOrder as first, firstRows, namesAsIDs, type FirstRows, type SelectOptions } from '../../query';
import { sql } from '../../sql';
import { namesKeptLately, namesVersion, type KeptNames } from './kept-names';

/** The first records in an order, no more than the limit. @param most they are counted up to so many, if that takes no further search */
export async function firstInOrder(
  view: Pick<View, 'em' | 'types'>,
  type: RecordType,
  options: SelectOptions,
  limit: number,
  most?: number,
): Promise<FirstRows> {
  const search = (those: SelectOptions): Promise<FirstRows> => first((query) => rows(view.em, query), type, those, { limit, most });
  const names = namesKeptLately(view);
  const byIDs = names && withIDs(type, options, names);
  if (!byIDs) return search(options);
  const found = await search(byIDs);
  // statements find nothing with names that have been changed meanwhile
  const isComplete = found.rows.length === limit || (await numberOf(view.em, sql`SELECT ${namesVersion}`)) === names.version;
  return isComplete ? found : search(options);
}

/** The same search by ids instead of kept names, as long as these are those of the present; undefined without rules about such names. */
function withIDs(type: RecordType, options: SelectOptions, names: KeptNames): SelectOptions | undefined {
  const { types, where, extraConditions } = options;
  const byIDs = where && namesAsIDs(types, type, where, (place, folded) => names.idsOf(place, folded));
  if (byIDs === where) return undefined;
  const areOfNow = sql`${namesVersion} = ${names.version}`;
  return { ...options, where: byIDs, extraConditions: (record) => [areOfNow, ...(extraConditions?.(record) ?? [])] };
}

/** The same search among the records with certain related ones, where these are few. @param few so many records are looked at anyway */
export const amongRelated = (em: EntityManager, type: RecordType, options: SelectOptions, few: number): Promise<SelectOptions> =>
  amongFewRelated((selection, most) => rows(em, firstRows(selection, most)), type, options, few);
