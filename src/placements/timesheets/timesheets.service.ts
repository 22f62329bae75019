import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/callers';
import { Settings } from '../../core/config';
import { Transactions } from '../../core/database';
import { Housekeeping } from '../../core/housekeeping';
import { Created } from '../../core/http';
import { checkVisible, create, findResponse } from '../../core/records';
import { dayIn } from '../../core/time/day';
import { createDueTimesheets } from './create-due';
import type { TimesheetAdjustmentDto } from './timesheet.dto';
import { timesheets } from './timesheets.records';

/** Makes due timesheets by the firm's calendar, and adjustments of others. */
@Injectable()
export class TimesheetsService {
  constructor(
    private readonly transactions: Transactions,
    settings: Settings,
    housekeeping: Housekeeping,
  ) {
    housekeeping.add({
      name: 'timesheets',
      everySeconds: 300,
      work: (transaction) => createDueTimesheets(transaction, dayIn(transaction.now, settings.timeZone)),
    });
  }

  /** @throws NotFound, InvalidRequest, Conflict for one that is not approved */
  adjust(caller: Caller, id: number, body: TimesheetAdjustmentDto): Promise<Created> {
    return this.transactions.write(caller, async (transaction) => {
      await checkVisible(transaction, timesheets, id);
      return new Created(
        await findResponse(transaction, timesheets, await create(transaction, timesheets, { ...body, adjustsID: id })),
        '/api/Timesheets',
      );
    });
  }
}
