import { validateReference } from '../../core/records';
import { AUTOMATION_RECORD_TYPES } from '../catalogue/modules';
import { defineAction } from './action-definition';
import { fieldWritten } from './effect';
import { statusFieldOf } from './fields';
import { storedId } from './params/param';
import { params } from './params/params';
import { setField } from './performing/set-field';

const STATUS = storedId(async (statusID, target, { em }) => {
  const field = statusFieldOf(target);
  return field && (await validateReference(em, field, statusID));
});

/** By the rules of the record's type: a transition that they forbid fails with their message. */
export const changeStatus = defineAction({
  type: 'changeStatus',
  title: 'Change the status or stage',
  actsOn: AUTOMATION_RECORD_TYPES,
  params: params({ statusID: STATUS }),
  describe: ({ statusID }) => `change the status to ${statusID}`,
  effects: ({ statusID }, target) => fieldWritten(target, statusFieldOf(target), statusID),
  contacts: null,
  perform: (transaction, { params }, { target }) => setField(transaction, target, statusFieldOf(target.type), 'status', params.statusID),
});
