import type { Transaction } from '../../core/database';
import { numberOf } from '../../core/database/rows';
import { Conflict } from '../../core/problems';
import { requireFields, ruledBy } from '../../core/records';
import { Sql } from '../../core/sql';
import type { ChecklistUpdateDto } from './checklist.dto';
import type { Checklist } from './checklist.entity';
import { replaceItems, withItems } from './checklist-items';
import { checklists } from './checklists.records';

export const checklistRules = ruledBy(checklists, {
  async prepare(transaction, before, after) {
    requireFields(checklists, before, after);
    if (after.deleted && !before.deleted) await refuseInUse(transaction, after);
  },
  saveParts: (transaction, { id }, { items }: Pick<ChecklistUpdateDto, 'items'>) => replaceItems(transaction, id, items),
  completeResponses: withItems,
  addedToResponses: ['items'],
});

/** @throws Conflict with the number of jobs */
async function refuseInUse({ em, types }: Transaction, { id, name }: Checklist): Promise<void> {
  const using = new Sql(types.expand('SELECT COUNT(*) FROM {Job} j WHERE j.complianceChecklistID = ? AND j.deleted = 0'), [id]);
  const count = await numberOf(em, using);
  if (count > 0)
    throw new Conflict(`Checklist ${name ?? id} is used by ${count} ${count === 1 ? 'job' : 'jobs'}: give them another checklist first.`);
}
