import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { Settings } from '../../core/config';
import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { Housekeeping } from '../../core/housekeeping';
import { Sql, sql, values } from '../../core/sql';
import { PlacementStatus } from '../../core/terms/numbers';
import { dayIn } from '../../core/time/day';
import { notify, type NewNotification } from '../../notifications';
import { dayText, factsOf, placementsFrom } from '../state/facts';
import { ExpiryWarning } from './expiry-warning.entity';

const { Approved, Started } = PlacementStatus;
/** Placements that are checked in one transaction. */
const BATCH_SIZE = 100;

/** Warns the owners of running placements ahead of the day on which what meets an item expires, once for each such day. */
@Injectable()
export class ExpiryWarnings {
  /** The last placement that has been checked; a process that has lost it begins again. */
  private checked = 0;

  constructor(
    private readonly settings: Settings,
    housekeeping: Housekeeping,
  ) {
    housekeeping.add({ name: 'expiry warnings', everySeconds: 900, work: (transaction) => this.warn(transaction) });
  }

  /** Checks the next running placements. @returns whether there may be more */
  private async warn(transaction: Transaction): Promise<boolean> {
    const today = dayText(dayIn(transaction.now, this.settings.timeZone));
    const running = await runningAfter(transaction, this.checked);
    const due = await findDue(transaction, running, today);
    await notify(
      transaction,
      due.map((each) => notificationOf(each, today)),
    );
    const warnings = due.map(({ placementID, itemID, lastDay }) => ({ placementID, itemID, lastDay, warnedDate: transaction.now }));
    if (warnings.length > 0) await transaction.em.insert(ExpiryWarning, warnings);
    const isMore = running.length === BATCH_SIZE;
    transaction.afterCommit(() => void (this.checked = isMore ? running.at(-1)! : 0));
    return isMore;
  }
}

/** The next placements whose owners may have to be warned, by their ids. */
async function runningAfter({ em, types }: Transaction, id: number): Promise<number[]> {
  const found = await rows(
    em,
    sql`SELECT r.id FROM ${new Sql(types.expand('{Placement} r'))} WHERE r.id > ${id} AND r.deleted = 0 AND r.ownerID IS NOT NULL
      AND r.statusID IN (${values([Approved, Started])}) ORDER BY r.id LIMIT ${BATCH_SIZE}`,
  );
  return found.map(([placementID]) => placementID as number);
}

interface Due {
  readonly placementID: number;
  readonly itemID: number;
  readonly lastDay: string;
  readonly itemName: string;
  readonly documentName: string | null;
  readonly reference: string | null;
  readonly candidateName: string | null;
  readonly ownerID: number;
}

async function findDue({ em, types }: Transaction, ids: readonly number[], today: string): Promise<Due[]> {
  if (ids.length === 0) return [];
  const placements = placementsFrom(sql`FROM ${new Sql(types.expand('{Placement} r'))} WHERE r.id IN (${values(ids)})`, today);
  const found = await rows(
    em,
    sql`SELECT f.placementID, f.itemID, f.lastDay, f.name, f.documentName, p.reference, c.fullName, p.ownerID
      FROM (${factsOf(types, placements)}) f
      ${new Sql(types.expand('JOIN {Placement} p ON p.id = f.placementID LEFT JOIN {Candidate} c ON c.id = p.candidateID'))}
      LEFT JOIN expiry_warning w ON w.placementID = f.placementID AND w.itemID = f.itemID AND w.lastDay = f.lastDay
      WHERE f.isDue = 1 AND w.placementID IS NULL ORDER BY f.placementID, f.itemID`,
  );
  return found.map(
    ([placementID, itemID, lastDay, itemName, documentName, reference, candidateName, ownerID]) =>
      ({ placementID, itemID, lastDay, itemName, documentName, reference, candidateName, ownerID }) as Due,
  );
}

function notificationOf(due: Due, today: string): NewNotification {
  const { placementID, itemName, documentName, reference, candidateName, lastDay, ownerID } = due;
  const what = documentName === null ? itemName : `${itemName} (${documentName})`;
  const verb = lastDay < today ? 'expired' : 'expires';
  const when = DateTime.fromISO(lastDay).toFormat('d LLLL yyyy', { locale: 'en' });
  const whose = `of ${candidateName ?? 'the candidate'}, required by the checklist of placement ${reference ?? placementID},`;
  return { userID: ownerID, message: `${what} ${whose} ${verb} on ${when}.`, about: { type: 'Placement', id: placementID } };
}
