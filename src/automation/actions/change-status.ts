import { validateReference } from '../../core/records';
import { AUTOMATION_RECORD_TYPES } from '../catalogue/modules';
import { defineAction } from './action-definition';
import { fieldWritten } from './effect';
import { statusFieldOf } from './fields';
import { storedId } from './params/param';
import { params, type ParamsOf } from './params/params';
import { setField, setting } from './performing/set-field';

const STATUS = storedId(async (statusID, { target }, view) => {
  const field = statusFieldOf(target);
  return field && (await validateReference(view, field, statusID));
});

const PARAMS = params({ statusID: STATUS });

/** By the rules of the record's type: a transition that they forbid fails with their message. */
export const changeStatus = defineAction({
  type: 'changeStatus',
  title: 'Change the status or stage',
  changes: 'Sets the status or stage by the rules of the record type: a transition that they forbid fails with their message.',
  actsOn: AUTOMATION_RECORD_TYPES,
  params: PARAMS,
  describe: ({ statusID }) => `change the status to ${statusID}`,
  effects: ({ statusID }, target) => fieldWritten(target, statusFieldOf(target), statusID),
  contacts: null,
  ...setting<ParamsOf<typeof PARAMS>>((transaction, { params }, subjects) =>
    setField(
      transaction,
      subjects,
      { of: statusFieldOf, name: 'status' },
      subjects.map(() => params.statusID),
    ),
  ),
});
