import { eventOf, EVENTS } from '../src/automation/catalogue/events';
import { startApp, type TestApp } from './support/app';
import { all, Automations, idIn, rule, type Json, type AutomationInput } from './support/automations';
import { processedBy, setClock, waitUntilIdle, advanceTo } from './support/event-processing';
import { queryRows } from './support/database';
import { eventID } from './support/events';
import { apiClient, type Body } from './support/api-client';

/** A Wednesday, noon in Sydney. */
const NOW = '2027-03-10T01:00:00.000Z';
const DAY = 86_400_000;

let service: TestApp;
let automations: Automations;
/** The target for createNote by record type: the record itself or a related one. */
let notesGoTo: Map<string, string>;

const { createRecord, getRecord, listRecords, updateRecord, deleteRecord } = apiClient(() => service);

beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: NOW });
  automations = new Automations(service);
  interface Targets {
    recordTypes: { name: string; targets: { name: string; actions: string[] }[] }[];
  }
  const { modules } = await automations.get<{ modules: Targets[] }>('/api/Automation/Catalogue');
  const all = modules.flatMap(({ recordTypes }) => recordTypes);
  const goTo = (targets: { name: string; actions: string[] }[]) =>
    targets.filter(({ actions }) => actions.includes('createNote')).map(({ name }) => name);
  notesGoTo = new Map(all.map(({ name, targets }) => [name, ['self', 'candidate'].find((target) => goTo(targets).includes(target)) ?? '']));
});
afterEach(async () => {
  for (const { id } of await listRecords('Automation')) await deleteRecord(`Automation/${String(id)}`);
});
afterAll(() => service.close());

const created = async (path: string, body: Body = {}): Promise<number> => (await createRecord(path, body)).id;
const post = (path: string, body?: Body) => service.http.post(`/api/${path}`).send(body).expect(200);

const candidate = (body: Body = {}) => created('Candidates', { firstName: 'Ada', ...body });
const client = (body: Body = {}) => created('Clients', { name: 'Harbour', ...body });
const contact = async (body: Body = {}) => created('Contacts', { surname: 'Bennett', clientID: await client(), ...body });
const opportunity = async (body: Body = {}) =>
  created('Opportunities', { name: 'Tower', ...('clientID' in body ? {} : { clientID: await client() }), ...body });
const job = async (body: Body = {}) => created('Jobs', { title: 'Site Engineer', clientID: await client(), ...body });
const parties = async () => ({ jobID: await job({ candidatesRequired: 1 }), candidateID: await candidate() });
const application = async (body: Body = {}) => created('Applications', { ...(await parties()), ...body });
const interview = async (body: Body = {}) => created('Interviews', { ...(await parties()), startsAt: '2027-05-01T00:00:00Z', ...body });
const held = () => interview({ startsAt: '2027-03-09T00:00:00Z' });
const offer = async () => created('Offers', await parties());
const placement = async (body: Body = {}) => created('Placements', { ...(await parties()), startDate: '2027-06-01', ...body });
const timesheet = async (body: Body = {}) => created('Timesheets', { placementID: await placement({ statusID: 2 }), hours: 38, ...body });
const activity = async (body: Body) => created('Activities', { candidateID: await candidate(), notes: 'Discussed', ...body });
const draftAdvert = async () => {
  const jobID = await job();
  return { jobID, advertID: await created('JobAdverts', { jobID }) };
};

/** Raises the event and returns the id of its record. */
type Act = () => Promise<number>;
/** Creates what the event needs and returns the function that raises it. */
type Raise = () => Promise<Act>;
const whenMade =
  (make: () => Promise<number>): Raise =>
  () =>
    Promise.resolve(make);
const on =
  (make: () => Promise<number>, act: (id: number) => PromiseLike<unknown>): Raise =>
  async () => {
    const id = await make();
    return async () => {
      await act(id);
      return id;
    };
  };
const change = (make: () => Promise<number>, path: string, body: Body): Raise =>
  on(make, (id) => updateRecord(path.includes('{id}') ? path.replace('{id}', String(id)) : `${path}/${id}`, body));
