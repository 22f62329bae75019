import { startApp, type TestApp } from './support/app';
import { addTag, all, Automations, EVERYONE, idIn, idsOf, rule, update, type Json, type Run, type Said } from './support/automations';

let service: TestApp;
let automations: Automations;
beforeAll(async () => {
  service = await startApp();
  automations = new Automations(service);
});
afterAll(() => service.close());

const EVENT_OF: Readonly<Record<string, number>> = {
  Candidate: 2,
  Contact: 18,
  Client: 27,
  Opportunity: 31,
  Job: 35,
  Application: 45,
  Interview: 50,
  Offer: 54,
  Placement: 56,
  Timesheet: 63,
  Activity: 67,
};
const about = (record: string, said: Said): Said => ({ eventID: EVENT_OF[record], ...said });
const contact = (id: number): Promise<Json> => automations.get(`/api/Contacts/${id}`);
const candidate = (id: number): Promise<Json> => automations.get(`/api/Candidates/${id}`);
const job = (id: number): Promise<Json> => automations.get(`/api/Jobs/${id}`);
/** Runs an action on one record. */
const actOn = (record: string, id: number, ...actions: object[]) => automations.run(about(record, { filters: idIn(id), actions }));
const oneOf = async (table: string, where: string): Promise<Json> => {
  const [found] = await automations.rows(`SELECT * FROM ${table} WHERE ${where} ORDER BY id LIMIT 1`);
  if (!found) throw new Error(`No ${table} ${where}`);
  return found;
};

