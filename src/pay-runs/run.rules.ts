import { execute } from '../core/database/rows';
import type { RuledType } from '../core/fields/record-types';
import { checkTransition, insertNew, requireFields, ruledBy, type Rules } from '../core/records';
import { identifier, sql } from '../core/sql';
import { PayRunStatus } from '../core/terms/numbers';
import { collect } from './collect/collect';
import type { Run } from './run.entity';
import type { RunKind } from './run-kind';
import { RUN_TRANSITIONS, stampTransition } from './run.transitions';

const { Draft, Completed, Cancelled } = PayRunStatus;

/** A run is made of what there is when it is created; from then on only its status changes. */
export const runRules = (kind: RunKind): RuledType => ruledBy(kind.runs, rulesOf(kind));

const rulesOf = (kind: RunKind): Rules<Run> => ({
  setDefaults(_, run) {
    run.statusID = Draft;
  },
  async prepare(transaction, before, after) {
    requireFields(kind.runs, before, after);
    if (before.id === undefined) return collect(transaction, kind, after);
    await checkTransition(transaction, kind.runs, RUN_TRANSITIONS, { ...before, deleted: false }, { ...after, deleted: false });
    if (before.statusID !== after.statusID) stampTransition(transaction, kind.runs, after);
  },
  async saveParts({ em }, { id, statusID, preparedLines }, _, before) {
    const runID = `${kind.name}ID`;
    const added = preparedLines?.map((line) => ({ ...line, [runID]: id }));
    if (added) await insertNew(em, kind.lines, added);
    if (statusID === Cancelled && before.statusID !== Cancelled)
      await execute(em, sql`UPDATE ${identifier(kind.lines.table)} SET claim = NULL WHERE ${identifier(runID)} = ${id}`);
    return {};
  },
  async afterSave(transaction, before, after) {
    if (after.statusID === Completed && before.statusID !== Completed) await kind.completed?.(transaction, after);
  },
});