const transition = (make: () => Promise<number>, path: string, action: string, body?: Body): Raise =>
  on(make, (id) => post(`${path}/${id}/${action}`, body));

const V2 = 'Candidates/{id}/V2';
const RAISED: Readonly<Record<string, Raise>> = {
  'Candidate created': whenMade(candidate),
  'Candidate updated': change(candidate, V2, { lastName: 'Byron' }),
  'Candidate status changed': change(candidate, V2, { profileStatusID: 2 }),
  'Job-seeking status changed': change(candidate, V2, { jobSeekingStatusID: 2 }),
  'Tag added to candidate': on(candidate, (id) => createRecord(`Candidates/${id}/Tags`, { tag: 'Leader' })),
  'Tag removed from candidate': on(
    async () => {
      const id = await candidate();
      await createRecord(`Candidates/${id}/Tags`, { tag: 'Leader', typeId: 1 });
      return id;
    },
    (id) => deleteRecord(`Candidates/${id}/Tags/Leader?typeId=1`),
  ),
  'Resume added or updated': on(candidate, (candidateID) => createRecord('Documents', { candidateID, typeID: 1, name: 'resume.pdf' })),
  'Candidate red-flagged': change(candidate, V2, { isRedFlagged: true }),
  'Candidate opted out': change(candidate, V2, { optOut: true }),
  'Candidates merged': on(candidate, async (id) => post(`Candidates/${id}/Merge`, { candidateIDs: [await candidate()] })),
  'Candidate deleted': on(candidate, (id) => deleteRecord(`Candidates/${id}`)),
  'Contact created': whenMade(contact),
  'Contact updated': change(contact, 'Contacts', { firstName: 'Olivia' }),
  'Contact status changed': change(contact, 'Contacts', { statusID: 2 }),
  'Tag added to contact': on(contact, (id) => createRecord(`Contacts/${id}/Tags`, { tag: 'Leader' })),
  'Tag removed from contact': on(
    async () => {
      const id = await contact();
      await createRecord(`Contacts/${id}/Tags`, { tag: 'Leader', typeId: 1 });
      return id;
    },
    (id) => deleteRecord(`Contacts/${id}/Tags/Leader?typeId=1`),
  ),
  'Contact opted out': change(contact, 'Contacts', { optOut: true }),
  'Client created': whenMade(client),
  'Client updated': change(client, 'Clients', { name: 'Harbour Group' }),
  'Client status changed': change(client, 'Clients', { statusID: 3 }),
  'Opportunity created': whenMade(opportunity),
  'Opportunity stage changed': change(opportunity, 'Opportunities', { stageID: 3 }),
  'Job created': whenMade(job),
  'Job updated': change(job, 'Jobs', { title: 'Foreman' }),
  'Job stage changed': change(job, 'Jobs', { stageID: 2 }),
  'Job filled': async () => {
    const { jobID, candidateID } = await parties();
    const placementID = await created('Placements', { jobID, candidateID, startDate: '2027-06-01' });
    return async () => {
      await post(`Placements/${placementID}/Approve`);
      return jobID;
    };
  },
  'Job closed': change(job, 'Jobs', { stageID: 6 }),
  'Job advert posted': async () => {
    const { jobID, advertID } = await draftAdvert();
    return async () => {
      await updateRecord(`JobAdverts/${advertID}`, { statusID: 2 });
      return jobID;
    };
  },
  'Job advert expired or withdrawn': async () => {
    const { jobID, advertID } = await draftAdvert();
    await updateRecord(`JobAdverts/${advertID}`, { statusID: 2 });
    return async () => {
      await updateRecord(`JobAdverts/${advertID}`, { statusID: 4 });
      return jobID;
    };
  },
  'AI matches ready for job': change(job, 'Jobs', { isAiMatchesReady: true }),
  'Application received': whenMade(application),
  'Application stage changed': change(application, 'Applications', { stageID: 2 }),
  'Candidate submitted to client': transition(application, 'Applications', 'Submit'),
  'Application rejected': transition(application, 'Applications', 'Reject'),
  'Interview scheduled': whenMade(interview),
  'Interview rescheduled or cancelled': change(interview, 'Interviews', { startsAt: '2027-05-02T00:00:00Z' }),
  'Interview feedback submitted': transition(held, 'Interviews', 'Feedback', { feedback: 'Convincing.' }),
  'Offer made': whenMade(offer),
  'Offer answered': transition(offer, 'Offers', 'Decline'),
  'Placement created': whenMade(placement),
  'Placement approved': transition(placement, 'Placements', 'Approve'),
  'Placement status changed': change(placement, 'Placements', { statusID: 5 }),
  'Placement ended': on(
    async () => {
      const id = await placement({ startDate: '2027-01-04' });
      await post(`Placements/${id}/Approve`);
      return id;
    },
    (id) => post(`Placements/${id}/End`),
  ),
  'Timesheet submitted': transition(timesheet, 'Timesheets', 'Submit'),
  'Timesheet approved': transition(() => timesheet({ statusID: 2 }), 'Timesheets', 'Approve'),
  'Timesheet rejected': transition(() => timesheet({ statusID: 2 }), 'Timesheets', 'Reject'),
  'Note added': whenMade(() => activity({ category: 1 })),
  'Meeting completed': transition(() => activity({ category: 6 }), 'Activities', 'Complete'),
};