describe('A run', () => {
  it('tells what it did to every record, and when it ran', async () => {
    const { automation, run, records } = await automations.run({
      name: 'Three',
      filters: idIn(3, 1, 2),
      actions: [addTag('Three'), update('state', 'VIC')],
      order: { columnName: 'id', isAscending: false },
    });
    expect(run).toMatchObject({
      automationId: automation.id,
      automationVersion: 1,
      trigger: 'manual',
      status: 'completed',
      matched: 3,
      excluded: 0,
      leftOut: 0,
      taken: 3,
      processed: 3,
      skipped: 0,
      failed: 0,
    });
    expect(new Date(run['queuedAt'] as string) <= new Date(run['startedAt'] as string)).toBe(true);
    expect(new Date(run['startedAt'] as string) <= new Date(run['finishedAt'] as string)).toBe(true);
    const actions = [
      { id: '1', type: 'addTag', outcome: 'done' },
      { id: '2', type: 'updateField', outcome: 'done' },
    ];
    expect(records).toEqual([3, 2, 1].map((recordId) => ({ recordId, module: 'Contacts', outcome: 'processed', actions })));
    expect((await automations.get<Json>(`/api/Automation/${automation.id}`))['lastRunDateUtc']).toBe(run['startedAt']);
  });

  it('takes the first ones in order, and says how many it left out', async () => {
    const order = [{ columnName: 'surname', isAscending: false }, { columnName: 'FIRSTNAME' }];
    const everyone = await automations.save({ filters: EVERYONE, order });
    const sorted = await automations.previewIds({ automationId: everyone.id });
    const { run, records } = await automations.run({ filters: EVERYONE, order, maxNumberOfRecordsToExecute: 7 });
    expect(idsOf(records)).toEqual(sorted.slice(0, 7));
    expect(run).toMatchObject({ matched: sorted.length, taken: 7, leftOut: sorted.length - 7, processed: 7 });
  });

  it.each<[string, Said]>([
    ['without a condition', {}],
    ['with an empty one', { filtersJSON: '{}' }],
    ['with an empty text', { filtersJSON: '' }],
    ['of a rule that waits for an event', { triggerID: 1, filtersJSON: null }],
  ])('%s takes nobody', async (_, said) => {
    const { run, records } = await automations.run({ ...said, actions: [addTag('Nobody')] });
    expect([run.status, run.matched, run.taken, records]).toEqual(['completed', 0, 0, []]);
  });

  it('of a paused automation is skipped', async () => {
    const { run, records } = await automations.run({ statusID: 2, filters: EVERYONE, actions: [addTag('Paused')] });
    expect(run).toMatchObject({ status: 'skipped', reason: 'paused', taken: 0 });
    expect([run['finishedAt'], records]).toEqual([run['queuedAt'], []]);
  });

  it('of an automation that was deleted meanwhile is skipped', async () => {
    const { id } = await automations.save({ filters: EVERYONE, actions: [addTag('Deleted')] });
    const path = await automations.inDatabase(async (em) => {
      await em.query('INSERT INTO automation_run (automationID, automationVersion, `trigger`, status, queuedAt) VALUES (?, 1, ?, ?, ?)', [
        id,
        'manual',
        'queued',
        '2026-01-01 00:00:00.000',
      ]);
      await em.query('UPDATE automation SET deleted = 1 WHERE id = ?', [id]);
      const [run] = await em.query<{ id: number }[]>('SELECT MAX(id) AS id FROM automation_run');
      return `/api/Automation/Runs/${run!.id}`;
    });
    await automations.run({});
    expect(await automations.end(path)).toMatchObject({ status: 'skipped', reason: 'deleted', taken: 0 });
  });

  it('of an automation that can no longer be run fails with the reason', async () => {
    const automation = await automations.save({ filters: EVERYONE });
    await automations.rows('UPDATE automation SET filtersJSON = ? WHERE id = ?', [
      '{"combinator":"and","rules":[{"field":"colour"}]}',
      automation.id,
    ]);
    const { run } = await automations.runAgain(automation);
    expect(run).toMatchObject({ status: 'failed', reason: expect.stringContaining('/filtersJSON#/rules/0/field') as string });
  });

  it('leaves out those whom the automation processed lately', async () => {
    const first = await automations.run({
      filters: idIn(5, 6, 7),
      actions: [addTag('Lately')],
      maxNumberOfRecordsToExecute: 2,
      excludeRecordsProcessedInDays: 2,
    });
    expect(first.run).toMatchObject({ matched: 3, excluded: 0, taken: 2, leftOut: 1 });
    const second = await automations.runAgain(first.automation);
    expect(second.run).toMatchObject({ matched: 3, excluded: 2, taken: 1, leftOut: 0 });
    expect(idsOf(second.records)).toEqual([7]);
    await automations.rows(
      "UPDATE automation_run_record SET finishedAt = '2020-01-01 00:00:00.000' WHERE automationID = ? AND recordID = 5",
      [first.automation.id],
    );
    expect(idsOf((await automations.runAgain(first.automation)).records)).toEqual([5]);
    expect((await automations.run({ filters: idIn(5, 6, 7), excludeRecordsProcessedInDays: 2147483647 })).run).toMatchObject({
      excluded: 0,
      taken: 3,
    });
  });

  it('does not count as processed whom it failed on', async () => {
    const actions = [update('reportsToID', 8)];
    const first = await automations.run({ filters: idIn(8), actions, excludeRecordsProcessedInDays: 30 });
    expect(first.run).toMatchObject({ failed: 1, processed: 0 });
    expect((await automations.runAgain(first.automation)).run).toMatchObject({ excluded: 0, taken: 1 });
  });

  it('skips whom the rule no longer matches when it is their turn', async () => {
    const [boss, report] = [11, 12];
    await actOn('Contact', report, update('reportsToID', boss));
    await automations.run({ filters: idIn(boss, report), actions: [update('photoName', 'same.jpg')] });
    const { run, records } = await automations.run({
      filters: all(rule('photoName', '=', 'same.jpg'), rule('id', 'in', [boss, report])),
      order: { columnName: 'id', isAscending: false },
      actions: [update('photoName', 'other.jpg', { target: 'reportsTo' })],
    });
    expect(run).toMatchObject({ matched: 2, taken: 2, processed: 1, skipped: 1 });
    expect(records[1]).toEqual({ recordId: boss, module: 'Contacts', outcome: 'skipped', reason: 'no longer matches', actions: [] });
  });

  it('acts with the name of the user whose rights it has', async () => {
    const { users } = await automations.inDatabase(async (em) => ({
      users: await em.query<{ id: number; name: string }[]>('SELECT id, name FROM `user` WHERE id = 3'),
    }));
    await automations.run(
      about('Candidate', { userId: 3, filters: idIn(9), actions: [{ type: 'createNote', params: { notes: 'By another' } }] }),
    );
    const [note] = await automations.get<Json[]>('/api/Candidates/9/Activities?category=1');
    expect(note).toMatchObject({ notes: 'By another', createdByID: 3, createdByName: users[0]!.name, lastUpdatedByID: 3 });
  });

  it('does nothing where it has no action, and still tells whom it took', async () => {
    const { run, records } = await automations.run({ filters: idIn(1) });
    expect([run.processed, records[0]?.actions]).toEqual([1, []]);
  });
});

