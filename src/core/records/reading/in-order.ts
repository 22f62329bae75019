import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import type { RecordType } from '../../fields/record-type';
import { firstInOrder as first, type FirstRows, type SelectOptions } from '../../query';

/** The first records in an order, no more than the limit. @param most they are counted up to so many, if that takes no further search */
export const firstInOrder = (
  em: EntityManager,
  type: RecordType,
  options: SelectOptions,
  limit: number,
  most?: number,
): Promise<FirstRows> => first((query) => rows(em, query), type, options, { limit, most });
