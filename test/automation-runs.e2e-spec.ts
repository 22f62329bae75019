import { startApp, type TestApp } from './support/app';
import {
  addTag,
  all,
  Automations,
  any,
  EVERYONE,
  idIn,
  recordIdsOf,
  rule,
  update,
  type Json,
  type Run,
  type AutomationInput,
} from './support/automations';
import { allRecordTypes } from './support/record-types';

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
const about = (record: string, input: AutomationInput): AutomationInput => ({ eventID: EVENT_OF[record], ...input });
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
  it('reports what it did to every record, and when', async () => {
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

  it('is served at its former address too, which says that it will be gone', async () => {
    const [now, before] = await Promise.all(
      ['AutomationRuns/1', 'Automation/Runs/1'].map((path) => service.http.get(`/api/${path}`).expect(200)),
    );
    expect(before?.text).toBe(now?.text);
    expect(before?.headers).toMatchObject({
      deprecation: '@1795564800',
      sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
      link: '</api/AutomationRuns/1>; rel="successor-version"',
    });
    expect(now?.headers).not.toHaveProperty('deprecation');
    const { headers } = await service.http.get('/api/Automation/Runs/1/Records?limit=1').expect(200);
    expect(headers['link']).toMatch(/^<\/api\/AutomationRuns\/1\/Records>; rel="successor-version", <.*>; rel="next"$/);
    await service.http.delete('/api/automation/runs/1').expect(405);
    await service.http.get('/api/Automation/Runs/999999').expect(404);
  });

  it('processes the first records in order and reports how many it left out', async () => {
    const order = [{ columnName: 'surname', isAscending: false }, { columnName: 'FIRSTNAME' }];
    const everyone = await automations.save({ filters: EVERYONE, order });
    const sorted = await automations.previewIds({ automationId: everyone.id });
    const { run, records } = await automations.run({ filters: EVERYONE, order, maxNumberOfRecordsToExecute: 7 });
    expect(recordIdsOf(records)).toEqual(sorted.slice(0, 7));
    expect(run).toMatchObject({ matched: sorted.length, taken: 7, leftOut: sorted.length - 7, processed: 7 });
  });

  it.each<[string, AutomationInput]>([
    ['without a condition', {}],
    ['with an empty condition', { filtersJSON: '{}' }],
    ['with an empty string as its condition', { filtersJSON: '' }],
    ['of an event automation', { triggerID: 1, filtersJSON: null }],
  ])('%s processes no records', async (_, input) => {
    const { run, records } = await automations.run({ ...input, actions: [addTag('Nobody')] });
    expect([run.status, run.matched, run.taken, records]).toEqual(['completed', 0, 0, []]);
  });

  it('is skipped for a paused automation', async () => {
    const { run, records } = await automations.run({ statusID: 2, filters: EVERYONE, actions: [addTag('Paused')] });
    expect(run).toMatchObject({ status: 'skipped', reason: 'paused', taken: 0 });
    expect([run['finishedAt'], records]).toEqual([run['queuedAt'], []]);
  });

  it('is skipped when its automation has been deleted meanwhile', async () => {
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
      return `/api/AutomationRuns/${run!.id}`;
    });
    await automations.run({});
    expect(await automations.waitForRun(path)).toMatchObject({ status: 'skipped', reason: 'deleted', taken: 0 });
  });

  it('fails with a reason when its automation has become invalid', async () => {
    const automation = await automations.save({ filters: EVERYONE });
    await automations.rows('UPDATE automation SET filtersJSON = ? WHERE id = ?', [
      '{"combinator":"and","rules":[{"field":"colour"}]}',
      automation.id,
    ]);
    const { run } = await automations.runAgain(automation);
    expect(run).toMatchObject({ status: 'failed', reason: expect.stringContaining('/filtersJSON#/rules/0/field') as string });
  });

  it('excludes recently processed records', async () => {
    const first = await automations.run({
      filters: idIn(5, 6, 7),
      actions: [addTag('Lately')],
      maxNumberOfRecordsToExecute: 2,
      excludeRecordsProcessedInDays: 2,
    });
    expect(first.run).toMatchObject({ matched: 3, excluded: 0, taken: 2, leftOut: 1 });
    const second = await automations.runAgain(first.automation);
    expect(second.run).toMatchObject({ matched: 3, excluded: 2, taken: 1, leftOut: 0 });
    expect(recordIdsOf(second.records)).toEqual([7]);
    await automations.rows(
      "UPDATE automation_run_record SET finishedAt = '2020-01-01 00:00:00.000' WHERE automationID = ? AND recordID = 5",
      [first.automation.id],
    );
    expect(recordIdsOf((await automations.runAgain(first.automation)).records)).toEqual([5]);
    expect((await automations.run({ filters: idIn(5, 6, 7), excludeRecordsProcessedInDays: 2147483647 })).run).toMatchObject({
      excluded: 0,
      taken: 3,
    });
  });

  it('does not count failed records as processed', async () => {
    const actions = [update('reportsToID', 8)];
    const first = await automations.run({ filters: idIn(8), actions, excludeRecordsProcessedInDays: 30 });
    expect(first.run).toMatchObject({ failed: 1, processed: 0 });
    expect((await automations.runAgain(first.automation)).run).toMatchObject({ excluded: 0, taken: 1 });
  });

  it('skips records that no longer match when it is their turn', async () => {
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

  it('acts as the user of the automation', async () => {
    const { users } = await automations.inDatabase(async (em) => ({
      users: await em.query<{ id: number; name: string }[]>('SELECT id, name FROM `user` WHERE id = 3'),
    }));
    await automations.run(
      about('Candidate', { userId: 3, filters: idIn(9), actions: [{ type: 'createNote', params: { notes: 'By another' } }] }),
    );
    const [note] = await automations.get<Json[]>('/api/Candidates/9/Activities?category=1');
    expect(note).toMatchObject({ notes: 'By another', createdByID: 3, createdByName: users[0]!.name, lastUpdatedByID: 3 });
  });

  it('lists its records even without actions', async () => {
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

  it('undoes the other actions on its record, and nothing else', async () => {
    const actions = await failing('stop');
    const { run, records } = await automations.run(
      about('Candidate', { filters: idIn(2, 3), actions, order: { columnName: 'id', isAscending: false } }),
    );
    expect(run).toMatchObject({ status: 'completed', processed: 1, failed: 1 });
    const reason = expect.stringMatching(/^Candidate 2 already has the email1 /) as string;
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

  it('rejects a second contact for a candidate', async () => {
    const linked = await automations.run({
      filters: idIn(11, 12),
      actions: [update('linkedCandidateID', 17)],
      order: { columnName: 'id' },
    });
    expect(linked.records.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['processed', undefined],
      ['failed', 'Candidate 17 is already linked with contact 11.'],
    ]);
  });

  it('stops by default', async () => {
    const { records } = await actOn('Candidate', 4, ...(await failing()));
    expect(records[0]).toMatchObject({ outcome: 'failed', actions: [{ outcome: 'undone' }, { outcome: 'failed' }] });
  });

  it('lets the other actions continue with onError continue', async () => {
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
      /clientID must be the id of an existing client/,
    ],
    ['a job whose percentages go over 100', 'Job', update('consultantPercentage5', 99.5), /100 or less/],
    ['a record that refers to none', 'Contact', addTag('X', { target: 'linkedCandidate' }), /^This contact has no linkedCandidate\.$/],
  ])('fails for %s', async (_, record, action, detail) => {
    const { id } = await automations.save(about(record, { filters: idIn(20), actions: [action] }));
    await automations.rows('UPDATE client SET deleted = 1 WHERE id = 33');
    await automations.rows('UPDATE contact SET linkedCandidateID = NULL WHERE id = 20');
    await automations.rows('UPDATE job SET consultantPercentage1 = 50, consultantID5 = 1 WHERE id = 20');
    const { records } = await automations.runAgain({ id });
    await automations.rows('UPDATE client SET deleted = 0 WHERE id = 33');
    expect(records[0]).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(detail) as string });
  });

  it('fails for an activity that mirrors another record', async () => {
    const { id } = await oneOf('activity', 'category = 7 AND entityId <> 0');
    const { records } = await actOn('Activity', id as number, update('notes', 'Changed'));
    expect(records[0]).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/change that record instead/) as string });
  });

  it('reports an internal error without details', async () => {
    const refusal =
      service.settings.database.kind === 'sqlite'
        ? "BEGIN SELECT RAISE(ABORT, 'inside'); END"
        : "FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'inside'";
    await automations.rows(`CREATE TRIGGER refusal BEFORE UPDATE ON timesheet ${refusal}`);
    const { run, records } = await actOn('Timesheet', 1, update('comments', 'By hand'));
    await automations.rows('DROP TRIGGER refusal');
    expect(run).toMatchObject({ status: 'completed', failed: 1 });
    expect(records[0]).toMatchObject({ outcome: 'failed', reason: 'internal error; see the service log' });
  });

  it('does not change a deleted related record', async () => {
    const { id, clientID } = await oneOf('contact', 'clientID IS NOT NULL AND deleted = 0');
    await automations.rows('UPDATE client SET deleted = 1 WHERE id = ?', [clientID]);
    const { records } = await actOn('Contact', id as number, update('industry', 'Fishing', { target: 'client' }));
    await automations.rows('UPDATE client SET deleted = 0 WHERE id = ?', [clientID]);
    expect(records[0]).toMatchObject({ outcome: 'failed', reason: 'This contact has no client.' });
  });
});