describe('An action that fails', () => {
  const taken = async (): Promise<string> => (await candidate(2))['email1'] as string;
  const failing = async (onError?: string) => [
    addTag(`Before ${onError}`),
    update('email1', await taken(), {}, onError ? { onError } : {}),
    addTag(`After ${onError}`),
  ];

  it('undoes what was done to its record, and nothing else', async () => {
    const actions = await failing('stop');
    const { run, records } = await automations.run(
      about('Candidate', { filters: idIn(2, 3), actions, order: { columnName: 'id', isAscending: false } }),
    );
    expect(run).toMatchObject({ status: 'completed', processed: 1, failed: 1 });
    const reason = expect.stringMatching(/^The candidate 2 has the email1 .* already/) as string;
    expect(records[0]).toEqual({
      recordId: 3,
      module: 'Candidates',
      outcome: 'failed',
      reason,
      actions: [
        { id: '1', type: 'addTag', outcome: 'undone' },
        { id: '2', type: 'updateField', outcome: 'failed', detail: reason },
      ],
    });
    expect(records[1]).toMatchObject({
      recordId: 2,
      outcome: 'processed',
      actions: [{ outcome: 'done' }, { outcome: 'unchanged' }, { outcome: 'done' }],
    });
    expect(await automations.tagsOn('candidate', 3)).not.toContain('Before stop');
    expect(await automations.tagsOn('candidate', 2)).toEqual(expect.arrayContaining(['Before stop', 'After stop']));
  });

  it('links a candidate with one contact at the most', async () => {
    const linked = await automations.run({
      filters: idIn(11, 12),
      actions: [update('linkedCandidateID', 17)],
      order: { columnName: 'id' },
    });
    expect(linked.records.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['processed', undefined],
      ['failed', 'The candidate 17 is linked with the contact 11 already.'],
    ]);
  });

  it('stops unless it says otherwise', async () => {
    const { records } = await actOn('Candidate', 4, ...(await failing()));
    expect(records[0]).toMatchObject({ outcome: 'failed', actions: [{ outcome: 'undone' }, { outcome: 'failed' }] });
  });

  it('lets the others go on when told so', async () => {
    const { run, records } = await actOn('Candidate', 3, ...(await failing('continue')));
    expect(run).toMatchObject({ processed: 1, failed: 0 });
    expect(records[0]).toMatchObject({ outcome: 'processed', actions: [{ outcome: 'done' }, { outcome: 'failed' }, { outcome: 'done' }] });
    expect(await automations.tagsOn('candidate', 3)).toEqual(expect.arrayContaining(['Before continue', 'After continue']));
  });

  it.each<[string, string, object, RegExp]>([
    ['a contact that is to report to itself', 'Contact', update('reportsToID', 20), /reportsToID must be another contact/],
    [
      'a reference to a record that was deleted meanwhile',
      'Contact',
      update('clientID', 33),
      /clientID must be the id of a client that exists/,
    ],
    ['a job whose percentages go over 100', 'Job', update('consultantPercentage5', 99.5), /100 or less/],
    ['a record that refers to none', 'Contact', addTag('X', { target: 'linkedCandidate' }), /^This contact has no linkedCandidate\.$/],
  ])('fails for %s', async (_, record, action, detail) => {
    const { id } = await automations.save(about(record, { filters: idIn(20), actions: [action] }));
    await automations.rows('UPDATE client SET deleted = 1 WHERE id = 33');
    await automations.rows('UPDATE contact SET linkedCandidateID = NULL WHERE id = 20');
    await automations.rows('UPDATE job SET consultantPercentage1 = 50 WHERE id = 20');
    const { records } = await automations.runAgain({ id });
    await automations.rows('UPDATE client SET deleted = 0 WHERE id = 33');
    expect(records[0]).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(detail) as string });
  });

  it('fails for an activity that shows another record', async () => {
    const { id } = await oneOf('activity', 'category = 7 AND entityId <> 0');
    const { records } = await actOn('Activity', id as number, update('notes', 'Changed'));
    expect(records[0]).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/changes only with it/) as string });
  });

  it('by a mistake of the service says no more than that', async () => {
    const refusal =
      service.settings.database.kind === 'sqlite'
        ? "BEGIN SELECT RAISE(ABORT, 'inside'); END"
        : "FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'inside'";
    await automations.rows(`CREATE TRIGGER refusal BEFORE UPDATE ON timesheet ${refusal}`);
    const { run, records } = await actOn('Timesheet', 1, update('hours', 1.25));
    await automations.rows('DROP TRIGGER refusal');
    expect(run).toMatchObject({ status: 'completed', failed: 1 });
    expect(records[0]).toMatchObject({ outcome: 'failed', reason: 'an error of the service; see its log' });
  });

  it('does not reach a related record that was deleted', async () => {
    const { id, clientID } = await oneOf('contact', 'clientID IS NOT NULL AND deleted = 0');
    await automations.rows('UPDATE client SET deleted = 1 WHERE id = ?', [clientID]);
    const { records } = await actOn('Contact', id as number, update('industry', 'Fishing', { target: 'client' }));
    await automations.rows('UPDATE client SET deleted = 0 WHERE id = ?', [clientID]);
    expect(records[0]).toMatchObject({ outcome: 'failed', reason: 'This contact has no client.' });
  });
});

