import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/callers';
import { Settings } from '../../core/config';
import { countCapped, Transactions, type View } from '../../core/database';
import { rows } from '../../core/database/rows';
import { countLimitOf, directionOf, Page, slicePage, type Direction } from '../../core/http';
import { NotFound } from '../../core/problems';
import { select } from '../../core/query';
import { checkVisible } from '../../core/records';
import { Sql, sql, values } from '../../core/sql';
import { PlacementStatus } from '../../core/terms/numbers';
import { dayIn } from '../../core/time/day';
import type { ComplianceDto, ComplianceQuery } from './compliance.dto';
import { dayText, factsOf, placementsFrom } from './facts';
import type { ComplianceStatus } from './item-state';
import { readCompliance } from './read-compliance';

const { Draft, Approved, Started } = PlacementStatus;

/** Of the rows of a placement's items, as {@link statusOf} has it. */
const STATUS = `CASE WHEN MAX(CASE WHEN f.required = 1 AND f.isMet = 0 THEN 1 ELSE 0 END) = 1 THEN 'incomplete'
  WHEN MAX(f.isDue) = 1 THEN 'expiring' ELSE 'complete' END`;

/** What placements require and have, by the calendar of the firm. */
@Injectable()
export class ComplianceService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** @throws NotFound */
  find(caller: Caller, placementID: number): Promise<ComplianceDto> {
    return this.transactions.read(caller, async (view) => {
      await checkVisible(view, view.types.named('Placement'), placementID);
      const [found] = await readCompliance(view, [placementID], this.today(view));
      if (!found) throw NotFound.record('placement', placementID);
      return found;
    });
  }

  /** Those with a checklist that are drafts, approved or started, by their ids if no other order is requested. */
  list(caller: Caller, { status, ...page }: ComplianceQuery): Promise<Page<ComplianceDto>> {
    const { order, start, criteria } = directionOf(page, ['compliance', status ?? null], 'ASC');
    return this.transactions.read(caller, async (view) => {
      const today = this.today(view);
      const beyond = start === undefined ? undefined : { order, start };
      const found = await rows(
        view.em,
        sql`SELECT f.placementID ${withStatus(view, today, status, beyond)} ORDER BY f.placementID ${new Sql(order)} LIMIT ${page.limit + 1}`,
      );
      const ids = found.map(([id]) => id as number);
      const { shown, cursor } = slicePage(ids, page.limit, criteria, (id) => [id]);
      const total = start === undefined ? await countCapped(view.em, withStatus(view, today, status), countLimitOf(page)) : undefined;
      const read = await readCompliance(view, shown, today);
      return new Page(order === 'ASC' ? read : [...read].reverse(), { cursor, total });
    });
  }

  private today({ now }: View): string {
    return dayText(dayIn(now, this.settings.timeZone));
  }
}

/** From FROM on: the placements with items of a checklist. @param beyond only those after this one */
function withStatus(view: View, today: string, status: ComplianceStatus | undefined, beyond?: Pick<Direction, 'order' | 'start'>): Sql {
  const { types, caller, now } = view;
  const { from, where, params } = select(types.named('Placement'), {
    types,
    scope: caller.scope,
    now,
    timeZone: 'UTC',
    extraConditions: (record) => [
      sql`${record.column('statusID')} IN (${values([Draft, Approved, Started])})`,
      ...(beyond?.start === undefined ? [] : [sql`${record.column('id')} ${new Sql(beyond.order === 'ASC' ? '>' : '<')} ${beyond.start}`]),
    ],
  });
  const facts = factsOf(types, placementsFrom(new Sql(`FROM ${from} WHERE ${where}`, params), today));
  const only = status === undefined ? sql`` : sql` HAVING ${new Sql(STATUS)} = ${status}`;
  return sql`FROM (${facts}) f GROUP BY f.placementID${only}`;
}
