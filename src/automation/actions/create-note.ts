import { PARTIES } from '../../activities';
import { LONG_TEXT } from '../../core/sql/columns';
import { ActivityCategory, ActivityStatus } from '../../core/terms/numbers';
import { defineAction } from './action-definition';
import { textOrTemplate } from './format-text';
import { params, type ParamsOf } from './params/params';
import { template } from './params/template';
import { having, ownOrTemplate, templateID } from './params/template-id';
import { activityCreated, activityType, addActivitiesTo } from './performing/activities';
import { fillTemplates } from './performing/fill-templates';
import { allChanged, oneOrMany } from './performing/one-or-many';

const NOTE = { category: ActivityCategory.Note, statusID: ActivityStatus.Completed };

const PARAMS = params(
  {},
  { templateId: templateID('text'), notes: template(LONG_TEXT), typeID: activityType(NOTE.category) },
  ownOrTemplate(['notes'], having('notes')),
);

export const createNote = defineAction({
  type: 'createNote',
  title: 'Create a note',
  changes: 'Adds a completed note to the activities of the record.',
  actsOn: PARTIES,
  params: PARAMS,
  texts: { notes: 'text' },
  describe: ({ notes, templateId }) => `create the note ${textOrTemplate(notes, templateId)}`,
  effects: (_, target) => activityCreated(target, NOTE),
  contacts: null,
  ...oneOrMany<ParamsOf<typeof PARAMS>>(2, async (transaction, action, subjects, context) => {
    const { params } = action;
    const filled = await fillTemplates(transaction, action, subjects, context, { text: params.notes });
    const fields = filled.map(({ text }) => ({
      typeID: params.typeID ?? NOTE.category,
      notes: text,
      activityDate: transaction.now,
      assignedToID: transaction.caller.userID,
    }));
    await addActivitiesTo(transaction, subjects, NOTE, fields);
    return allChanged(subjects);
  }),
});