/** Creates an automation that adds a note for an event. */
async function listening(eventID: number, input: AutomationInput = {}): Promise<{ id: number; notes: () => Promise<number> }> {
  const text = `Event ${eventID}`;
  const note = { type: 'createNote', params: { notes: text, target: notesGoTo.get(eventOf(eventID)?.recordType ?? '') } };
  const { id } = await automations.save({ triggerID: 1, eventID, actions: [note], ...input });
  const notes = async (): Promise<number> =>
    Number((await queryRows<Json>(service, 'SELECT COUNT(*) AS amount FROM activity WHERE notes = ?', [text]))[0]?.['amount']);
  return { id, notes };
}

const lastChange = async (): Promise<number> =>
  Number((await queryRows<Json>(service, 'SELECT MAX(id) AS id FROM record_change'))[0]?.['id']);

/** The records to which the event has happened since a change, caused by callers. */
async function happened(eventID: number, since: number): Promise<[unknown, unknown][]> {
  const changes = await queryRows<Json>(
    service,
    'SELECT type, recordID, events FROM record_change WHERE id > ? AND automationID IS NULL ORDER BY id',
    [since],
  );
  return changes
    .filter(({ events }) => (JSON.parse(String(events)) as number[]).includes(eventID))
    .map(({ type, recordID }) => [type, recordID]);
}

describe('The event catalogue', () => {
  it('has only events that these tests can raise', () => {
    const namesOf = (kind: string) => EVENTS.filter((event) => event.kind === kind).map(({ name }) => name);
    const idsOf = (kind: string) => EVENTS.filter((event) => event.kind === kind).map(({ id }) => String(id));
    expect(Object.keys(RAISED).toSorted()).toEqual(namesOf('C').toSorted());
    expect(Object.keys(DATES)).toEqual(idsOf('D'));
    expect(Object.keys(MATCHES)).toEqual(idsOf('M'));
  });
});

describe('An automation processes the record once on', () => {
  it.each(Object.entries(RAISED))('%s', async (name, raise) => {
    const eventNumber = eventID(name);
    const act = await raise();
    await waitUntilIdle(service);
    const automation = await listening(eventNumber);
    const since = await lastChange();
    const recordID = await act();
    await waitUntilIdle(service);
    expect(await happened(eventNumber, since)).toEqual([[eventOf(eventNumber)?.recordType, recordID]]);
    expect([await processedBy(service, automation.id), await automation.notes()]).toEqual([[recordID], 1]);
  });
});

const SYDNEY = 'Australia/Sydney';
const schedule = (amount: number, unit: string, at?: string) => ({
  timeZone: SYDNEY,
  offset: { amount, unit },
  ...(at === undefined ? {} : { at }),
});
const shifted = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY).toISOString();

