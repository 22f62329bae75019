import type { EntityManager } from 'typeorm';
import { rows } from '../core/database/rows';
import { isoOf } from '../core/records';
import { sql } from '../core/sql';
import { PayPeriod } from '../core/terms/numbers';
import type { PayCalendar } from '../core/time/pay-period';

/** The periods of a pay frequency. */
export async function payPeriodsOf(em: EntityManager, id: number): Promise<Omit<PayCalendar, 'firstDayOfWeek'>> {
  const [row] = await rows(em, sql`SELECT periodID, anchorDate FROM pay_frequency WHERE id = ${id}`);
  const [periodID, anchorDate] = row ?? [];
  return { periodID: Number(periodID ?? PayPeriod.Weekly), anchorDate: anchorDate ? new Date(isoOf(anchorDate as string)) : undefined };
}
