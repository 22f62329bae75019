import { PARTIES } from '../../activities';
import { LONG_TEXT } from '../../core/sql/columns';
import { ActivityCategory, ActivityStatus } from '../../core/terms/numbers';
import { defineAction } from './action-definition';
import { quoted } from './format-text';
import { params, type ParamsOf } from './params/params';
import { template } from './params/template';
import { activityCreated, activityType, addActivitiesTo } from './performing/activities';
import { fillTemplates } from './performing/fill-templates';
import { allChanged, oneOrMany } from './performing/one-or-many';

const NOTE = { category: ActivityCategory.Note, statusID: ActivityStatus.Completed };

const PARAMS = params({ notes: template(LONG_TEXT) }, { typeID: activityType(NOTE.category) });

export const createNote = defineAction({
  type: 'createNote',
  title: 'Create a note',
  actsOn: PARTIES,
  params: PARAMS,
  describe: ({ notes }) => `create the note ${quoted(notes)}`,
  effects: (_, target) => activityCreated(target, NOTE),
  contacts: null,
  ...oneOrMany<ParamsOf<typeof PARAMS>>(5, async (transaction, { params }, subjects, { definition }) => {
    const filled = await fillTemplates(transaction, definition.record, subjects, params.notes);
    const fields = filled.map(([notes]) => ({
      typeID: params.typeID ?? NOTE.category,
      notes,
      activityDate: transaction.now,
      assignedToID: transaction.caller.userID,
    }));
    await addActivitiesTo(transaction, subjects, NOTE, fields);
    return allChanged(subjects);
  }),
});