interface Dated {
  /** Creates a record whose date is this number of days later. */
  readonly make: (days: number) => Promise<number>;
  readonly schedule: Json;
  /** When the event is due for a record that is 0 days later. */
  readonly due: string;
}
const withActivity =
  (owner: (body: Body) => Promise<number>, name: string, category: number, date: string, statusID: number) => async (days: number) => {
    const id = await owner({});
    await createRecord('Activities', { category, statusID, [name]: id, activityDate: shifted(date, days), notes: 'Discussed' });
    return id;
  };

const DATES: Readonly<Record<number, Dated>> = {
  12: {
    make: (days) => candidate({ availabilityDate: shifted('2027-03-15', days) }),
    schedule: schedule(2, 'day', '09:00'),
    due: '2027-03-12T22:00:00Z',
  },
  13: {
    make: (days) => candidate({ dateOfBirth: shifted('1990-03-14', days) }),
    schedule: schedule(0, 'day', '09:00'),
    due: '2027-03-13T22:00:00Z',
  },
  14: {
    make: async (days) => {
      const candidateID = await candidate();
      await createRecord('Documents', { candidateID, name: 'White card', expiryDate: shifted('2027-03-30', days) });
      return candidateID;
    },
    schedule: schedule(2, 'week', '08:30'),
    due: '2027-03-15T21:30:00Z',
  },
  15: {
    make: withActivity(candidate, 'candidateID', 3, '2027-03-04T05:00:00Z', 2),
    schedule: schedule(7, 'day'),
    due: '2027-03-11T05:00:00Z',
  },
  23: {
    make: withActivity(contact, 'contactID', 3, '2027-03-14T03:00:00Z', 1),
    schedule: schedule(1, 'hour'),
    due: '2027-03-14T02:00:00Z',
  },
  24: {
    make: withActivity(contact, 'contactID', 3, '2027-03-04T04:00:00Z', 2),
    schedule: schedule(1, 'week', '10:00'),
    due: '2027-03-10T23:00:00Z',
  },
  29: { make: withActivity(client, 'clientID', 1, '2027-02-04T04:00:00Z', 2), schedule: schedule(36, 'day'), due: '2027-03-12T04:00:00Z' },
  42: {
    make: (days) => job({ deadline: shifted('2027-03-20', days) }),
    schedule: schedule(1, 'week', '07:00'),
    due: '2027-03-12T20:00:00Z',
  },
  48: {
    make: async (days) => {
      await setClock(service, shifted(NOW, days));
      const id = await application();
      await setClock(service, NOW);
      return id;
    },
    schedule: schedule(5, 'day', '23:30'),
    due: '2027-03-15T12:30:00Z',
  },
  52: {
    make: (days) => interview({ startsAt: shifted('2027-03-15T05:00:00Z', days) }),
    schedule: schedule(2, 'hour'),
    due: '2027-03-15T03:00:00Z',
  },
  59: {
    make: (days) => placement({ startDate: shifted('2027-03-20', days) }),
    schedule: schedule(3, 'day', '09:00'),
    due: '2027-03-16T22:00:00Z',
  },
  // daylight saving time ends on the following day
  60: {
    make: (days) => placement({ startDate: '2027-01-01', endDate: shifted('2027-04-10', days) }),
    schedule: schedule(1, 'week', '09:00'),
    due: '2027-04-02T22:00:00Z',
  },
  66: {
    make: (days) => timesheet({ dueDate: shifted('2027-03-16', days) }),
    schedule: schedule(1, 'day', '10:00'),
    due: '2027-03-16T23:00:00Z',
  },
  68: {
    make: (days) => activity({ category: 2, statusID: 1, activityDate: shifted('2027-03-12T00:30:00Z', days) }),
    schedule: schedule(1, 'hour'),
    due: '2027-03-12T01:30:00Z',
  },
};
const dated = EVENTS.filter(({ kind }) => kind === 'D').map(({ id, name }) => [name, id] as const);
const after = (moment: string, seconds: number): string => new Date(Date.parse(moment) + seconds * 1000).toISOString();

