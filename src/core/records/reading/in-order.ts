import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import type { RecordType } from '../../fields/record-type';
import { amongFewRelated, firstInOrder as first, firstRows, type FirstRows, type SelectOptions } from '../../query';

/** The first records in an order, no more than the limit. @param most they are counted up to so many, if that takes no further search */
export const firstInOrder = (
  em: EntityManager,
  type: RecordType,
  options: SelectOptions,
  limit: number,
  most?: number,
): Promise<FirstRows> => first((query) => rows(em, query), type, options, { limit, most });

/** The same search among the records with certain related ones, where these are few. @param few so many records are looked at anyway */
export const amongRelated = (em: EntityManager, type: RecordType, options: SelectOptions, few: number): Promise<SelectOptions> =>
  amongFewRelated((selection, most) => rows(em, firstRows(selection, most)), type, options, few);
