import { DateTime } from 'luxon';
import { definitionIn, type Automation, type AutomationVersion } from '../automation';
import { AutomationStatus, Trigger } from '../core/terms/numbers';
import { demoRecord, type DemoRecords } from './demo-record';
import type { DemoContext } from './demo-context';

const SYDNEY = 'Australia/Sydney';

type Text = 'filtersJSON' | 'actionsJSON' | 'scheduleMetaDataJSON' | 'orderByJSON';
type Definition = Omit<Partial<Automation>, Text | 'id'> & { [K in Text]?: object };

const rule = (field: string, operator: string, value: unknown): object => ({ field, operator, value });
const all = (...rules: object[]): object => ({ combinator: 'and', rules });
const inDays = (amount: number): object => ({ relative: { amount, unit: 'day' } });
const { Active, Paused } = AutomationStatus;

/** Automations with every trigger, active and draft. */
export function* automations(context: DemoContext): DemoRecords {
  const about = { userId: 1, version: 1, createdByID: 1, createdDate: context.day(-60), updatedDate: context.day(-20), deleted: false };
  for (const [index, definition] of AUTOMATIONS.entries()) {
    const { filtersJSON, actionsJSON, scheduleMetaDataJSON, orderByJSON, ...plain } = definition;
    const texts = {
      filtersJSON: text(filtersJSON),
      actionsJSON: text(actionsJSON),
      scheduleMetaDataJSON: text(scheduleMetaDataJSON),
      orderByJSON: text(orderByJSON),
    };
    const nextRunDateUtc = definition.statusID === Active && definition.triggerID === Trigger.Schedule ? nextMonday(context) : null;
    const automation = { id: index + 1, ...about, ...plain, ...texts, nextRunDateUtc };
    yield demoRecord('Automation', automation);
    yield demoRecord('AutomationVersion', firstVersion(automation));
  }
}

/** What it has done since it was created. */
const firstVersion = (automation: Partial<Automation>): Partial<AutomationVersion> => ({
  automationID: automation.id,
  version: automation.version,
  definition: JSON.stringify(definitionIn(automation)),
  createdDate: automation.createdDate,
  createdByID: 1,
});

const text = (value: object | undefined): string | null => (value ? JSON.stringify(value) : null);

/** The next Monday at 09:00 in Sydney. */
function nextMonday({ today }: DemoContext): Date {
  const now = DateTime.fromJSDate(today, { zone: SYDNEY });
  const monday = now.startOf('week').set({ hour: 9 });
  return (monday > now ? monday : monday.plus({ weeks: 1 })).toJSDate();
}