describe('An automation processes the record once when its date is reached:', () => {
  beforeEach(() => setClock(service, NOW));

  /** Two records, the second three days later, and an automation for their dates. */
  async function waiting(eventID: number, input: AutomationInput = {}) {
    const { make, schedule: offset, due } = DATES[eventID]!;
    const [soon, later] = [await make(0), await make(3)];
    const { id } = await listening(eventID, { schedule: offset, filters: idIn(soon, later), ...input });
    await advanceTo(service, NOW);
    return { id, soon, later, due };
  }

  it.each(dated)('%s', async (_, eventID) => {
    const { id, soon, later, due } = await waiting(eventID);
    await advanceTo(service, after(due, -60));
    expect(await processedBy(service, id)).toEqual([]);
    await advanceTo(service, after(due, 1));
    expect(await processedBy(service, id)).toEqual([soon]);
    await advanceTo(service, after(due, 60));
    await advanceTo(service, shifted(due, 1));
    expect(await processedBy(service, id)).toEqual([soon]);
    await advanceTo(service, after(shifted(due, 3), 4000));
    expect(await processedBy(service, id)).toEqual([soon, later]);
  });

  it('catches up on dates that passed while the service was down', async () => {
    const { id, soon, later, due } = await waiting(12);
    service = await service.restart({ DEMO_DATA: 'false', CLOCK_START: shifted(due, 9) });
    automations = new Automations(service);
    await advanceTo(service, shifted(due, 9));
    expect(await processedBy(service, id)).toEqual([soon, later]);
  });

  it('includes a date between the activation and the first check', async () => {
    const { make, schedule: offset, due } = DATES[12]!;
    const soon = await make(0);
    await setClock(service, after(due, -60));
    const { id } = await listening(12, { schedule: offset, filters: idIn(soon) });
    await advanceTo(service, after(due, 60));
    expect(await processedBy(service, id)).toEqual([soon]);
  });

  it('moves from an excluded date to the next allowed one', async () => {
    const { id: excludedDateGroupID } = await createRecord('Automation/ExcludedDateGroups', {
      name: 'Closed',
      dates: ['2027-03-13', '2027-03-14'],
    });
    const { id, soon, due } = await waiting(12, { excludedDateGroupID });
    await advanceTo(service, after(due, 60));
    await advanceTo(service, '2027-03-14T12:59:00Z');
    expect(await processedBy(service, id)).toEqual([]);
    await advanceTo(service, '2027-03-14T13:00:01Z');
    expect(await processedBy(service, id)).toEqual([soon]);
  });

  it('ignores dates that pass during a pause', async () => {
    const { id, later, due } = await waiting(12);
    await updateRecord(`Automation/${id}`, { statusID: 2 });
    await advanceTo(service, after(due, 60));
    await updateRecord(`Automation/${id}`, { statusID: 1 });
    await advanceTo(service, shifted(due, 4));
    expect(await processedBy(service, id)).toEqual([later]);
  });

  it('counts from the creation of a record without activity', async () => {
    const id = await client();
    const automation = await listening(29, { schedule: schedule(2, 'day'), filters: idIn(id) });
    await advanceTo(service, NOW);
    await advanceTo(service, shifted(NOW, 1));
    expect(await processedBy(service, automation.id)).toEqual([]);
    await advanceTo(service, after(shifted(NOW, 2), 120));
    expect(await processedBy(service, automation.id)).toEqual([id]);
  });

  it('uses the time zone of the schedule', async () => {
    const soon = await DATES[12]!.make(0);
    const { id } = await listening(12, {
      schedule: { timeZone: 'America/New_York', offset: { amount: 2, unit: 'day' }, at: '09:00' },
      filters: idIn(soon),
    });
    await advanceTo(service, NOW);
    await advanceTo(service, '2027-03-13T13:59:00Z');
    expect(await processedBy(service, id)).toEqual([]);
    await advanceTo(service, '2027-03-13T14:00:01Z');
    expect(await processedBy(service, id)).toEqual([soon]);
  });

  it('celebrates birthdays yearly, those of 29 February on the 28th', async () => {
    const born = await candidate({ dateOfBirth: '1992-02-29' });
    const { id } = await listening(13, { schedule: schedule(0, 'day', '09:00'), filters: idIn(born) });
    await advanceTo(service, NOW);
    const looks = [
      ['2028-02-27T21:59:00Z', 0],
      ['2028-02-28T21:00:00Z', 0],
      ['2028-02-28T22:01:00Z', 1],
      ['2029-02-26T00:00:00Z', 1],
      ['2029-02-27T22:01:00Z', 2],
      ['2029-02-28T22:01:00Z', 2],
    ] as const;
    for (const [time, times] of looks) {
      await advanceTo(service, time);
      expect([time, await processedBy(service, id)]).toEqual([time, Array.from({ length: times }, () => born)]);
    }
  });
});

