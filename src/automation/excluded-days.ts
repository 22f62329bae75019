import type { EntityManager } from 'typeorm';
import { DateGroupDay } from './automation.entity';

/** The dates (YYYY-MM-DD) of a date group; empty without a group. */
export async function excludedDays(em: EntityManager, dateGroupID: number | null): Promise<ReadonlySet<string>> {
  const days = dateGroupID === null ? [] : await em.findBy(DateGroupDay, { dateGroupID });
  return new Set(days.map(({ day }) => day));
}
