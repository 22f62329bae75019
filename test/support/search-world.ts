import type { EntityManager } from 'typeorm';
import type { TestApp } from './app';
import { fold } from './oracle/fold';
import { recordTypeNamed } from './record-types';
import { Dice } from './oracle/dice';

export const NOW = new Date('2026-11-20T02:00:00.000Z');
const DAY = 86_400_000;
/** Plus an hour, as the clock keeps running and no record may be at the boundary of a range. */
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY - DAY / 24);

export interface TagLink {
  recordID: number;
  tagID: number;
  sourceID: number;
  createdDate: Date;
}
interface Party {
  id: number;
  deleted: boolean;
  createdDate?: Date;
  updatedDate?: Date;
}
export interface JobRow extends Party {
  title: string | null;
  stageID: number | null;
  type: string | null;
  source: string | null;
  division: number | null;
  closeDate?: Date;
  consultantID1: number | null;
  consultantID2: number | null;
  consultantID3: number | null;
  consultantID4: number | null;
  consultantID5: number | null;
}
export interface Place {
  suburb: string | null;
  state: string | null;
  postcode: string | null;
  countryCode: string | null;
  latitude: number | null;
  longitude: number | null;
}
export interface SiteRow extends Place {
  id: number;
  clientID: number | null;
  deleted: boolean;
}
export interface ContactRow extends Party, Place {
  jobTitle: string | null;
  ownerID: number | null;
  ratingID: number | null;
  statusID: number | null;
  clientID: number | null;
  siteID: number | null;
  createdByID: number | null;
}
export interface PlacementRow extends Party {
  jobID: number;
  typeID: number | null;
}
export interface ActivityRow {
  id: number;
  category: number;
  typeID: number | null;
  assignedToID: number | null;
  dateCreated: Date;
  notes: string;
  deleted: boolean;
  contacts: number[];
}

/** The records on which searches are tested, in memory. */
export interface SearchWorld {
  users: { id: number; name: string }[];
  divisions: number[];
  tags: { id: number; tag: string; typeID: number }[];
  clients: { id: number; deleted: boolean }[];
  sites: SiteRow[];
  contacts: ContactRow[];
  contactDivisions: { recordID: number; divisionID: number }[];
  jobs: JobRow[];
  jobContacts: { jobID: number; contactID: number }[];
  jobTags: TagLink[];
  contactTags: TagLink[];
  placements: PlacementRow[];
  activities: ActivityRow[];
}

const TITLES = [
  'Senior Site Engineer',
  'Site engineer (night)',
  'Café Manager',
  'C++ Developer',
  'Registered Nurse',
  'Managing Director',
  'IT Support',
  null,
];
const PLACES: readonly Place[] = [
  { suburb: 'Sydney', state: 'NSW', postcode: '2000', countryCode: 'AU', latitude: -33.8688, longitude: 151.2093 },
  { suburb: 'sydney', state: 'nsw', postcode: '2000', countryCode: 'AU', latitude: null, longitude: null },
  { suburb: 'Parramatta', state: 'NSW', postcode: '2150', countryCode: 'AU', latitude: -33.815, longitude: 151.0011 },
  { suburb: 'Newcastle', state: 'NSW', postcode: '2300', countryCode: 'AU', latitude: -32.9283, longitude: 151.7817 },
  { suburb: 'Newcastle', state: null, postcode: 'NE1', countryCode: 'GB', latitude: 54.9783, longitude: -1.6178 },
  { suburb: 'Auckland', state: null, postcode: '1010', countryCode: 'NZ', latitude: -36.8485, longitude: 174.7633 },
  { suburb: 'Suva', state: null, postcode: null, countryCode: 'FJ', latitude: -18.1248, longitude: 178.4501 },
  { suburb: 'Nowhere', state: 'NSW', postcode: null, countryCode: 'AU', latitude: null, longitude: null },
  { suburb: null, state: null, postcode: null, countryCode: null, latitude: null, longitude: null },
];
const NOTES = ['Prefers induction in the morning', 'inducted; wants a résumé', 'No answer', ''];