describe('Tags', () => {
  it('are put on once, under one name, as put on by an automation', async () => {
    const { records } = await actOn('Contact', 13, addTag('Ünïque  Täg'), addTag('unique tag'), addTag('Unique Tag', { typeId: 2 }));
    expect(records[0]?.actions.map(({ outcome }) => outcome)).toEqual(['done', 'unchanged', 'done']);
    const found = await automations.rows(
      'SELECT t.typeID AS typeID, l.sourceID AS sourceID, l.createdByID AS createdByID FROM contact_tag l JOIN tag t ON t.id = l.tagID WHERE l.recordID = 13 AND t.folded = ? ORDER BY t.typeID',
      ['unique tag'],
    );
    expect(found).toEqual([
      { typeID: 2, sourceID: 4, createdByID: 1 },
      { typeID: 4, sourceID: 4, createdByID: 1 },
    ]);
  });

  it('are taken off, of their type only', async () => {
    await actOn('Job', 13, addTag('Off', { typeId: 1 }), addTag('Off', { typeId: 3 }));
    const { records } = await actOn(
      'Job',
      13,
      { type: 'removeTag', params: { tag: 'OFF', typeId: 1 } },
      { type: 'removeTag', params: { tag: 'off', typeId: 1 } },
    );
    expect(records[0]?.actions.map(({ outcome }) => outcome)).toEqual(['done', 'unchanged']);
    expect((await automations.tagsOn('job', 13)).filter((tag) => tag === 'Off')).toEqual(['Off']);
  });

  it('show at once that there are any', async () => {
    const { id } = await oneOf('contact', 'deleted = 0 AND id NOT IN (SELECT recordID FROM contact_tag)');
    expect((await contact(id as number))['tags']).toBe(false);
    await actOn('Contact', id as number, addTag('First'));
    expect((await contact(id as number))['tags']).toBe(true);
    await actOn('Contact', id as number, { type: 'removeTag', params: { tag: 'first' } });
    expect((await contact(id as number))['tags']).toBe(false);
  });
});

describe('A field is updated', () => {
  const read: Readonly<Record<string, (id: number) => Promise<Json>>> = { Contact: contact, Candidate: candidate, Job: job };
  const LONG = 'x'.repeat(60_000);
  const shown = (value: unknown): string => JSON.stringify(value).slice(0, 40);
  it.each(
    (
      [
        ['Contact', 'jobTitle', 'Chief Engineer', 'Chief Engineer'],
        ['Contact', 'JOBTITLE', 'Chief', 'Chief'],
        ['Contact', 'email', 'new@example.com', 'new@example.com'],
        ['Contact', 'professionalNetworkUrl', 'https://example.com/x', 'https://example.com/x'],
        ['Contact', 'description', LONG, LONG],
        ['Contact', 'description', null, null],
        ['Contact', 'countryCode', 'NZ', 'NZ'],
        ['Contact', 'countryCode', '', null],
        ['Contact', 'statusID', 2, 2],
        ['Contact', 'statusID', 0, 0],
        ['Contact', 'siteID', null, 0],
        ['Contact', 'clientID', 4, 4],
        ['Contact', 'clientID', null, 0],
        ['Contact', 'optOut', true, true],
        ['Contact', 'customField1', 'Ω 🙂', 'Ω 🙂'],
        ['Contact', 'customField11', -0.1, -0.1],
        ['Contact', 'customField16', '2026-05-05T10:00:00.123+10:00', '2026-05-05T00:00:00.123Z'],
        ['Contact', 'customField16', null, undefined],
        ['Candidate', 'summary', '', ''],
        ['Candidate', 'weeksNotice', 3.5, 3.5],
        ['Candidate', 'dateOfBirth', '1990-02-28T23:30:00+10:00', '1990-02-28T00:00:00.000Z'],
        ['Candidate', 'dateOfBirth', null, undefined],
        ['Candidate', 'genderID', 2, 2],
        ['Candidate', 'customField60', 12, 12],
        ['Job', 'workAssignment', 3, 3],
        ['Job', 'candidatesRequired', 4, 4],
        ['Job', 'rateFrom', null, null],
        ['Job', 'type', 'TEMP', 'TEMP'],
        ['Job', 'contact2ID', 5, 5],
        ['Job', 'deadline', '2027-01-31', '2027-01-31T00:00:00.000Z'],
      ] as const
    ).map(([record, field, value, stored]) => [`${record} ${field} to ${shown(value)}`, record, field, value, stored] as const),
  )('%s', async (_, record, field, value, stored) => {
    const before = await read[record]!(14);
    const { records } = await actOn(record, 14, update(field, value));
    const after = await read[record]!(14);
    const name = Object.keys(after).find((each) => each.toLowerCase() === field.toLowerCase()) ?? field;
    expect(records[0]).toMatchObject({ outcome: 'processed', actions: [{ outcome: before[name] === stored ? 'unchanged' : 'done' }] });
    expect(after[name]).toEqual(stored);
  });

  it('with what follows from it on a contact', async () => {
    await actOn(
      'Contact',
      15,
      update('firstName', 'Żaneta'),
      update('surname', 'Bo'),
      update('countryCode', 'AU'),
      update('mobile', '0412 345 678'),
      update('suburb', 'Perth'),
      update('state', 'WA'),
    );
    expect(await contact(15)).toMatchObject({
      fullName: 'Żaneta Bo',
      mobile_Standardised: '+61412345678',
      location: 'Perth, WA, Australia',
      updatedByID: 1,
    });
    expect(await automations.previewIds({ filters: JSON.stringify(all(rule('fullName', '=', 'zaneta BO'))) })).toEqual([15]);
  });

  it('with what follows from it on a candidate', async () => {
    await actOn(
      'Candidate',
      15,
      update('firstName', 'Ann'),
      update('lastName', 'Lee'),
      update('preferredName', 'Annie'),
      update('isRedFlagged', true),
    );
    const flagged = await candidate(15);
    expect(flagged).toMatchObject({ fullName: 'Ann Lee', candidateDisplayName: 'Annie Lee', isRedFlagged: true });
    expect(flagged['redFlaggedDate']).toBeDefined();
  });

  it('with what follows from it on a job and its people', async () => {
    const { id, contact1ID } = await oneOf('job', 'deleted = 0 AND stageID = 1 AND contact1ID IS NOT NULL AND clientID IS NOT NULL');
    const open = async (): Promise<number> => Number((await contact(contact1ID as number))['openJobs']);
    const before = await open();
    await actOn('Job', id as number, update('stageID', 7));
    expect(await open()).toBe(before - 1);
    const closed = await job(id as number);
    expect(closed).toMatchObject({ stageName: 'Lost', statusName: 'Closed' });
    expect(closed['closeDate']).toBeDefined();
    await actOn('Job', id as number, update('stageID', 1), update('contact1ID', 0));
    expect(await open()).toBe(before - 1);
  });

  it('and the activity that shows an interview follows', async () => {
    const interview = await oneOf('interview', 'deleted = 0 AND statusID = 1 AND candidateID IS NOT NULL');
    await actOn(
      'Interview',
      interview['id'] as number,
      update('startsAt', '2027-03-01T01:00:00Z'),
      update('duration', 45),
      update('statusID', 4),
    );
    const shown = await automations.get<Json[]>(`/api/Candidates/${String(interview['candidateID'])}/Activities?category=7`);
    expect(shown.find(({ entityId }) => entityId === interview['id'])).toMatchObject({
      statusName: 'Cancelled',
      activityDate: '2027-03-01T01:00:00.000Z',
      activityEndDate: '2027-03-01T01:45:00.000Z',
      duration: 45,
    });
  });

  it('and a submission is shown from the moment that there is one', async () => {
    const application = await oneOf('application', 'deleted = 0 AND submittedDate IS NULL AND candidateID IS NOT NULL');
    const submissions = async (): Promise<Json[]> =>
      automations.get(`/api/Candidates/${String(application['candidateID'])}/Activities?category=8`);
    const before = await submissions();
    await actOn('Application', application['id'] as number, update('submittedDate', '2026-06-01T00:00:00Z'));
    const after = await submissions();
    expect(after).toHaveLength(before.length + 1);
    expect(after.find(({ entityId }) => entityId === application['id'])).toMatchObject({
      activityDate: '2026-06-01T00:00:00.000Z',
      jobID: application['jobID'],
    });
    await actOn('Application', application['id'] as number, update('submittedDate', null));
    expect(await submissions()).toEqual(before);
  });
});

