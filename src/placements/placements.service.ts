import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/callers';
import { Settings } from '../core/config';
import { Transactions } from '../core/database';
import { Housekeeping } from '../core/housekeeping';
import type { ExpectedVersion } from '../core/http';
import { change, findResponse, load, checkInScope, type RecordResponse } from '../core/records';
import { dayIn } from '../core/time/day';
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
  end(caller: Caller, id: number, body: PlacementEndDto, expected?: ExpectedVersion): Promise<RecordResponse> {
    return this.transactions.write(caller, async (transaction) => {
      await checkInScope(transaction, placements, id);
      const placement = await load(transaction.em, placements, id);
      await change(transaction, placements, id, endingChange(placement, body, this.today(transaction.now)), { expected });
      return findResponse(transaction, placements, id);
    });
  }

  private today(now: Date): Date {
    return dayIn(now, this.settings.timeZone);
  }
}
