import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Settings } from '../config';
import { Transactions } from '../database';
import { Housekeeping } from '../housekeeping';
import type { Expected } from '../http';
import { change, findAnswer, load, mustBeInSight, type Answer } from '../records';
import { dayIn } from '../time/day';
import { placementsOfTheDay } from './by-the-clock';
import { endOf } from './ending';
import type { PlacementEndDto } from './placement.dto';
import { placements } from './placements.records';

/** What goes by the calendar of the firm: placements that start and end. */
@Injectable()
export class PlacementsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    housekeeping: Housekeeping,
  ) {
    housekeeping.add({ name: 'placements', everySeconds: 300, work: (unit) => placementsOfTheDay(unit, this.today(unit.now)) });
  }

  /** @throws NotFound, InvalidRequest, ForbiddenTransition, PreconditionFailed */
  end(caller: Caller, id: number, body: PlacementEndDto, expected?: Expected): Promise<Answer> {
    return this.transactions.write(caller, async (unit) => {
      await mustBeInSight(unit, placements, id);
      const placement = await load(unit.em, placements, id);
      await change(unit, placements, id, endOf(placement, body, this.today(unit.now)), { expected });
      return findAnswer(unit, placements, id);
    });
  }

  private today(now: Date): Date {
    return dayIn(now, this.settings.timeZone);
  }
}
