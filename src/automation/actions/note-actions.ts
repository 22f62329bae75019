import { LONG_TEXT } from '../../database/columns';
import { TIME_OF_DAY } from '../schedule/schedule-schema';
import type { ActionDefinition } from './action';
import { counted, quoted } from './plain-words';
import type { Assignee, NoteParams, TaskParams } from './params';
import { ID, paramsForm, text, userOr } from './params-schema';
import { templateFaults } from './template';

/** An activity belongs to records of these types; on others it goes through a related one. */
const PARTIES = ['Candidate', 'Contact', 'Client', 'Job', 'Opportunity', 'Placement'] as const;
const NOTES = text(LONG_TEXT);

export const createNote: ActionDefinition<NoteParams> = {
  title: 'Create a note',
  actsOn: PARTIES,
  form: paramsForm<NoteParams>({ notes: NOTES }, { typeID: ID }),
  describe: ({ notes }) => `create the note ${quoted(notes)}`,
  faults: ({ notes }, record) => templateFaults('/notes', notes, record),
};

export const createTask: ActionDefinition<TaskParams> = {
  title: 'Create a task',
  actsOn: PARTIES,
  form: paramsForm<TaskParams>(
    { notes: NOTES },
    { typeID: ID, dueInDays: { type: 'integer', minimum: 0, maximum: 3650 }, dueAt: TIME_OF_DAY, assignedTo: userOr('owner', 'me') },
    { dependentRequired: { dueAt: ['dueInDays'] } },
  ),
  describe: (params) => `create the task ${quoted(params.notes)}${due(params)}${assigned(params.assignedTo)}`,
  faults: ({ notes }, record) => templateFaults('/notes', notes, record),
};

function due({ dueInDays, dueAt }: TaskParams): string {
  if (dueInDays === undefined) return '';
  const day = dueInDays === 0 ? 'the same day' : `in ${counted(dueInDays, 'day')}`;
  return ` due ${day}${dueAt === undefined ? '' : ` at ${dueAt}`}`;
}

function assigned(to: Assignee | undefined): string {
  if (to === undefined) return '';
  return ` for ${to === 'owner' ? 'the owner' : userInWords(to)}`;
}

/** The rule's own user or a user by id. */
export const userInWords = (user: 'me' | number): string => (user === 'me' ? "the rule's user" : `user ${user}`);
