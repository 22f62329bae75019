import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/callers';
import { Settings } from '../core/config';
import { Transactions } from '../core/database';
import { Housekeeping } from '../core/housekeeping';
import { InvalidRequest } from '../core/problems';
import { change, findResponse, load, checkInScope, type ChangeOptions, type RecordResponse } from '../core/records';
import { dayIn } from '../core/time/day';
import { dateText, instantOf } from '../core/time/local-time';
import { DAY_MS } from '../core/time/moments';
import { creditTotals } from './credits/credit-report';
import type { CreditQuery, CreditTotalsDto } from './credits/credit.dto';
import { startAndEndPlacements } from './start-and-end';
import { endingChange } from './ending-change';
import type { PlacementEndDto } from './placement.dto';
import { placements } from './placements.records';

/** Starts and ends placements by the firm's calendar. */
@Injectable()
export class PlacementsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    housekeeping: Housekeeping,
  ) {
    housekeeping.add({
      name: 'placements',
      everySeconds: 300,
      work: (transaction) => startAndEndPlacements(transaction, this.today(transaction.now)),
    });
  }

  /** @throws NotFound, InvalidRequest, ForbiddenTransition, PreconditionFailed */
  end(caller: Caller, id: number, body: PlacementEndDto, how: ChangeOptions): Promise<RecordResponse> {
    return this.transactions.write(caller, async (transaction) => {
      await checkInScope(transaction, placements, id);
      const placement = await load(transaction.em, placements, id);
      await change(transaction, placements, id, endingChange(placement, body, this.today(transaction.now)), how);
      return findResponse(transaction, placements, id);
    });
  }

  /** @throws InvalidRequest */
  credits(caller: Caller, { from, to, consultantID }: CreditQuery): Promise<CreditTotalsDto[]> {
    if (from && to && from > to)
      throw InvalidRequest.because([{ pointer: '/from', in: 'query', detail: `must not be after to, ${dateText(to.getTime())}` }]);
    const startOf = (day: Date | null | undefined, later = 0): Date | undefined =>
      day ? new Date(instantOf(day.getTime() + later * DAY_MS, this.settings.timeZone)) : undefined;
    return this.transactions.read(caller, async (view) => {
      const totals = await creditTotals(view, { from: startOf(from), until: startOf(to, 1) });
      return totals.filter((each) => consultantID === undefined || each.consultantID === consultantID);
    });
  }

  private today(now: Date): Date {
    return dayIn(now, this.settings.timeZone);
  }
}
