import type { Whereabouts } from '../../../src/core/time/zone-of-address';
import { insert, placeholders, type BenchDatabase, type Value } from '../../database';
import { insertChanges } from './changes';
import { folded, wordsOf, wordText } from './words';
import { USER_ID, momentOf, type ByHand, type HandRun, type Now } from './run';

/** A contact as far as templates and addresses need it. */
export interface Person {
  readonly id: number;
  readonly firstName: string | null;
  readonly email: string | null;
  readonly mobile_Standardised: string | null;
  readonly ownerID: number | null;
  readonly place: Whereabouts;
}

/** An activity to be added to a contact. */
export interface HandActivity {
  readonly contactID: number;
  readonly category: number;
  readonly statusID: number;
  readonly assignedToID: number;
  readonly notes: string;
  readonly activityDate: Now;
  readonly associatedData?: string;
}

const [NOTE, TASK] = [1, 2];
const [OPEN, COMPLETED] = [1, 2];
const NOTE_CREATED = 67;
const DAY_MS = 86_400_000;

export const createNoteByHand = (notes: (person: Person) => string): ByHand => ({
  batch: async (run, ids, now) => {
    const activities = (await peopleOf(run.store, ids)).map((person) => ({
      contactID: person.id,
      category: NOTE,
      statusID: COMPLETED,
      assignedToID: USER_ID,
      notes: notes(person),
      activityDate: now,
    }));
    await insertActivities(run, activities, now, [NOTE_CREATED]);
    await happened(run.store, ids, now, { counts: ['notesCount'], dates: ['lastActivityDate', 'lastNoteStatistic'] });
    return ids;
  },
});

/** For the owner of the contact. */
export const createTaskByHand = (notes: (person: Person) => string, dueInDays: number): ByHand => ({
  batch: async (run, ids, now) => {
    const due = momentOf(new Date(now.date.getTime() + dueInDays * DAY_MS));
    const activities = (await peopleOf(run.store, ids)).map((person) => ({
      contactID: person.id,
      category: TASK,
      statusID: OPEN,
      assignedToID: person.ownerID ?? USER_ID,
      notes: notes(person),
      activityDate: due,
    }));
    await insertActivities(run, activities, now, []);
    await run.store.run(
      `UPDATE contact_figure SET nextActivityDate = CASE WHEN nextActivityDate <= ? THEN nextActivityDate ELSE ? END WHERE id IN (${placeholders(ids)})`,
      [due.sql, due.sql, ...ids],
    );
    return ids;
  },
});

type Text = string | null;
type PersonRow = [number, Text, Text, Text, number | null, number | null, number | null, Text, Text];

/** In the order of the ids. */
export async function peopleOf(store: BenchDatabase, ids: readonly number[]): Promise<Person[]> {
  const found = await store.all(
    `SELECT id, firstName, email, mobile_Standardised, ownerID, latitude, longitude, state, countryCode FROM contact WHERE id IN (${placeholders(ids)})`,
    ids,
  );
  const people = new Map<number, Person>();
  for (const [id, firstName, email, mobile_Standardised, ownerID, latitude, longitude, state, countryCode] of found as PersonRow[])
    people.set(id, { id, firstName, email, mobile_Standardised, ownerID, place: { latitude, longitude, state, countryCode } });
  return ids.flatMap((id) => people.get(id) ?? []);
}

/** Figures of something that has just happened to contacts. */
export async function happened(
  store: BenchDatabase,
  ids: readonly number[],
  now: Now,
  { counts = [], dates }: { counts?: readonly string[]; dates: readonly string[] },
): Promise<void> {
  const set = [
    ...counts.map((name) => `${name} = ${name} + 1`),
    ...dates.map((name) => `${name} = CASE WHEN ${name} > ? THEN ${name} ELSE ? END`),
  ];
  await store.run(`UPDATE contact_figure SET ${set.join(', ')} WHERE id IN (${placeholders(ids)})`, [
    ...dates.flatMap(() => [now.sql, now.sql]),
    ...ids,
  ]);
}