describe('A note or task', () => {
  it('appears among the activities of its candidate, with the figures that follow', async () => {
    const before = await candidate(16);
    const notes = 'Call {{firstName}} {{ LASTNAME }} of {{countryName}}, notes so far: {{notesCount}}, rated {{ratingID}}, on {{website}}.';
    const { run } = await actOn('Candidate', 16, { type: 'createNote', params: { notes, typeID: 12 } });
    const [note] = await automations.get<Json[]>('/api/Candidates/16/Activities?category=1');
    const count = (record: Json): number =>
      (record['statisticsCounts'] as { type: string; value: number }[]).find(({ type }) => type === 'notes')!.value;
    const [{ ratingID }] = (await automations.rows('SELECT ratingID FROM candidate WHERE id = 16')) as [{ ratingID: number | null }];
    expect(note).toMatchObject({
      notes: `Call ${String(before['firstName'])} ${String(before['lastName'])} of ${String(before['countryName'])}, notes so far: ${count(before)}, rated ${ratingID ?? ''}, on ${String(before['website'])}.`,
      type: 'Reference check',
      statusName: 'Completed',
      candidateID: 16,
      createdByID: 1,
    });
    expect(new Date(note!['activityDate'] as string) >= new Date(run['startedAt'] as string)).toBe(true);
    const after = await candidate(16);
    expect(count(after)).toBe(count(before) + 1);
    expect((after['statisticsDates'] as Json[]).find(({ type }) => type === 'lastNote')).toEqual({
      type: 'lastNote',
      value: note!['activityDate'],
    });
  });

  it('moves the dates of its contact at once', async () => {
    const { id } = await oneOf(
      'contact',
      "deleted = 0 AND id > 20 AND id NOT IN (SELECT recordID FROM activity_link WHERE kind = 'Contact')",
    );
    expect(await contact(id as number)).not.toHaveProperty('lastActivityDate');
    await actOn(
      'Contact',
      id as number,
      { type: 'createNote', params: { notes: 'Hello' } },
      { type: 'createTask', params: { notes: 'Later', dueInDays: 5 } },
    );
    const { lastActivityDate, nextActivityDate } = await contact(id as number);
    expect(new Date(nextActivityDate as string).getTime() - new Date(lastActivityDate as string).getTime()).toBeGreaterThan(4 * 86_400_000);
  });

  it('falls due in the time zone of the rule, for whom it says', async () => {
    const { ownerID } = await oneOf('client', 'id = 17');
    const task = (params: Json): object => ({ type: 'createTask', params: { notes: 'Due', ...params } });
    const { run } = await automations.run(
      about('Client', {
        triggerID: 2,
        filters: idIn(17),
        schedule: { timeZone: 'America/New_York', schedule: { kind: 'daily', at: '09:00' } },
        actions: [task({ dueInDays: 150, dueAt: '09:30', assignedTo: 'owner' }), task({ dueInDays: 0, assignedTo: 4 }), task({})],
      }),
    );
    const tasks = await automations.rows(
      "SELECT activityDate, assignedToID, statusID, category FROM activity WHERE clientID = 17 AND notes = 'Due' ORDER BY id",
    );
    const due = tasks.map(({ activityDate }) => activityDate && new Date(activityDate as string));
    expect(tasks.map(({ assignedToID, statusID, category }) => [assignedToID, statusID, category])).toEqual([
      [ownerID, 1, 2],
      [4, 1, 2],
      [1, 1, 2],
    ]);
    expect(due[2]).toBeNull();
    expect(localTime(due[0] as Date, 'America/New_York')).toBe('09:30');
    expect(localDay(due[0] as Date, 'America/New_York') - localDay(new Date(run['startedAt'] as string), 'America/New_York')).toBe(150);
    expect(Math.abs((due[1] as Date).getTime() - new Date(run['startedAt'] as string).getTime())).toBeLessThan(600_000);
  });
});

