import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { InvalidRequest } from '../../core/problems';
import { requireFields, ruledBy } from '../../core/records';
import { Sql } from '../../core/sql';
import type { ComplianceStatement } from './statement.entity';
import { statements } from './statements.records';

export const statementRules = ruledBy(statements, {
  async prepare(transaction, before, after) {
    requireFields(statements, before, after);
    if (after.itemID !== before.itemID) await refuseOtherItem(transaction, after);
    if (after.withdrawnDate && !before.withdrawnDate) after.withdrawnByID = transaction.caller.userID;
  },
});

/** @throws InvalidRequest unless the item is one of the checklist of the placement's job, and met by a statement */
async function refuseOtherItem({ em, types }: Transaction, { placementID, itemID }: ComplianceStatement): Promise<void> {
  const text = `SELECT i.id FROM {Placement} p JOIN {Job} j ON j.id = p.jobID JOIN checklist_item i ON i.checklistID = j.complianceChecklistID
    WHERE p.id = ? AND i.kind = 'statement' AND i.deleted = 0 ORDER BY i.position`;
  const found = await rows(em, new Sql(types.expand(text), [placementID!]));
  const allowed = found.map(([id]) => id as number);
  if (allowed.includes(itemID!)) return;
  const which = allowed.length > 0 ? `: ${allowed.join(', ')}` : ', which has none';
  throw InvalidRequest.because([
    { pointer: '/itemID', detail: `must be the id of an item of the kind statement on the checklist of the job${which}` },
  ]);
}