const AUTOMATIONS: readonly Definition[] = [
  {
    name: 'Welcome new contacts',
    triggerID: Trigger.Manual,
    eventID: 17,
    statusID: Active,
    filtersJSON: all(rule('statusName', '=', 'Active'), rule('optOut', '=', false)),
    actionsJSON: [{ type: 'addTag', params: { tag: 'Newsletter', typeId: 4 } }],
    actionDetails: 'Add the tag "Newsletter" (Other)',
    orderByJSON: { columnName: 'surname', isAscending: true },
    excludeRecordsProcessedInDays: 30,
    maxNumberOfRecordsToExecute: 500,
    excludedDateGroupID: 1,
  },
  {
    name: 'Check in with quiet contacts',
    triggerID: Trigger.Schedule,
    eventID: 24,
    statusID: Active,
    filtersJSON: all(rule('lastContactDate', '<', inDays(-90)), rule('statusID', 'in', [1, 2]), rule('optOut', '=', false)),
    actionsJSON: [
      { type: 'createTask', params: { notes: 'Call {{firstName}}: nothing heard for three months', dueInDays: 3, assignedTo: 'owner' } },
    ],
    actionDetails: 'Create the task "Call {{firstName}}: nothing heard for three months" due in 3 days for the owner',
    scheduleMetaDataJSON: { timeZone: SYDNEY, schedule: { kind: 'weekly', days: ['monday'], at: '09:00' }, missedRun: 'skip' },
    orderByJSON: { columnName: 'lastContactDate', isAscending: true },
    excludeRecordsProcessedInDays: 60,
    maxNumberOfRecordsToExecute: 50,
  },
  {
    name: 'Look into red flags',
    triggerID: Trigger.Event,
    eventID: 8,
    statusID: Active,
    actionsJSON: [{ type: 'createTask', params: { notes: 'Review the red flag of {{fullName}}', dueInDays: 1, assignedTo: 'owner' } }],
    actionDetails: 'Create the task "Review the red flag of {{fullName}}" due in 1 day for the owner',
  },
  {
    name: 'Two weeks before a placement ends',
    triggerID: Trigger.Event,
    eventID: 60,
    statusID: Active,
    filtersJSON: all(rule('typeID', 'in', [2, 3])),
    actionsJSON: [{ type: 'createTask', params: { notes: 'Extend or find the next assignment', dueInDays: 2 } }],
    actionDetails: 'Create the task "Extend or find the next assignment" due in 2 days',
    scheduleMetaDataJSON: { timeZone: SYDNEY, offset: { amount: 14, unit: 'day' }, at: '09:00' },
  },
  {
    name: 'Tag candidates who are available',
    triggerID: Trigger.Event,
    eventID: 16,
    statusID: Active,
    filtersJSON: all(rule('jobSeekingStatusID', '=', 1), rule('availabilityDate', '<=', inDays(14))),
    actionsJSON: [{ type: 'addTag', params: { tag: 'Available now', typeId: 3 } }],
    actionDetails: 'Add the tag "Available now" (Status)',
  },
  {
    name: 'Note on jobs near their deadline',
    triggerID: Trigger.Schedule,
    eventID: 42,
    statusID: Paused,
    filtersJSON: all(rule('statusName', '=', 'Open'), rule('deadline', 'between', [inDays(0), inDays(7)])),
    actionsJSON: [{ type: 'createNote', params: { notes: 'The deadline is less than a week away' } }],
    actionDetails: 'Create the note "The deadline is less than a week away"',
    scheduleMetaDataJSON: { timeZone: SYDNEY, schedule: { kind: 'daily', at: '07:30' } },
    excludeRecordsProcessedInDays: 7,
  },
  {
    name: 'Draft: remind about late timesheets',
    triggerID: Trigger.Event,
    eventID: 66,
    statusID: Paused,
    actionsJSON: [{ type: 'sendSms', params: { target: 'candidate', text: 'Please submit your timesheet today.' } }],
    actionDetails: 'Send the SMS "Please submit your timesheet today.", on its candidate',
    scheduleMetaDataJSON: { offset: { amount: 1, unit: 'day' }, at: '10:00' },
  },
  {
    name: 'Win back clients without jobs',
    triggerID: Trigger.Manual,
    eventID: 30,
    statusID: Active,
    filtersJSON: all(rule('statusID', '=', 1), {
      field: 'jobs',
      match: { mode: 'none' },
      value: all(rule('createdDate', '>=', inDays(-180))),
    }),
    actionsJSON: [{ type: 'createTask', params: { notes: 'Ask {{name}} what is coming up', dueInDays: 7, assignedTo: 'owner' } }],
    actionDetails: 'Create the task "Ask {{name}} what is coming up" due in 7 days for the owner',
    orderByJSON: { columnName: 'name', isAscending: true },
  },
  {
    name: 'Tell the owner of a long placement',
    triggerID: Trigger.Event,
    eventID: 57,
    statusID: Paused,
    actionsJSON: [
      { type: 'notifyUser', params: { user: 'owner', message: 'A placement of more than six months has been approved.' } },
      {
        type: 'sendEmail',
        params: {
          target: 'candidate',
          subject: 'Welcome to {{clientName}}',
          body: 'Your placement has been approved. See you soon!',
          replyTo: 'owner',
        },
        onError: 'continue',
      },
    ],
    actionDetails:
      'Notify the owner: "A placement of more than six months has been approved."; send the e-mail "Welcome to {{clientName}}", on its candidate',
  },
  {
    name: 'Put the team under its head',
    triggerID: Trigger.Manual,
    eventID: 18,
    statusID: Active,
    filtersJSON: all(rule('id', 'in', [3, 4])),
    actionsJSON: [{ type: 'updateField', params: { field: 'reportsToID', value: 3 } }],
    actionDetails: 'Set Reports to ID to 3',
  },
];