describe('Tags', () => {
  it('are added once, under one name, with the source automation', async () => {
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

  it('are removed only for the given type', async () => {
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

  it('update the tags flag at once', async () => {
    const { id } = await oneOf('contact', 'deleted = 0 AND id NOT IN (SELECT recordID FROM contact_tag)');
    expect((await contact(id as number))['tags']).toBe(false);
    await actOn('Contact', id as number, addTag('First'));
    expect((await contact(id as number))['tags']).toBe(true);
    await actOn('Contact', id as number, { type: 'removeTag', params: { tag: 'first' } });
    expect((await contact(id as number))['tags']).toBe(false);
  });
});

describe('updateField', () => {
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
        ['Job', 'contact2ID', 56, 56],
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

  it('updates derived fields of a contact', async () => {
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

  it('updates derived fields of a candidate', async () => {
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

  it('updates derived fields of a job and its contacts', async () => {
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

  it('updates the activity that mirrors an interview', async () => {
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

  it('adds the activity of a submission once there is one', async () => {
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

describe('createNote and createTask', () => {
  it('adds an activity of the candidate and updates its figures', async () => {
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

  it('updates the dates of its contact at once', async () => {
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

  it('sets the due date in the time zone of the automation, and the assignee', async () => {
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
    webhook: { url: 'https://hooks.invalid/hook' },
  };

  it.each(Object.keys(EVENT_OF))('works on a %s and its related records', async (record) => {
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
    Activity: 'deleted = 0 AND entityId = 0 AND statusID = 1',
    Interview: 'deleted = 0 AND statusID = 1',
    Placement: 'deleted = 0 AND statusID = 1 AND payRate = 0 AND onCosts = 0',
    Timesheet: 'deleted = 0 AND statusID = 1',
  };

  it.each(Object.keys(EVENT_OF))('writes the writable fields of a %s', async (record) => {
    const { fields } = types.find(({ name }) => name === record)!;
    const VALUES: Readonly<Record<string, unknown>> = {
      text: 'a@b.c',
      integer: 2,
      number: 1.5,
      date: '2027-05-05',
      boolean: true,
      dateOfBirth: '1990-05-05',
      // an event of the past
      submittedDate: '2026-05-05',
    };
    const isPlain = ({ writable, name, lookup, refersTo }: RecordTypeShown['fields'][number]): boolean =>
      writable &&
      !lookup &&
      !refersTo &&
      !['deleted', 'type', 'countryCode', 'email1', 'associatedData'].includes(name) &&
      !name.startsWith('consultantPercentage') &&
      // with which the same charge rate brings less than the same pay rate costs
      !(record === 'Placement' && name === 'onCosts') &&
      // which follow from the lines of a timesheet, and from its placement
      !(record === 'Timesheet' && ['hours', 'periodStart', 'periodEnd'].includes(name));
    // ends before starts, so that no end is ever before its start
    const isEnd = ({ name }: { name: string }): number => Number(/end/i.test(name));
    const plain = fields.filter(isPlain).toSorted((one, other) => isEnd(other) - isEnd(one));
    const { id } = await oneOf(record.toLowerCase(), CHANGEABLE[record] ?? 'deleted = 0 AND id > 30');
    for (let from = 0; from < plain.length; from += 50) {
      const actions = plain.slice(from, from + 50).map(({ name, type }) => update(name, VALUES[name] ?? VALUES[type], {}, { id: name }));
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

describe('Concurrent runs', () => {
  /** Enough for several transactions. */
  const MANY = all(rule('id', '<=', 90));
  /** Contacts in as many transactions although notes are created together: one by one, since the condition is about other contacts. */
  const ONE_BY_ONE = any(MANY, { field: 'reportsTo', match: { mode: 'some' }, value: all(rule('id', '=', -1)) });
  const note = (notes: string): object => ({ type: 'createNote', params: { notes } });
  const notesSaying = async (notes: string): Promise<Json[]> =>
    automations.rows('SELECT contactID, COUNT(*) AS count FROM activity WHERE notes = ? GROUP BY contactID', [notes]);

  it('of one automation process each record once when processed records are excluded', async () => {
    const automation = await automations.save({
      filters: ONE_BY_ONE,
      actions: [note('Once in two runs')],
      excludeRecordsProcessedInDays: 1,
    });
    const paths = await Promise.all([automations.queue(automation.id), automations.queue(automation.id), automations.queue(automation.id)]);
    const runs = await Promise.all(paths.map((path) => automations.waitForRun(path)));
    const [first] = runs;
    expect(runs.reduce((sum, { processed }) => sum + processed, 0)).toBe(first!.matched);
    expect((await notesSaying('Once in two runs')).every(({ count }) => Number(count) === 1)).toBe(true);
  });

  it('do not block requests', async () => {
    const { id } = await automations.save({ filters: ONE_BY_ONE, actions: [note('In the background'), addTag('In the background')] });
    const path = await automations.queue(id);
    let answered = 0;
    for (let run = await automations.get<Run>(path); run.status !== 'completed'; run = await automations.get<Run>(path)) answered += 1;
    expect(answered).toBeGreaterThan(0);
  });

  it('share two workers and process each record once', async () => {
    const { RunExecutor } = await import('../src/automation/running/run-executor.service.js');
    const runs = service.app.get(RunExecutor, { strict: false });
    const automation = await automations.save({ filters: ONE_BY_ONE, actions: [note('Two workers'), addTag('Two workers')] });
    const id = await automations.insertQueuedRun(automation.id);
    await Promise.all([runs.execute(id, () => false), runs.execute(id, () => false), runs.execute(id, () => false)]);
    const { run, records } = await automations.waitForResult(automation, `/api/AutomationRuns/${id}`);
    expect(run).toMatchObject({ status: 'completed', processed: run.taken, failed: 0, skipped: 0 });
    expect(run.taken).toBeGreaterThan(80);
    expect(new Set(recordIdsOf(records)).size).toBe(run.taken);
    const notes = await notesSaying('Two workers');
    expect(notes.map(({ count }) => Number(count))).toEqual(Array.from({ length: run.taken }, () => 1));
  });

  it('and concurrent updates by callers do not lose changes', async () => {
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
    expect(await automations.waitForRun(path)).toMatchObject({ status: 'completed', failed: 0 });
    const kept = await automations.rows(
      "SELECT COUNT(*) AS count FROM candidate WHERE id <= 40 AND customField2 = 'by a caller' AND (customField1 = 'by the run' OR deleted = 1)",
    );
    expect(Number(kept[0]!['count'])).toBe(40);
  });

  it('that have failed are not continued', async () => {
    const { RunExecutor } = await import('../src/automation/running/run-executor.service.js');
    const runs = service.app.get(RunExecutor, { strict: false });
    const automation = await automations.save({ filters: ONE_BY_ONE, actions: [note('Failed before')] });
    const id = await automations.insertQueuedRun(automation.id);
    let steps = 0;
    await runs.execute(id, () => ++steps > 2);
    await runs.fail(id, 'enough');
    await runs.execute(id, () => false);
    const run = await automations.waitForRun(`/api/AutomationRuns/${id}`);
    // records not yet reached have failed with the run and can be retried
    expect(run).toMatchObject({ status: 'failed', reason: 'enough', skipped: 0, failed: run.taken - run.processed });
    expect([run.processed > 0, run.processed < run.taken]).toEqual([true, true]);
    expect(await notesSaying('Failed before')).toHaveLength(run.processed);
  });

  it('continue after a restart, each record once', async () => {
    const automation = await automations.save({ filters: ONE_BY_ONE, actions: [note('Before and after'), addTag('Before and after')] });
    const path = await automations.queue(automation.id);
    while ((await automations.records(path)).filter(({ outcome }) => outcome === 'processed').length === 0) continue;
    service = await service.restart();
    automations = new Automations(service);
    const { run, records } = await automations.waitForResult(automation, path);
    expect(run).toMatchObject({ status: 'completed', processed: run.taken });
    expect(records.every(({ outcome }) => outcome === 'processed')).toBe(true);
    const notes = await notesSaying('Before and after');
    expect(notes.map(({ count }) => Number(count))).toEqual(Array.from({ length: run.taken }, () => 1));
  });
});

describe('The history of runs', () => {
  it('is paged, newest first', async () => {
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

  it('pages through the records in run order', async () => {
    const { run, records } = await automations.run({ filters: idIn(1, 2, 3, 4, 5), order: { columnName: 'id', isAscending: false } });
    const first = await service.http.get(`/api/AutomationRuns/${run.id}/Records?limit=3`).expect(200);
    const next = await service.http.get(nextOf(first.headers)).expect(200);
    expect([...(first.body as object[]), ...(next.body as object[])]).toEqual(records);
    expect([first.headers['x-total-count'], next.headers['link']]).toEqual(['5', undefined]);
  });

  it.each(['/api/AutomationRuns/999999', '/api/AutomationRuns/999999/Records', '/api/Automation/999999/Runs'])(
    'returns 404 for %s',
    async (path) => {
      const { body } = await service.http.get(path).expect(404);
      expect(body).toMatchObject({ status: 404, detail: expect.stringContaining('999999') as string });
    },
  );

  it('returns 404 for a run of an unknown automation', async () =>
    void (await service.http.post('/api/Automation/999999/Runs').expect(404)));

  const nextOf = (headers: unknown): string => /<([^>]+)>/.exec(String((headers as Json)['link']))![1]!;
});

describe('After all these runs', () => {
  it('every figure equals its recomputed value', async () => {
    const { storedFigures } = await import('../src/core/records/side-tables.js');
    const { refreshFigures } = await import('../src/core/records/index.js');
    for (const type of allRecordTypes().filter((each) => storedFigures(each).length > 0)) {
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
