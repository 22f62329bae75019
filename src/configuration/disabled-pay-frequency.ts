import type { EntityManager } from 'typeorm';
import { rows } from '../core/database/rows';
import { sql } from '../core/sql';

export const isPayFrequencyDisabled = async (em: EntityManager, id: number): Promise<boolean> =>
  (await rows(em, sql`SELECT 1 FROM pay_frequency WHERE id = ${id} AND isEnabled = 0`)).length > 0;