interface Matching {
  readonly make: (body?: Body) => Promise<number>;
  readonly path: string;
  readonly filters: Json;
  readonly comes: Body;
  readonly stays: Body;
  readonly leaves: Body;
}
const MATCHES: Readonly<Record<number, Matching>> = {
  16: {
    make: candidate,
    path: V2,
    filters: all(rule('suburb', '=', 'Perth')),
    comes: { suburb: 'Perth' },
    stays: { firstName: 'Eve' },
    leaves: { suburb: null },
  },
  25: {
    make: contact,
    path: 'Contacts',
    filters: all(rule('statusID', '=', 4)),
    comes: { statusID: 4 },
    stays: { firstName: 'Eve' },
    leaves: { statusID: 1 },
  },
  30: {
    make: client,
    path: 'Clients',
    filters: all(rule('statusID', 'in', [4, 5])),
    comes: { statusID: 5 },
    stays: { statusID: 4 },
    leaves: { statusID: 1 },
  },
  33: {
    make: opportunity,
    path: 'Opportunities',
    filters: all(rule('name', 'beginsWith', 'bridge')),
    comes: { name: 'Bridge north' },
    stays: { name: 'Bridge south' },
    leaves: { name: 'Tower' },
  },
  43: {
    make: job,
    path: 'Jobs',
    filters: all(rule('title', 'contains', 'crane')),
    comes: { title: 'Crane operator' },
    stays: { title: 'Crane driver' },
    leaves: { title: 'Rigger' },
  },
  49: {
    make: application,
    path: 'Applications',
    filters: all(rule('source', '=', 'Referral')),
    comes: { source: 'Referral' },
    stays: { stageID: 2 },
    leaves: { source: 'Board' },
  },
  62: {
    make: placement,
    path: 'Placements',
    filters: all(rule('hoursPerDay', '>', 9)),
    comes: { hoursPerDay: 10 },
    stays: { hoursPerDay: 11 },
    leaves: { hoursPerDay: 7.6 },
  },
};
const matching = EVENTS.filter(({ kind }) => kind === 'M').map(({ id, name }) => [name, id] as const);