const localTime = (moment: Date, timeZone: string): string =>
  moment.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
/** The number of the day on the calendar of a zone. */
const localDay = (moment: Date, timeZone: string): number => Date.parse(moment.toLocaleDateString('en-CA', { timeZone })) / 86_400_000;

describe('Every action of the catalogue', () => {
  interface Target {
    name: string;
    actions: string[];
  }
  interface RecordTypeShown {
    name: string;
    targets: Target[];
    fields: { name: string; type: string; writable: boolean; lookup?: string; refersTo?: string; nullable: boolean }[];
  }
  let types: RecordTypeShown[];
  beforeAll(async () => {
    const catalogue = await automations.get<{ modules: { recordTypes: RecordTypeShown[] }[] }>('/api/Automation/Catalogue');
    types = catalogue.modules.flatMap(({ recordTypes }) => recordTypes);
  });

  const PARAMS: Readonly<Record<string, Json>> = {
    addTag: { tag: 'Every' },
    removeTag: { tag: 'Every' },
    createNote: { notes: 'Every' },
    createTask: { notes: 'Every', dueInDays: 1, assignedTo: 'owner' },
    notifyUser: { user: 'owner', message: 'Every' },
    webhook: { url: 'https://127.0.0.1/hook' },
  };

  it.each(Object.keys(EVENT_OF))('works on a %s and on what it refers to', async (record) => {
    const { targets } = types.find(({ name }) => name === record)!;
    const actions = targets.flatMap(({ name, actions: possible }) =>
      possible
        .filter((type) => type in PARAMS)
        .map((type) => ({ id: `${type} ${name}`, type, params: { ...PARAMS[type], target: name }, onError: 'continue' })),
    );
    if (actions.length === 0) return;
    const { run, records } = await automations.run(about(record, { filters: EVERYONE, actions, maxNumberOfRecordsToExecute: 12 }));
    expect(run).toMatchObject({ status: 'completed', taken: 12, processed: 12 });
    const results = records.flatMap((each) => each.actions);
    expect(results.filter(({ outcome, detail }) => outcome === 'failed' && !/^This [a-z ]+ has no \w+\.$/.test(detail ?? ''))).toEqual([]);
    expect(new Set(results.filter(({ outcome }) => outcome === 'done').map(({ type }) => type))).toEqual(
      new Set(actions.map(({ type }) => type)),
    );
  });

  /** Which records of a type may be changed freely. */
  const CHANGEABLE: Readonly<Record<string, string>> = {
    Activity: 'deleted = 0 AND entityId = 0',
    Timesheet: 'deleted = 0 AND statusID = 1',
  };

  it.each(Object.keys(EVENT_OF))('writes the plain fields of a %s', async (record) => {
    const { fields } = types.find(({ name }) => name === record)!;
    const VALUES: Readonly<Record<string, unknown>> = { text: 'a@b.c', integer: 2, number: 1.5, date: '2027-05-05', boolean: true };
    const isPlain = ({ writable, name, lookup, refersTo }: RecordTypeShown['fields'][number]): boolean =>
      writable &&
      !lookup &&
      !refersTo &&
      !['deleted', 'type', 'countryCode', 'email1', 'associatedData'].includes(name) &&
      !name.startsWith('consultantPercentage');
    // ends before beginnings: at no moment may one be before the other
    const isEnd = ({ name }: { name: string }): number => Number(/end/i.test(name));
    const plain = fields.filter(isPlain).toSorted((one, other) => isEnd(other) - isEnd(one));
    const { id } = await oneOf(record.toLowerCase(), CHANGEABLE[record] ?? 'deleted = 0 AND id > 30');
    for (let from = 0; from < plain.length; from += 50) {
      const actions = plain.slice(from, from + 50).map(({ name, type }) => update(name, VALUES[type], {}, { id: name }));
      const { records } = await actOn(record, id as number, ...actions);
      expect(records[0]).toMatchObject({
        recordId: id,
        outcome: 'processed',
        actions: expect.not.arrayContaining([expect.objectContaining({ outcome: 'failed' })]),
      });
    }
    const written = await oneOf(record.toLowerCase(), `id = ${String(id)}`);
    expect(plain.filter(({ type, name }) => type === 'text' && written[name] !== 'a@b.c')).toEqual([]);
    expect(plain.filter(({ type, name }) => type === 'number' && written[name] !== 1.5)).toEqual([]);
  });
});

