import { PARTIES } from '../../activities';
import { LONG_TEXT } from '../../core/sql/columns';
import { ActivityCategory, ActivityStatus } from '../../core/terms/numbers';
import { defineAction } from './action-definition';
import { quoted } from './format-text';
import { params } from './params/params';
import { template } from './params/template';
import { activityCreated, activityType, addActivityTo } from './performing/activities';
import { fillTemplates } from './performing/fill-templates';

const NOTE = { category: ActivityCategory.Note, statusID: ActivityStatus.Completed };

export const createNote = defineAction({
  type: 'createNote',
  title: 'Create a note',
  actsOn: PARTIES,
  params: params({ notes: template(LONG_TEXT) }, { typeID: activityType(NOTE.category) }),
  describe: ({ notes }) => `create the note ${quoted(notes)}`,
  effects: (_, target) => activityCreated(target, NOTE),
  contacts: null,
  perform: async (transaction, { params }, { recordID, target }, { definition }) => {
    const [notes] = await fillTemplates(transaction, definition.record, recordID, params.notes);
    await addActivityTo(transaction, target, NOTE, {
      typeID: params.typeID ?? NOTE.category,
      notes,
      activityDate: transaction.now,
      assignedToID: transaction.caller.userID,
    });
    return true;
  },
});