const COLUMNS = [
  'typeID',
  'category',
  'assignedToID',
  'notes',
  'activityDate',
  'contactID',
  'statusID',
  'associatedData',
  'createdByID',
  'lastUpdatedByID',
  'dateCreated',
  'lastUpdatedDate',
  'version',
] as const;

/** The activities with their links, texts, words, stored responses and changes. */
export async function insertActivities(
  run: HandRun,
  activities: readonly HandActivity[],
  now: Now,
  events: readonly number[],
): Promise<void> {
  const { store } = run;
  const ids = await insertRows(store, activities, now);
  const numbered = activities.map((activity, index) => ({ ...activity, id: ids[index] ?? 0 }));
  await insert(
    store,
    'activity_link',
    ['activityID', 'kind', 'recordID', 'isMain'],
    numbered.map(({ id, contactID }) => [id, 'Contact', contactID, 1]),
  );
  await insert(
    store,
    'activity_text',
    ['id', 'notes', 'notesWords', 'associatedData'],
    numbered.map(({ id, notes, associatedData }) => [id, folded(notes), wordText(notes), associatedData?.toLowerCase() ?? null]),
  );
  await insert(
    store,
    'activity_notes_word',
    ['word', 'id'],
    numbered.flatMap(({ id, notes }) => [...new Set(wordsOf(notes))].map((word) => [word, id])),
  );
  await insert(
    store,
    'activity_response',
    ['id', 'version', 'text'],
    numbered.map((activity) => [activity.id, 1, responseOf(activity, now)]),
  );
  const changes = numbered.map((activity) => ({
    type: 'Activity',
    recordID: activity.id,
    action: 'created' as const,
    version: 1,
    events,
    fields: fieldsOf(activity, now),
    concerned: { Contact: [activity.contactID] },
  }));
  await insertChanges(run, changes, now);
}

/** @returns their ids: nobody else adds activities meanwhile */
async function insertRows(store: BenchDatabase, activities: readonly HandActivity[], now: Now): Promise<number[]> {
  const [[last] = []] = await store.all('SELECT MAX(id) FROM activity');
  const rows = activities.map((each): Value[] => [
    each.category,
    each.category,
    each.assignedToID,
    each.notes,
    each.activityDate.sql,
    each.contactID,
    each.statusID,
    each.associatedData ?? null,
    USER_ID,
    USER_ID,
    now.sql,
    now.sql,
    1,
  ]);
  await insert(store, 'activity', COLUMNS, rows);
  return (await store.all('SELECT id FROM activity WHERE id > ? ORDER BY id', [Number(last)])).map(([id]) => Number(id));
}

function responseOf(activity: HandActivity & { readonly id: number }, now: Now): string {
  const { id, category, assignedToID, notes, activityDate, contactID, statusID, associatedData = null } = activity;
  const json = JSON.stringify({
    id,
    parentID: 0,
    altId: null,
    typeID: category,
    category,
    assignedToID,
    notes,
    activityDate: activityDate.iso,
    activityEndDate: null,
    contactID,
    clientID: 0,
    candidateID: 0,
    jobID: 0,
    statusID,
    opportunityID: 0,
    entityId: 0,
    placementID: 0,
    duration: 0,
    associatedData,
    documentID: 0,
    createdByID: USER_ID,
    dateCreated: now.iso,
  });
  return json.slice(1, -1);
}

function fieldsOf({ category, assignedToID, notes, activityDate, contactID, statusID, associatedData }: HandActivity, now: Now): object {
  return {
    typeID: [null, category],
    category: [null, category],
    assignedToID: [null, assignedToID],
    notes: [null, notes],
    activityDate: [null, activityDate.iso],
    contactID: [null, contactID],
    statusID: [null, statusID],
    ...(associatedData === undefined ? {} : { associatedData: [null, associatedData] }),
    createdByID: [null, USER_ID],
    dateCreated: [null, now.iso],
  };
}