describe('Runs beside each other', () => {
  /** Enough for several units of work. */
  const MANY = all(rule('id', '<=', 90));
  const note = (notes: string): object => ({ type: 'createNote', params: { notes } });
  const notesSaying = async (notes: string): Promise<Json[]> =>
    automations.rows('SELECT contactID, COUNT(*) AS count FROM activity WHERE notes = ? GROUP BY contactID', [notes]);

  it('of one automation, asked for at once, do each record once where it is to be left out afterwards', async () => {
    const automation = await automations.save({ filters: MANY, actions: [note('Once in two runs')], excludeRecordsProcessedInDays: 1 });
    const paths = await Promise.all([automations.queue(automation.id), automations.queue(automation.id), automations.queue(automation.id)]);
    const runs = await Promise.all(paths.map((path) => automations.end(path)));
    const [first] = runs;
    expect(runs.reduce((sum, { processed }) => sum + processed, 0)).toBe(first!.matched);
    expect((await notesSaying('Once in two runs')).every(({ count }) => Number(count) === 1)).toBe(true);
  });

  it('let requests through while they go on', async () => {
    const { id } = await automations.save({ filters: EVERYONE, actions: [note('In the background'), addTag('In the background')] });
    const path = await automations.queue(id);
    let answered = 0;
    for (let run = await automations.get<Run>(path); run.status !== 'completed'; run = await automations.get<Run>(path)) answered += 1;
    expect(answered).toBeGreaterThan(0);
  });

  it('are worked off by two workers together, each record once', async () => {
    const { Runs } = await import('../src/automation/running/runs.service.js');
    const runs = service.app.get(Runs, { strict: false });
    const automation = await automations.save({ filters: MANY, actions: [note('Two workers'), addTag('Two workers')] });
    const id = await automations.queuedUnseen(automation.id);
    await Promise.all([runs.goOn(id, () => false), runs.goOn(id, () => false), runs.goOn(id, () => false)]);
    const { run, records } = await automations.ended(automation, `/api/Automation/Runs/${id}`);
    expect(run).toMatchObject({ status: 'completed', processed: run.taken, failed: 0, skipped: 0 });
    expect(run.taken).toBeGreaterThan(80);
    expect(new Set(idsOf(records)).size).toBe(run.taken);
    const notes = await notesSaying('Two workers');
    expect(notes.map(({ count }) => Number(count))).toEqual(Array.from({ length: run.taken }, () => 1));
  });

  it('of one automation process a record once, where that is asked', async () => {
    const { Runs } = await import('../src/automation/running/runs.service.js');
    const runs = service.app.get(Runs, { strict: false });
    const automation = await automations.save({
      filters: MANY,
      actions: [addTag('By one of them'), note('By one of them')],
      excludeRecordsProcessedInDays: 1,
    });
    const both = [await automations.queuedUnseen(automation.id), await automations.queuedUnseen(automation.id)];
    // both plan before either acts
    for (const id of both) {
      let steps = 0;
      await runs.goOn(id, () => ++steps > 1);
    }
    await Promise.all(both.map((id) => runs.goOn(id, () => false)));
    const ended = await Promise.all(both.map((id) => automations.ended(automation, `/api/Automation/Runs/${id}`)));
    const [one, other] = [ended[0]!.run, ended[1]!.run];
    expect(one.taken).toBe(other.taken);
    expect(one.processed + other.processed).toBe(one.taken);
    expect(
      new Set(ended.flatMap(({ records }) => records.filter(({ outcome }) => outcome === 'skipped').map(({ reason }) => reason))),
    ).toEqual(new Set(['processed meanwhile']));
    expect((await notesSaying('By one of them')).map(({ count }) => Number(count))).toEqual(Array.from({ length: one.taken }, () => 1));
  });

  it('and changes by callers lose nothing of each other', async () => {
    const automation = await automations.save(
      about('Candidate', { filters: MANY, actions: [update('customField1', 'by the run'), addTag('Contended')] }),
    );
    const path = await automations.queue(automation.id);
    const changes = Array.from({ length: 40 }, (_, index) =>
      service.http
        .put(`/api/Candidates/${index + 1}/V2`)
        .send({ customField2: 'by a caller' })
        .expect(200),
    );
    await Promise.all(changes);
    expect(await automations.end(path)).toMatchObject({ status: 'completed', failed: 0 });
    const kept = await automations.rows(
      "SELECT COUNT(*) AS count FROM candidate WHERE id <= 40 AND customField2 = 'by a caller' AND (customField1 = 'by the run' OR deleted = 1)",
    );
    expect(Number(kept[0]!['count'])).toBe(40);
  });

  it('that have failed are not gone on with', async () => {
    const { Runs } = await import('../src/automation/running/runs.service.js');
    const runs = service.app.get(Runs, { strict: false });
    const automation = await automations.save({ filters: MANY, actions: [note('Failed before')] });
    const id = await automations.queuedUnseen(automation.id);
    let steps = 0;
    await runs.goOn(id, () => ++steps > 2);
    await runs.fail(id, 'enough');
    await runs.goOn(id, () => false);
    const run = await automations.end(`/api/Automation/Runs/${id}`);
    // those that it had not come to have failed with it, and can be tried again
    expect(run).toMatchObject({ status: 'failed', reason: 'enough', skipped: 0, failed: run.taken - run.processed });
    expect([run.processed > 0, run.processed < run.taken]).toEqual([true, true]);
    expect(await notesSaying('Failed before')).toHaveLength(run.processed);
  });

  it('go on after a restart, each record once', async () => {
    const automation = await automations.save({ filters: MANY, actions: [note('Before and after'), addTag('Before and after')] });
    const path = await automations.queue(automation.id);
    while ((await automations.records(path)).filter(({ outcome }) => outcome === 'processed').length === 0) continue;
    service = await service.restart();
    automations = new Automations(service);
    const { run, records } = await automations.ended(automation, path);
    expect(run).toMatchObject({ status: 'completed', processed: run.taken });
    expect(records.every(({ outcome }) => outcome === 'processed')).toBe(true);
    const notes = await notesSaying('Before and after');
    expect(notes.map(({ count }) => Number(count))).toEqual(Array.from({ length: run.taken }, () => 1));
  });
});

