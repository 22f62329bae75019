import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/callers';
import { Settings } from '../../core/config';
import { Transactions, type View } from '../../core/database';
import { rows } from '../../core/database/rows';
import { checkVisible } from '../../core/records';
import { sql, sqlMoment, type Sql } from '../../core/sql';
import { dateText, dayOf, instantOf, wallTimeOf } from '../../core/time/local-time';
import { DAY_MS } from '../../core/time/moments';
import { deliveriesOfRuns } from '../../deliveries';
import { Automation } from '../automation.entity';
import { automations } from '../automation.records';
import { checkAsActive } from '../definition/check-definition';
import { timeZoneOf } from '../definition/definition';
import { MOST_REASONS, type DayStatisticsDto, type DeliveryCountsDto, type FailureDto, type StatisticsDto } from './statistics.dto';

/** Which runs are counted. */
interface Period {
  readonly automationID: number;
  readonly timeZone: string;
  readonly days: readonly string[];
  readonly from: Date;
}

type Days = ReadonlyMap<string, DayStatisticsDto>;

/** Counts what the runs of an automation came to. */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** Of the last days, today included. @throws NotFound */
  statistics(caller: Caller, automationID: number, amount: number): Promise<StatisticsDto> {
    return this.transactions.read(caller, async (view) => {
      await checkVisible(view, automations, automationID);
      const period = await this.period(view, automationID, amount);
      const days: Days = new Map(
        period.days.map((date) => [date, { date, runs: 0, taken: 0, processed: 0, skipped: 0, failed: 0, delivered: 0 }]),
      );
      const runsByStatus = await countRuns(view, period, days);
      const deliveries = await countDeliveries(view, period, days);
      return {
        automationId: automationID,
        timeZone: period.timeZone,
        from: period.days[0]!,
        to: period.days.at(-1)!,
        ...totals(days),
        runsByStatus,
        failures: await failuresIn(view, period),
        deliveries,
        days: [...days.values()],
      };
    });
  }

  private async period({ em, now, types }: View, automationID: number, amount: number): Promise<Period> {
    const automation = await em.findOneByOrFail(Automation, { id: automationID });
    const timeZone = timeZoneOf(checkAsActive(automation, { types, now, timeZone: this.settings.timeZone }));
    const today = dayOf(wallTimeOf(now.getTime(), timeZone));
    const first = today - (amount - 1) * DAY_MS;
    const days = Array.from({ length: amount }, (_, index) => dateText(first + index * DAY_MS));
    return { automationID, timeZone, days, from: new Date(instantOf(first, timeZone)) };
  }
}

/** The minute of a moment: time zones differ by whole quarters of an hour, and there are fewer minutes than runs. */
const minuteOf = (moment: Sql): Sql => sql`SUBSTR(${moment}, 1, 16)`;

const dayOfMinute = (minute: unknown, zone: string): string => dateText(dayOf(wallTimeOf(Date.parse(`${String(minute)}Z`), zone)));

const runsIn = ({ automationID, from }: Period): Sql => sql`automationID = ${automationID} AND queuedAt >= ${sqlMoment(from)}`;

async function countRuns({ em }: View, period: Period, days: Days): Promise<Record<string, number>> {
  const minute = minuteOf(sql`queuedAt`);
  const found = await rows(
    em,
    sql`SELECT ${minute}, status, COUNT(*), SUM(taken), SUM(processed), SUM(skipped), SUM(failed) FROM automation_run WHERE ${runsIn(period)} GROUP BY ${minute}, status`,
  );
  const byStatus: Record<string, number> = {};
  for (const [at, status, ...counts] of found) {
    const [runs = 0, taken = 0, processed = 0, skipped = 0, failed = 0] = counts.map(Number);
    byStatus[String(status)] = (byStatus[String(status)] ?? 0) + runs;
    const day = days.get(dayOfMinute(at, period.timeZone));
    if (day) add(day, { runs, taken, processed, skipped, failed });
  }
  return byStatus;
}

async function countDeliveries(view: View, period: Period, days: Days): Promise<DeliveryCountsDto> {
  const counts = { sent: 0, waiting: 0, dead: 0, cancelled: 0 };
  for (const { minute, state, amount } of await deliveriesOfRuns(view, sql`SELECT id FROM automation_run WHERE ${runsIn(period)}`)) {
    const isEnded = state === 'sent' || state === 'dead' || state === 'cancelled';
    counts[isEnded ? state : 'waiting'] += amount;
    const day = state === 'sent' ? days.get(dayOfMinute(minute, period.timeZone)) : undefined;
    if (day) day.delivered += amount;
  }
  return counts;
}

/** By reason, without the numbers in it, which are ids for the most part. */
async function failuresIn({ em }: View, period: Period): Promise<FailureDto[]> {
  const found = await rows(
    em,
    sql`SELECT r.reason, COUNT(*) FROM automation_run_record r WHERE r.runID IN (SELECT id FROM automation_run WHERE ${runsIn(period)} AND failed > 0) AND r.outcome = 'failed' AND r.reason IS NOT NULL GROUP BY r.reason`,
  );
  const byReason = new Map<string, number>();
  for (const [reason, amount] of found) {
    const words = (reason as string).replace(/\d+/g, '#');
    byReason.set(words, (byReason.get(words) ?? 0) + Number(amount));
  }
  return [...byReason]
    .map(([reason, records]) => ({ reason, records }))
    .sort((one, other) => other.records - one.records || (one.reason < other.reason ? -1 : 1))
    .slice(0, MOST_REASONS);
}

type Counts = Pick<DayStatisticsDto, 'runs' | 'taken' | 'processed' | 'skipped' | 'failed'>;

function add(sum: Counts, more: Counts): void {
  for (const name of ['runs', 'taken', 'processed', 'skipped', 'failed'] as const) sum[name] += more[name];
}

function totals(days: Days): Counts {
  const sum = { runs: 0, taken: 0, processed: 0, skipped: 0, failed: 0 };
  for (const day of days.values()) add(sum, day);
  return sum;
}