export function makeWorld(dice = new Dice()): SearchWorld {
  const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
  const users = ['Administrator', 'Noah Sinclair', 'Zoë Ölund', 'noah sinclair', '3'].map((name, index) => ({ id: index + 1, name }));
  const user = (): number | null => dice.pick([...users.map(({ id }) => id), null]);
  const place = (coordinates: boolean): Place => {
    const found = dice.pick(PLACES);
    return coordinates ? found : { ...found, latitude: null, longitude: null };
  };
  const party = (id: number): Party => {
    const created = dice.roll(400);
    return { id, deleted: dice.roll(12) === 0, createdDate: daysAgo(created), updatedDate: daysAgo(dice.roll(created + 1)) };
  };
  const divisions = ids(4);
  const tags = [
    ['Leadership', 1],
    ['leadership', 2],
    ['Civil', 2],
    ['Do not call', 3],
    ['Göteborg', 4],
  ].map(([tag, typeID], index) => ({ id: index + 1, tag: String(tag), typeID: Number(typeID) }));
  const clients = ids(8).map((id) => ({ id, deleted: id === 8 }));
  const sites = ids(16).map((id) => ({ id, clientID: dice.pick(clients).id, deleted: id === 16, ...place(dice.roll(3) > 0) }));
  const contacts = ids(150).map((id): ContactRow => ({
    ...party(id),
    ...place(dice.roll(3) === 0),
    jobTitle: dice.pick(TITLES),
    ownerID: user(),
    ratingID: dice.pick([1, 2, 3, null]),
    statusID: dice.pick([1, 2, 3, null]),
    clientID: dice.pick([...clients.map((client) => client.id), null]),
    siteID: dice.pick([...sites.map((site) => site.id), null, null]),
    createdByID: user(),
  }));
  const jobs = ids(200).map((id): JobRow => ({
    ...party(id),
    title: dice.pick(TITLES),
    stageID: dice.pick([1, 2, 3, 4, 5, 6, 7, null]),
    type: dice.pick(['PERM', 'CONTRACT', 'TEMP', null]),
    source: dice.pick(['Referral', 'Job board', 'RÉFERRAL', null]),
    division: dice.pick([...divisions, null]),
    closeDate: dice.pick([daysAgo(dice.roll(100)), undefined]),
    consultantID1: user(),
    consultantID2: dice.pick([user(), null]),
    consultantID3: null,
    consultantID4: null,
    consultantID5: dice.pick([user(), null, null]),
  }));
  const jobIDs = jobs.map(({ id }) => id);
  const contactIDs = contacts.map(({ id }) => id);
  const links = (records: readonly number[]): TagLink[] =>
    records.flatMap((recordID) =>
      dice.some(tags, 3).map(({ id }) => ({ recordID, tagID: id, sourceID: 1 + dice.roll(4), createdDate: daysAgo(dice.roll(90)) })),
    );
  return {
    users,
    divisions,
    tags,
    clients,
    sites,
    contacts,
    jobs,
    contactDivisions: contactIDs.flatMap((recordID) => dice.some(divisions, 2).map((divisionID) => ({ recordID, divisionID }))),
    jobContacts: jobIDs.flatMap((jobID) => dice.some(contactIDs, 2).map((contactID) => ({ jobID, contactID }))),
    jobTags: links(jobIDs),
    contactTags: links(contactIDs),
    placements: ids(120).map((id) => ({ ...party(id), jobID: dice.pick(jobIDs), typeID: dice.pick([1, 2, 3, null]) })),
    activities: ids(900).map((id) => ({
      id,
      category: dice.pick([1, 3, 6, 7, 8]),
      typeID: dice.pick([1, 6, 7, 12, 14, null]),
      assignedToID: user(),
      dateCreated: daysAgo(dice.roll(300)),
      notes: dice.pick(NOTES),
      deleted: dice.roll(10) === 0,
      contacts: dice.some(contactIDs, 2),
    })),
  };
}

/** User 1 and division 1 exist from the start. */
const isNew = ({ id }: { id: number }): boolean => id !== 1;

/** Inserts the records into the database of a service without demo data. */
export async function storeSearchWorld({ app }: TestApp, world: SearchWorld): Promise<void> {
  const { Transactions } = await import('../../src/core/database/index.js');
  const { SYSTEM_CALLER } = await import('../../src/core/callers/index.js');
  const { insertRecords } = await import('../../src/core/records/index.js');
  const put = (em: EntityManager, name: string, rows: readonly object[]): Promise<void> => insertRecords(em, recordTypeNamed(name), rows);
  await app.get(Transactions, { strict: false }).write(SYSTEM_CALLER, async ({ em }) => {
    await put(
      em,
      'User',
      world.users.filter(isNew).map((user) => ({ ...user, isActive: true })),
    );
    await put(em, 'Division', world.divisions.map((id) => ({ id, name: `Division ${id}` })).filter(isNew));
    await put(em, 'Client', world.clients);
    await put(em, 'Site', world.sites);
    await put(em, 'Contact', world.contacts);
    await put(
      em,
      'Job',
      world.jobs.map((job) => ({ ...job, videoLink: '' })),
    );
    await put(em, 'Placement', world.placements);
    await put(em, 'Activity', world.activities);
    await put(
      em,
      'Tag',
      world.tags.map((tag) => ({ ...tag, folded: fold(tag.tag) })),
    );
    await put(
      em,
      'JobTag',
      world.jobTags.map((link, index) => ({ ...link, id: index + 1 })),
    );
    await put(
      em,
      'ContactTag',
      world.contactTags.map((link, index) => ({ ...link, id: index + 1 })),
    );
    for (const { recordID, divisionID } of world.contactDivisions)
      await em.query('INSERT INTO contact_division (recordID, divisionID) VALUES (?, ?)', [recordID, divisionID]);
    for (const { jobID, contactID } of world.jobContacts)
      await em.query('INSERT INTO job_contact (jobID, contactID) VALUES (?, ?)', [jobID, contactID]);
    for (const { id, contacts } of world.activities)
      for (const contact of contacts)
        await em.query("INSERT INTO activity_link (activityID, kind, recordID, isMain, isLinked) VALUES (?, 'Contact', ?, 0, 1)", [
          id,
          contact,
        ]);
  });
}

/** Inserts a saved search directly. */
export async function saveSearch(
  { app }: TestApp,
  name: 'JobSearch' | 'ContactSearch',
  search: { id: number; criteria: object; deleted?: boolean },
): Promise<void> {
  const { Transactions } = await import('../../src/core/database/index.js');
  const { SYSTEM_CALLER } = await import('../../src/core/callers/index.js');
  const { insertRecords } = await import('../../src/core/records/index.js');
  const record = { deleted: false, ...search, name: `Search ${search.id}`, criteria: JSON.stringify(search.criteria) };
  await app.get(Transactions, { strict: false }).write(SYSTEM_CALLER, ({ em }) => insertRecords(em, recordTypeNamed(name), [record]));
}

/** Newest created first, then the higher id. */
export const newestFirst = (one: { id: number; createdDate?: Date }, other: { id: number; createdDate?: Date }): number =>
  (other.createdDate?.getTime() ?? 0) - (one.createdDate?.getTime() ?? 0) || other.id - one.id;