describe('The history of runs', () => {
  it('is read page by page, the newest first', async () => {
    const automation = await automations.save({ filters: idIn(1, 2, 3) });
    const runs = [];
    for (let times = 0; times < 3; times++) runs.push((await automations.runAgain(automation)).run);
    const first = await service.http.get(`/api/Automation/${automation.id}/Runs?limit=2`).expect(200);
    expect(first.body).toEqual([runs[2], runs[1]]);
    expect(first.headers['x-total-count']).toBe('3');
    const next = await service.http.get(nextOf(first.headers)).expect(200);
    expect(next.body).toEqual([runs[0]]);
    expect(next.headers).not.toHaveProperty('link');
  });

  it('tells of the records page by page, in the order of the run', async () => {
    const { run, records } = await automations.run({ filters: idIn(1, 2, 3, 4, 5), order: { columnName: 'id', isAscending: false } });
    const first = await service.http.get(`/api/Automation/Runs/${run.id}/Records?limit=3`).expect(200);
    const next = await service.http.get(nextOf(first.headers)).expect(200);
    expect([...(first.body as object[]), ...(next.body as object[])]).toEqual(records);
    expect([first.headers['x-total-count'], next.headers['link']]).toEqual(['5', undefined]);
  });

  it.each(['/api/Automation/Runs/999999', '/api/Automation/Runs/999999/Records', '/api/Automation/999999/Runs'])(
    'does not know %s',
    async (path) => {
      const { body } = await service.http.get(path).expect(404);
      expect(body).toMatchObject({ status: 404, detail: expect.stringContaining('999999') as string });
    },
  );

  it('runs nothing for an automation that is not there', async () =>
    void (await service.http.post('/api/Automation/999999/Runs').expect(404)));

  const nextOf = (headers: unknown): string => /<([^>]+)>/.exec(String((headers as Json)['link']))![1]!;
});

describe('After all these runs', () => {
  it('every figure is what it would be if it were computed afresh', async () => {
    const { allRecordTypes } = await import('../src/fields/record-type.js');
    const { keptFigures } = await import('../src/database/side-tables.js');
    const { refreshFigures } = await import('../src/records/index.js');
    for (const type of allRecordTypes().filter((each) => keptFigures(each).length > 0)) {
      const figures = (): Promise<Json[]> => automations.rows(`SELECT * FROM ${type.table}_figure ORDER BY id`);
      const before = await figures();
      await automations.inDatabase((em) => refreshFigures(em, type, 'all'));
      const after = await figures();
      expect(
        before.flatMap((row, index) =>
          Object.keys(row)
            .filter((name) => String(row[name]) !== String(after[index]![name]))
            .map((name) => `${type.name} ${String(row['id'])} ${name}`),
        ),
      ).toEqual([]);
    }
  });
});
