import type { Transaction } from '../core/database';
import { rows } from '../core/database/rows';
import { Sql } from '../core/sql';

/** The runs that something is in, unless they are cancelled. */
export interface LiveRuns {
  readonly payRunID?: number;
  readonly chargeRunID?: number;
}

/** @returns undefined for one that is in none */
export const runsOfTimesheet = (transaction: Transaction, id: number): Promise<LiveRuns | undefined> =>
  runsWhere(transaction, 'l.timesheetID = ?', id);

/** The runs with the fee of a placement. @returns undefined if it is in none */
export const runsOfFee = (transaction: Transaction, placementID: number): Promise<LiveRuns | undefined> =>
  runsWhere(transaction, "l.placementID = ? AND l.kind = 'fee'", placementID);

/** "pay run 3 and charge run 2". */
export const namesOfRuns = ({ payRunID, chargeRunID }: LiveRuns): string =>
  [payRunID && `pay run ${payRunID}`, chargeRunID && `charge run ${chargeRunID}`].filter(Boolean).join(' and ');

async function runsWhere({ em, types }: Transaction, where: string, id: number): Promise<LiveRuns | undefined> {
  const text = types.expand(
    `SELECT 'payRunID', l.payRunID FROM {PayRunLine} l WHERE ${where} AND {PayRunLine.live l}
     UNION SELECT 'chargeRunID', l.chargeRunID FROM {ChargeRunLine} l WHERE ${where} AND {ChargeRunLine.live l}`,
  );
  const found = await rows(em, new Sql(text, [id, id]));
  return found.length === 0 ? undefined : Object.fromEntries(found.map(([name, runID]) => [name as keyof LiveRuns, Number(runID)]));
}
