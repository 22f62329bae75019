import { TagSource } from '../../core/terms/numbers';
import { attachTag, attachTagToAll } from '../../tags';
import { defineAction } from './action-definition';
import { describeTag, TAG_PARAMS, taggable, TAGGABLE, tagOf } from './performing/tagging';

export const addTag = defineAction({
  type: 'addTag',
  title: 'Add a tag',
  changes: 'Adds the tag unless the record has it; a tag that does not exist is created.',
  actsOn: TAGGABLE,
  params: TAG_PARAMS,
  describe: (params) => `add ${describeTag(params)}`,
  effects: (_, { name }) => [{ kind: 'tagAdded', type: name }],
  contacts: null,
  perform: (transaction, { params }, { target }) =>
    attachTag(transaction, taggable(target.type), target.id, { ...tagOf(params), sourceID: TagSource.Automation }),
  together: {
    cost: 1,
    perform: async (transaction, { params }, ids, { definition }) => ({
      changed: await attachTagToAll(transaction, taggable(definition.record), ids, { ...tagOf(params), sourceID: TagSource.Automation }),
    }),
  },
});
