import { detachTag, detachTagFromAll } from '../../tags';
import { defineAction } from './action-definition';
import { describeTag, TAG_PARAMS, taggable, TAGGABLE, tagOf } from './performing/tagging';

export const removeTag = defineAction({
  type: 'removeTag',
  title: 'Remove a tag',
  changes: 'Removes the tag if the record has it.',
  actsOn: TAGGABLE,
  params: TAG_PARAMS,
  describe: (params) => `remove ${describeTag(params)}`,
  effects: (_, { name }) => [{ kind: 'tagRemoved', type: name }],
  contacts: null,
  perform: (transaction, { params }, { target }) => detachTag(transaction, taggable(target.type), target.id, tagOf(params)),
  together: {
    cost: 1,
    perform: async (transaction, { params }, ids, { definition }) => ({
      changed: await detachTagFromAll(transaction, taggable(definition.record), ids, tagOf(params)),
    }),
  },
});
