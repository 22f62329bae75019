import type { BenchDatabase } from '../database';
import { createNoteByHand, createTaskByHand } from './by-hand/activities';
import { assignOwnerByHand, changeStatusByHand, changeTitleByHand } from './by-hand/contact-fields';
import { sendEmailByHand, sendSmsByHand } from './by-hand/deliveries';
import { notifyOwnerByHand } from './by-hand/notifications';
import type { ByHand } from './by-hand/run';
import { addToListByHand, createList } from './by-hand/saved-lists';
import { addTagByHand, attachTag, removeTagByHand } from './by-hand/tags';
import { callWebhookByHand } from './by-hand/webhook';

/** What an action is measured with. */
export interface Trial {
  readonly store: BenchDatabase;
  /** The contacts that it will act on. */
  readonly ids: readonly number[];
  /** Different in each run, and alternately even and odd, so that every run has something to change. */
  readonly number: number;
  /** Where webhooks are sent to. */
  readonly webhook: string;
}

/** One and the same work: as params of an action, and by hand. */
export interface Work {
  readonly params: object;
  readonly byHand: ByHand;
}

export interface MeasuredAction {
  readonly type: string;
  /** Records per second as a share of those by hand. */
  readonly goal: number;
  /** Rows that it writes once per transaction, whose number depends on how many records are in one. */
  readonly perTransaction?: readonly string[];
  /** What is not measured: the rows that the action needs. */
  prepare(trial: Trial): Promise<Work> | Work;
}

const THIRD = 1 / 3;
const QUARTER = 1 / 4;

const NOTES = (name: string): string => `Call ${name} about the summer party.`;
const SUBJECT = (name: string): string => `News for ${name}`;
const MAIL = (name: string): string => `Dear ${name},\n\nwe have moved to the second floor.`;
const SMS = (name: string): string => `Dear ${name}, we have moved to the second floor.`;
const MESSAGE = (name: string): string => `Look at ${name}`;
const FIRST_NAME = '{{firstName}}';
/** The template of an action, and the same filled in by hand. */
const filled =
  (template: (name: string) => string) =>
  ({ firstName }: { readonly firstName: string | null }): string =>
    template(firstName ?? '');

const either = <T>({ number }: Trial, one: T, other: T): T => (number % 2 === 0 ? one : other);

export const MEASURED_ACTIONS: readonly MeasuredAction[] = [
  {
    type: 'addTag',
    goal: THIRD,
    prepare: ({ number }) => ({ params: { tag: `Added ${number}` }, byHand: addTagByHand(`Added ${number}`) }),
  },
  {
    type: 'removeTag',
    goal: THIRD,
    prepare: async ({ store, ids, number }) => {
      await attachTag(store, `Removed ${number}`, ids);
      return { params: { tag: `Removed ${number}` }, byHand: removeTagByHand(`Removed ${number}`) };
    },
  },
  {
    type: 'addToSavedList',
    goal: THIRD,
    perTransaction: ['record_change'],
    prepare: async ({ store, number }) => {
      const listID = await createList(store, `List ${number}`);
      return { params: { listID }, byHand: addToListByHand(listID) };
    },
  },
  {
    type: 'updateField',
    goal: THIRD,
    prepare: (trial) => {
      const title = either(trial, 'Head of Projects', 'Director of Operations');
      return { params: { field: 'jobTitle', value: title }, byHand: changeTitleByHand(title) };
    },
  },
  {
    type: 'changeStatus',
    goal: THIRD,
    prepare: (trial) => {
      const statusID = either(trial, 2, 3);
      return { params: { statusID }, byHand: changeStatusByHand(statusID) };
    },
  },
  {
    type: 'assignOwner',
    goal: THIRD,
    prepare: (trial) => {
      const ownerID = either(trial, 4, 5);
      return { params: { ownerID }, byHand: assignOwnerByHand(ownerID) };
    },
  },
  {
    type: 'createNote',
    goal: THIRD,
    prepare: () => ({ params: { notes: NOTES(FIRST_NAME) }, byHand: createNoteByHand(filled(NOTES)) }),
  },
  {
    type: 'createTask',
    goal: THIRD,
    prepare: () => ({
      params: { notes: NOTES(FIRST_NAME), dueInDays: 7, assignedTo: 'owner' },
      byHand: createTaskByHand(filled(NOTES), 7),
    }),
  },
  {
    type: 'sendEmail',
    goal: QUARTER,
    prepare: () => ({
      params: { subject: SUBJECT(FIRST_NAME), body: MAIL(FIRST_NAME) },
      byHand: sendEmailByHand((person) => ({ subject: filled(SUBJECT)(person).trim(), body: filled(MAIL)(person) })),
    }),
  },
  {
    type: 'sendSms',
    goal: QUARTER,
    prepare: () => ({ params: { text: SMS(FIRST_NAME) }, byHand: sendSmsByHand((person) => ({ body: filled(SMS)(person) })) }),
  },
  {
    type: 'webhook',
    goal: QUARTER,
    prepare: ({ webhook }) => ({ params: { url: webhook }, byHand: callWebhookByHand(webhook) }),
  },
  {
    type: 'notifyUser',
    goal: QUARTER,
    prepare: () => ({ params: { user: 'owner', message: MESSAGE(FIRST_NAME) }, byHand: notifyOwnerByHand(filled(MESSAGE)) }),
  },
];
