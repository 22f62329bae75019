import { DateTime } from 'luxon';
import { PARTIES } from '../../activities';
import { LONG_TEXT } from '../../core/sql/columns';
import { ActivityCategory, ActivityStatus } from '../../core/terms/numbers';
import { timeZoneOf, type CheckedDefinition } from '../definition/definition';
import { TIME_OF_DAY } from '../schedule/schedule-schema';
import { defineAction } from './action-definition';
import { pluralize, textOrTemplate } from './format-text';
import type { Param } from './params/param';
import { params, type ParamsOf } from './params/params';
import { template } from './params/template';
import { having, ownOrTemplate, templateID } from './params/template-id';
import { describeUser, userOr } from './params/user';
import { activityCreated, activityType, addActivitiesTo } from './performing/activities';
import { fillTemplates } from './performing/fill-templates';
import { allChanged, oneOrMany } from './performing/one-or-many';
import { activeUsers, resolveUsers } from './performing/users';

const TASK = { category: ActivityCategory.Task, statusID: ActivityStatus.Open };

const DAYS: Param<number> = { schema: { type: 'integer', minimum: 0, maximum: 3650 } };
const TIME: Param<string> = { schema: TIME_OF_DAY };

const PARAMS = params(
  {},
  {
    templateId: templateID('text'),
    notes: template(LONG_TEXT),
    typeID: activityType(TASK.category),
    dueInDays: DAYS,
    dueAt: TIME,
    assignedTo: userOr('owner', 'me'),
  },
  { dependentRequired: { dueAt: ['dueInDays'] }, ...ownOrTemplate(['notes'], having('notes')) },
);
type TaskParams = ParamsOf<typeof PARAMS>;

export const createTask = defineAction({
  type: 'createTask',
  title: 'Create a task',
  changes: 'Adds an open task to the activities of the record, assigned to a user, with a due date.',
  actsOn: PARTIES,
  params: PARAMS,
  texts: { notes: 'text' },
  describe: (params) =>
    `create the task ${textOrTemplate(params.notes, params.templateId)}${describeDue(params)}${describeAssignee(params)}`,
  effects: (_, target) => activityCreated(target, TASK),
  contacts: null,
  ...oneOrMany<TaskParams>(2, async (transaction, action, subjects, context) => {
    const { params } = action;
    const filled = await fillTemplates(transaction, action, subjects, context, { text: params.notes });
    const assignee = params.assignedTo ?? 'me';
    const assignees = await activeUsers(transaction, subjects, await resolveUsers(transaction, subjects, assignee), assignee);
    const fields = filled.map(({ text }, index) => ({
      typeID: params.typeID ?? TASK.category,
      notes: text,
      activityDate: dueDate(params, transaction.now, context.definition),
      assignedToID: assignees[index],
    }));
    await addActivitiesTo(transaction, subjects, TASK, fields);
    return allChanged(subjects);
  }),
});

function describeDue({ dueInDays, dueAt }: TaskParams): string {
  if (dueInDays === undefined) return '';
  const day = dueInDays === 0 ? 'the same day' : `in ${pluralize(dueInDays, 'day')}`;
  return ` due ${day}${dueAt === undefined ? '' : ` at ${dueAt}`}`;
}

const describeAssignee = ({ assignedTo }: TaskParams): string => (assignedTo === undefined ? '' : ` for ${describeUser(assignedTo)}`);

/** That many days later, at the given local time, otherwise at the time of the run; null without a number of days. */
function dueDate({ dueInDays, dueAt }: TaskParams, now: Date, definition: CheckedDefinition): Date | null {
  if (dueInDays === undefined) return null;
  const day = DateTime.fromJSDate(now, { zone: timeZoneOf(definition) }).plus({ days: dueInDays });
  const [hour, minute] = dueAt?.split(':').map(Number) ?? [];
  return (hour === undefined ? day : day.set({ hour, minute, second: 0, millisecond: 0 })).toJSDate();
}
