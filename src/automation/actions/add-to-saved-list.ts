import { addToList, typeOfList } from '../../lists';
import { defineAction } from './action-definition';
import { storedId } from './params/param';
import { params } from './params/params';

const SAVED_LIST = storedId(async (listID, { target }, { em }) => {
  return (await typeOfList(em, listID)) === target.name ? undefined : `must be the id of a saved list of ${target.name} records`;
});

export const addToSavedList = defineAction({
  type: 'addToSavedList',
  title: 'Add to a saved list',
  changes: 'Adds the record to the list unless it is in it.',
  actsOn: ['Candidate', 'Contact', 'Client', 'Job'],
  params: params({ listID: SAVED_LIST }),
  describe: ({ listID }) => `add the record to saved list ${listID}`,
  // no automation is triggered by the members of a list
  effects: () => [],
  contacts: null,
  perform: async (transaction, { params }, { target }) =>
    (await addToList(transaction, params.listID, [target.id], target.type)).length > 0,
  together: {
    cost: 1,
    perform: async (transaction, { params }, ids, { definition }) => ({
      changed: new Set(await addToList(transaction, params.listID, ids, definition.record)),
    }),
  },
});