describe('An automation processes the record once when it starts to match:', () => {
  it.each(matching)('%s', async (_, eventID) => {
    const { make, path, filters, comes, stays, leaves } = MATCHES[eventID]!;
    const put = async (id: number, body: Body) => {
      await updateRecord(path.includes('{id}') ? path.replace('{id}', String(id)) : `${path}/${id}`, body);
      await waitUntilIdle(service);
    };
    const [matched, one] = [await make(comes), await make(leaves)];
    const { id } = await listening(eventID, { filters });
    await put(matched, stays);
    expect(await processedBy(service, id)).toEqual([]);
    await put(one, comes);
    expect(await processedBy(service, id)).toEqual([one]);
    await put(one, stays);
    expect(await processedBy(service, id)).toEqual([one]);
    await put(one, leaves);
    expect(await processedBy(service, id)).toEqual([one]);
    await put(one, comes);
    expect(await processedBy(service, id)).toEqual([one, one]);
    const [another] = [await make(comes), await make(leaves)];
    await waitUntilIdle(service);
    expect(await processedBy(service, id)).toEqual([one, one, another]);
  });

  const some = (field: string, ...rules: Json[]): Json => all({ field, match: { mode: 'some' }, value: all(...rules) });
  it.each<[string, number, () => Promise<number>, Json, (id: number) => PromiseLike<unknown>]>([
    [
      'a candidate by a tag',
      16,
      candidate,
      some('tagList', rule('tagName', '=', 'rigger')),
      (id) => createRecord(`Candidates/${id}/Tags`, { tag: 'Rigger' }),
    ],
    [
      'a candidate by an application',
      16,
      candidate,
      some('applications', rule('stageID', '=', 1)),
      async (candidateID) => created('Applications', { candidateID, jobID: await job() }),
    ],
    [
      'a candidate by an interview',
      16,
      candidate,
      some('interviews', rule('statusID', '=', 1)),
      async (candidateID) => created('Interviews', { candidateID, jobID: await job() }),
    ],
    [
      'a candidate by a document',
      16,
      candidate,
      some('documents', rule('name', '=', 'licence')),
      (candidateID) => createRecord('Documents', { candidateID, name: 'Licence' }),
    ],
    [
      'a candidate by a count',
      16,
      candidate,
      all(rule('notesCount', '=', 2)),
      async (candidateID) => [
        await createRecord('Activities', { category: 1, candidateID }),
        await createRecord('Activities', { category: 1, candidateID }),
      ],
    ],
    ['a contact by an open job', 25, contact, all(rule('openJobs', '=', 1)), (contact1ID) => job({ contact1ID, clientID: null })],
    [
      'a contact by a meeting',
      25,
      contact,
      all(rule('lastMeetingDate', 'notNull')),
      (contactID) => createRecord('Activities', { category: 6, statusID: 2, contactID, activityDate: '2027-03-09' }),
    ],
    [
      'a contact by an opportunity',
      25,
      contact,
      some('opportunities', rule('name', '=', 'tunnel')),
      async (contactID) => opportunity({ name: 'Tunnel', contactID, clientID: (await getRecord(`Contacts/${contactID}`))['clientID'] }),
    ],
    [
      'a contact by the name of its client',
      25,
      contact,
      all(rule('clientName', '=', 'quay')),
      async (id) => updateRecord(`Clients/${String((await getRecord(`Contacts/${id}`))['clientID'])}`, { name: 'Quay' }),
    ],
    [
      'a contact by the jobs of its client',
      25,
      contact,
      some('client', some('jobs', rule('title', '=', 'welder'))),
      async (id) => job({ title: 'Welder', clientID: (await getRecord(`Contacts/${id}`))['clientID'] }),
    ],
    [
      'a client by a contact',
      30,
      client,
      some('contacts', rule('surname', '=', 'Quist')),
      (clientID) => contact({ clientID, surname: 'Quist' }),
    ],
    [
      'a client by an opportunity',
      30,
      client,
      some('opportunities', rule('name', '=', 'tunnel')),
      (clientID) => opportunity({ name: 'Tunnel', clientID }),
    ],
    ['a job by a live advert', 43, job, all(rule('liveAdverts', '>', 0)), (jobID) => createRecord('JobAdverts', { jobID, statusID: 2 })],
    [
      'a job by a placement',
      43,
      job,
      all(rule('candidatesFilled', '=', 1)),
      async (jobID) => post(`Placements/${await placement({ jobID })}/Approve`),
    ],
    [
      'an application by an interview',
      49,
      application,
      some('interviews', rule('statusID', '=', 1)),
      (applicationID) => createRecord('Interviews', { applicationID }),
    ],
    [
      'a client that an opportunity leaves for another',
      30,
      () => client({ name: 'Pier' }),
      all(rule('name', '=', 'pier'), { field: 'opportunities', match: { mode: 'none' }, value: all(rule('name', '=', 'bridge')) }),
      async (clientID) => {
        const id = await opportunity({ name: 'Bridge', clientID });
        await waitUntilIdle(service);
        await updateRecord(`Opportunities/${id}`, { clientID: await client() });
      },
    ],
    [
      'a placement by a timesheet',
      62,
      () => placement({ statusID: 2 }),
      some('timesheets', rule('hours', '>', 60)),
      (placementID) => timesheet({ placementID, hours: 61 }),
    ],
  ])('%s', async (_, eventID, make, filters, act) => {
    const id = await make();
    await waitUntilIdle(service);
    const automation = await listening(eventID, { filters });
    await act(id);
    await waitUntilIdle(service);
    expect(await processedBy(service, automation.id)).toEqual([id]);
  });
});
