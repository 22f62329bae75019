import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import { addTag, Automations, idIn, type Json, type RunRecord } from './support/automations';
import { seedRecord } from './support/database';

/** A Friday, 13:00 in Sydney. */
const NOW = '2026-11-20T02:00:00.000Z';

let service: TestApp;
let automations: Automations;
beforeAll(async () => {
  service = await startApp({ CLOCK_START: NOW, MESSAGES_PER_PERSON_PER_DAY: '2' });
  automations = new Automations(service);
});
afterAll(() => service.close());

interface Sent extends Json {
  kind: string;
  to: string;
  subject: string | null;
  body: string;
  aboutType: string;
  aboutId: number;
  personType: string | null;
  personId: number | null;
  replyTo: string | null;
}

const EVENT: Readonly<Record<string, number>> = {
  Candidate: 2,
  Contact: 18,
  Client: 27,
  Job: 35,
  Application: 45,
  Placement: 57,
  Activity: 67,
  Timesheet: 63,
};
const run = (record: string, id: number, ...actions: object[]) =>
  automations.run({ name: 'The rule', eventID: EVENT[record], filters: idIn(id), actions });
const result = async (record: string, id: number, ...actions: object[]): Promise<RunRecord> =>
  (await run(record, id, ...actions)).records[0]!;
const outcomes = ({ actions }: RunRecord): string[] => actions.map(({ outcome }) => outcome);
const email = (params: Json = {}, more: Json = {}) => ({
  type: 'sendEmail',
  params: { subject: 'News', body: 'Hello', ...params },
  ...more,
});
const sms = (params: Json = {}, more: Json = {}) => ({ type: 'sendSms', params: { text: 'Hello', ...params }, ...more });
const sentBy = async (runID: number): Promise<Sent[]> => {
  const listed = await automations.get<{ id: string }[]>(`/api/Deliveries?runId=${runID}`);
  return Promise.all(listed.map(({ id }) => automations.get<Sent>(`/api/Deliveries/${id}`)));
};
let people = 0;
/** Of somebody else each time. */
const ownMobile = (): string => `+6140000${String((people += 1)).padStart(4, '0')}`;
const candidate = (more: Json = {}): Promise<number> =>
  seedRecord(service, 'Candidate', {
    firstName: 'Zoë',
    lastName: 'Quinn',
    email1: `zoe${(people += 1)}@example.com`,
    mobile_Standardised: ownMobile(),
    version: 1,
    ...more,
  });
const contact = (more: Json = {}): Promise<number> =>
  seedRecord(service, 'Contact', {
    firstName: 'Yan',
    surname: 'Li',
    email: `yan${(people += 1)}@example.com`,
    mobile_Standardised: ownMobile(),
    version: 1,
    ...more,
  });
const read = (path: string): Promise<Json> => automations.get<Json>(path);

describe('changeStatus', () => {
  it.each([
    ['Candidates', 'Candidate', 'profileStatusID'],
    ['Contacts', 'Contact', 'statusID'],
    ['Clients', 'Client', 'statusID'],
    ['Jobs', 'Job', 'stageID'],
  ])('of one of the %s', async (path, record, field) => {
    const at = `/api/${path}/${path === 'Candidates' ? '12' : '12'}`;
    const statusID = (await read(at))[field] === 2 ? 4 : 2;
    const { records } = await run(
      record,
      12,
      { type: 'changeStatus', params: { statusID } },
      { type: 'changeStatus', params: { statusID } },
    );
    expect(outcomes(records[0]!)).toEqual(['done', 'unchanged']);
    expect((await read(at))[field]).toBe(statusID);
  });

  it('fails for a forbidden transition and names the allowed ones', async () => {
    const id = await seedRecord(service, 'Application', { jobID: 1, candidateID: 3, stageID: 9, version: 1 });
    const { outcome, reason, actions } = await result('Application', id, { type: 'changeStatus', params: { statusID: 7 } });
    expect([outcome, actions]).toEqual(['failed', [{ id: '1', type: 'changeStatus', outcome: 'failed', detail: reason }]]);
    expect(reason).toMatch(/placement|stage|Placed/i);
  });

  it('raises the event of the change', async () => {
    const id = await contact({ statusID: 1 });
    await run('Contact', id, { type: 'changeStatus', params: { statusID: 2 } });
    const [change] = await automations.rows(
      "SELECT events, fields FROM record_change WHERE type = 'Contact' AND recordID = ? ORDER BY id DESC",
      [id],
    );
    expect(JSON.parse(change!['events'] as string)).toEqual(expect.arrayContaining([18, 19]));
    expect(JSON.parse(change!['fields'] as string)).toMatchObject({ statusID: [1, 2] });
  });
});

describe('assignOwner', () => {
  it.each([
    ['Contact', 'contact', 'ownerID'],
    ['Candidate', 'candidate', 'ownerID'],
    ['Client', 'client', 'ownerID'],
    ['Job', 'job', 'consultantID1'],
    ['Placement', 'placement', 'ownerID'],
  ])('to a %s: a user, or the rule’s own', async (record, table, column) => {
    const owner = async () => Number((await automations.rows(`SELECT ${column} AS owner FROM ${table} WHERE id = 14`))[0]!['owner']);
    expect(outcomes(await result(record, 14, { type: 'assignOwner', params: { ownerID: 5 } }))).toHaveLength(1);
    expect(await owner()).toBe(5);
    expect(
      outcomes(
        await result(record, 14, { type: 'assignOwner', params: { ownerID: 'me' } }, { type: 'assignOwner', params: { ownerID: 1 } }),
      ),
    ).toEqual(['done', 'unchanged']);
    expect(await owner()).toBe(1);
  });
});

describe('addToSavedList', () => {
  it('adds a record once, and a related record', async () => {
    const listID = await seedRecord(service, 'SavedList', { name: 'To call', type: 'Client', version: 1 });
    const put = { type: 'addToSavedList', params: { listID, target: 'client' } };
    const { records } = await run('Contact', 9, put, put);
    expect(outcomes(records[0]!)).toEqual(['done', 'unchanged']);
    const { clientID } = await read('/api/Contacts/9');
    expect(await automations.get(`/api/Lists/${listID}/Records`)).toMatchObject([{ id: clientID }]);
  });

  it('fails the record with a reason when the list has been deleted', async () => {
    const listID = await seedRecord(service, 'SavedList', { name: 'Gone', type: 'Contact', version: 1 });
    const automation = await automations.save({ filters: idIn(9), actions: [{ type: 'addToSavedList', params: { listID } }] });
    await service.http.delete(`/api/Lists/${listID}`).expect(204);
    const { records } = await automations.runAgain(automation);
    expect(records[0]).toMatchObject({ outcome: 'failed', reason: `The list ${listID} is deleted: restore it before changing it.` });
  });
});

describe('sendEmail', () => {
  it('sends to the person, fills in placeholders, and logs an activity', async () => {
    const id = await candidate({ website: 'https://example.com/\n\nX-Evil: 1' });
    const { records, run: ran } = await run(
      'Candidate',
      id,
      email({ subject: 'For {{firstName}} {{website}}', body: 'Dear {{firstName}} {{lastName}},\nwelcome.', replyTo: 'me' }),
    );
    expect(records[0]).toMatchObject({ outcome: 'processed', actions: [{ outcome: 'done' }] });
    const sent = await sentBy(ran.id);
    const about = {
      aboutType: 'Candidate',
      aboutId: id,
      personType: 'Candidate',
      personId: id,
      automationId: ran['automationId'],
      runId: ran.id,
      createdByID: 1,
    };
    const { email: replyTo } = await read('/api/Users/1');
    expect(sent).toEqual([
      expect.objectContaining({
        kind: 'email',
        to: expect.stringMatching(/^zoe\d+@example\.com$/) as string,
        subject: 'For Zoë https://example.com/ X-Evil: 1',
        body: 'Dear Zoë Quinn,\nwelcome.',
        replyTo,
        ...about,
      }),
    ]);
    const activities = await automations.get<Json[]>(`/api/Candidates/${id}/Activities?category=0`);
    expect(activities).toEqual([
      expect.objectContaining({
        category: 4,
        typeID: 4,
        statusName: 'Completed',
        notes: 'For Zoë https://example.com/ X-Evil: 1\n\nDear Zoë Quinn,\nwelcome.',
        associatedData: JSON.stringify({ deliveryId: sent[0]!['id'] }),
      }),
    ]);
  });

  it.each([
    ['Contact', 'contactID', 'contact'],
    ['Client', 'clientID', 'client'],
  ])('goes to a %s', async (record, field, of) => {
    const id = await seedRecord(service, record, {
      email: `${of}@example.com`,
      version: 1,
      ...(record === 'Client' ? { name: 'Acme' } : {}),
    });
    const { run: ran } = await run(record, id, email());
    expect(await sentBy(ran.id)).toMatchObject([{ to: `${of}@example.com`, replyTo: null, personType: record, personId: id }]);
    expect(await automations.rows(`SELECT category FROM activity WHERE ${field} = ?`, [id])).toEqual([{ category: 4 }]);
  });

  it('sends to a related person, about the record', async () => {
    const candidateID = await candidate();
    const id = await seedRecord(service, 'Application', { jobID: 1, candidateID, stageID: 1, version: 1 });
    const { run: ran } = await run('Application', id, email({ target: 'candidate', subject: 'Application {{id}}' }));
    expect(await sentBy(ran.id)).toMatchObject([
      {
        to: expect.stringMatching(/^zoe\d+@example\.com$/) as string,
        subject: `Application ${id}`,
        aboutType: 'Application',
        aboutId: id,
        personType: 'Candidate',
        personId: candidateID,
      },
    ]);
  });

  it('fails for a person without an address and undoes earlier actions', async () => {
    const id = await contact({ email: null });
    expect(await result('Contact', id, addTag('Reached'), email())).toMatchObject({
      outcome: 'failed',
      reason: `The contact ${id} has no e-mail address.`,
      actions: [{ outcome: 'undone' }, { outcome: 'failed' }],
    });
    expect(await automations.tagsOn('contact', id)).toEqual([]);
  });

  it('does not send when a later action fails', async () => {
    const id = await contact({ mobile_Standardised: null });
    const { records, run: ran } = await run('Contact', id, email(), sms());
    expect(records[0]).toMatchObject({ outcome: 'failed', reason: `The contact ${id} has no mobile number that can be called.` });
    expect(await sentBy(ran.id)).toEqual([]);
    expect(await automations.rows('SELECT id FROM activity WHERE contactID = ?', [id])).toEqual([]);
  });
});

describe('sendSms', () => {
  it('sends to the mobile number and logs an activity', async () => {
    const id = await contact();
    const { run: ran } = await run('Contact', id, sms({ text: 'Hi {{firstName}}' }));
    expect(await sentBy(ran.id)).toMatchObject([
      {
        kind: 'sms',
        to: expect.stringMatching(/^\+6140000\d{4}$/) as string,
        subject: null,
        body: 'Hi Yan',
        personType: 'Contact',
        personId: id,
      },
    ]);
    expect(await automations.rows('SELECT category, typeID, notes FROM activity WHERE contactID = ?', [id])).toEqual([
      { category: 5, typeID: 5, notes: 'Hi Yan' },
    ]);
  });
});

describe('A person who opted out', () => {
  it('is skipped by a run that would message them', async () => {
    const [willing, unwilling] = [await contact(), await contact({ optOut: true })];
    const { run: ran, records } = await automations.run({ filters: idIn(willing, unwilling), actions: [email()] });
    expect([ran.excluded, records.map(({ recordId }) => recordId)]).toEqual([1, [willing]]);
  });

  it('gets no message as a related person: the action is skipped, the others are performed', async () => {
    const candidateID = await candidate({ optOut: true });
    const id = await seedRecord(service, 'Application', { jobID: 1, candidateID, stageID: 1, version: 1 });
    const { records, run: ran } = await run('Application', id, email({ target: 'candidate' }), addTag('Asked', { target: 'candidate' }));
    expect(records[0]).toMatchObject({
      outcome: 'processed',
      actions: [{ outcome: 'skipped', detail: `The candidate ${candidateID} has opted out of messages.` }, { outcome: 'done' }],
    });
    expect(await sentBy(ran.id)).toEqual([]);
  });

  it('skips the record when there is no other action', async () => {
    const candidateID = await candidate({ optOut: true });
    const id = await seedRecord(service, 'Application', { jobID: 1, candidateID, stageID: 1, version: 1 });
    const { records, run: ran } = await run(
      'Application',
      id,
      email({ target: 'candidate' }, { retry: { attempts: 3 } }),
      sms({ target: 'candidate' }),
    );
    expect(records[0]).toMatchObject({ outcome: 'skipped', reason: `The candidate ${candidateID} has opted out of messages.` });
    expect(ran).toMatchObject({ processed: 0, skipped: 1, failed: 0 });
  });
});

describe('The daily message limit per person', () => {
  it('applies across all automations', async () => {
    const id = await contact();
    expect(outcomes(await result('Contact', id, email(), sms()))).toEqual(['done', 'done']);
    expect(await result('Contact', id, email(), addTag('Enough'))).toMatchObject({
      outcome: 'processed',
      actions: [
        { outcome: 'skipped', detail: `The contact ${id} has already been sent 2 messages today (daily limit: 2).` },
        { outcome: 'done' },
      ],
    });
  });

  it('holds for concurrent runs', async () => {
    const { RunExecutor } = await import('../src/automation/running/run-executor.service.js');
    const runs = service.app.get(RunExecutor, { strict: false });
    const people = await Promise.all(Array.from({ length: 40 }, () => contact()));
    const queued: number[] = [];
    for (let run = 0; run < 3; run++)
      queued.push(await automations.insertQueuedRun((await automations.save({ filters: idIn(...people), actions: [email()] })).id));
    await Promise.all(queued.map((id) => runs.execute(id, () => false)));
    const sent = await automations.rows(
      `SELECT personID, COUNT(*) AS count FROM delivery WHERE personType = 'Contact' AND personID IN (${people.join(', ')}) GROUP BY personID`,
    );
    expect(sent.map(({ count }) => Number(count))).toEqual(people.map(() => 2));
  });

  it('resets at midnight in the time zone of the firm', async () => {
    const id = await contact();
    const sent = (createdDate: string) =>
      automations.rows(
        "INSERT INTO delivery (publicID, kind, state, recipient, body, personType, personID, byID, attempts, createdDate) VALUES (?, 'email', 'sent', 'x@y.z', 'x', 'Contact', ?, 1, 1, ?)",
        [`${id} ${createdDate}`, id, createdDate],
      );
    await sent('2026-11-19 12:59:59.999');
    await sent('2026-11-19 13:00:00.000');
    expect(outcomes(await result('Contact', id, email(), email()))).toEqual(['done', 'skipped']);
  });

  it('resets at that midnight although the messages of an automation are sent by another clock', async () => {
    const id = await contact();
    // in Sydney, where the firm is, yesterday; in New York today
    await automations.rows(
      "INSERT INTO delivery (publicID, kind, state, recipient, body, personType, personID, byID, attempts, createdDate) VALUES (?, 'email', 'sent', 'x@y.z', 'x', 'Contact', ?, 1, 1, ?)",
      [`${id} yesterday`, id, '2026-11-19 12:59:59.999'],
    );
    const schedule = { timeZone: 'America/New_York', sending: { sms: { perMinute: 60 } } };
    const { records } = await automations.run({ filters: idIn(id), actions: [email(), email(), email()], schedule });
    expect(outcomes(records[0]!)).toEqual(['done', 'done', 'skipped']);
  });

  it('can be turned off', async () => {
    const other = await startApp({ CLOCK_START: NOW, MESSAGES_PER_PERSON_PER_DAY: '0' });
    try {
      const { records } = await new Automations(other).run({ filters: idIn(1), actions: Array.from({ length: 8 }, () => email()) });
      expect(outcomes(records[0]!)).toEqual(Array.from({ length: 8 }, () => 'done'));
    } finally {
      await other.close();
    }
  });
});

describe('notifyUser', () => {
  const notifyUser = (user: string | number, message = 'Look at {{firstName}}') => ({ type: 'notifyUser', params: { user, message } });
  const notificationsOf = async (userID: number): Promise<Json[]> =>
    automations.rows('SELECT message, aboutType, aboutID, automationID, runID FROM notification WHERE userID = ? ORDER BY id DESC', [
      userID,
    ]);

  it('notifies in the app and by e-mail', async () => {
    const id = await contact({ ownerID: 4 });
    const { run: ran } = await run('Contact', id, notifyUser('owner'));
    expect((await notificationsOf(4))[0]).toEqual({
      message: 'Look at Yan',
      aboutType: 'Contact',
      aboutID: id,
      automationID: ran['automationId'],
      runID: ran.id,
    });
    const { email: to } = await read('/api/Users/4');
    expect(await sentBy(ran.id)).toMatchObject([
      { kind: 'email', to, subject: 'The rule', body: `Look at Yan\n\nThis is about the contact ${id}.`, aboutId: id, personId: null },
    ]);
    expect(await automations.rows('SELECT id FROM activity WHERE contactID = ?', [id])).toEqual([]);
  });

  it('notifies only in the app without an address', async () => {
    const userID = await seedRecord(service, 'User', { name: 'No address', isActive: true, version: 1 });
    const { records, run: ran } = await run('Contact', 3, notifyUser(userID));
    expect([outcomes(records[0]!), (await notificationsOf(userID)).length, await sentBy(ran.id)]).toEqual([['done'], 1, []]);
  });

  it('treats the assignee as the owner of a task', async () => {
    const id = await seedRecord(service, 'Activity', { category: 2, typeID: 2, statusID: 1, assignedToID: 3, version: 1 });
    await run('Activity', id, notifyUser('owner', 'Your task'));
    expect((await notificationsOf(3))[0]).toMatchObject({ message: 'Your task', aboutType: 'Activity', aboutID: id });
  });

  it('does not notify an inactive user', async () => {
    const userID = await seedRecord(service, 'User', { name: 'Leaving', isActive: true, version: 1 });
    const automation = await automations.save({ filters: idIn(3), actions: [notifyUser(userID)] });
    await service.http.delete(`/api/Users/${userID}`).expect(204);
    expect((await automations.runAgain(automation)).records[0]).toMatchObject({
      outcome: 'failed',
      reason: `The user ${userID} no longer exists.`,
    });
  });
});

describe('webhook', () => {
  const url = 'https://hooks.invalid/hooks';
  it('sends the complete record and its context', async () => {
    const { run: ran } = await run('Contact', 6, { type: 'webhook', params: { url } });
    const [{ body, ...sent }] = (await sentBy(ran.id)) as [Sent];
    expect(sent).toMatchObject({ kind: 'webhook', to: url, subject: null, aboutType: 'Contact', aboutId: 6, personType: null });
    const { type, timestamp, data } = JSON.parse(body) as { type: string; timestamp: string; data: Json };
    expect([type, new Date(timestamp) >= new Date(NOW)]).toEqual(['automation.run', true]);
    expect(data).toEqual({
      automationId: ran['automationId'],
      runId: ran.id,
      module: 'Contacts',
      recordType: 'Contact',
      recordId: 6,
      record: await read('/api/Contacts/6'),
    });
  });

  it('names the event that triggered it', async () => {
    const { id: automationID } = await automations.save({ triggerID: 1, eventID: 1, actions: [{ type: 'webhook', params: { url } }] });
    const { id } = (await service.http.post('/api/Candidates').send({ firstName: 'New' }).expect(201)).body as { id: number };
    let body: Json | undefined;
    for (; !body; await pause(5)) [body] = await automations.rows('SELECT body FROM delivery WHERE automationID = ?', [automationID]);
    expect(JSON.parse(body['body'] as string)).toMatchObject({
      type: 'candidate.created',
      data: { recordId: id, module: 'Candidates', record: { id, firstName: 'New' } },
    });
  });

  it.each([
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://localhost/hook',
    'https://api.localhost./hook',
    'https://10.0.0.1:8443/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::ffff:192.168.0.1]/',
    'https://300.1.1.1/',
  ])('cannot be activated with the address %s, which leads to no public host', async (url) => {
    const actionsJSON = JSON.stringify([{ type: 'webhook', params: { url } }]);
    const input = { triggerID: 3, eventID: 17, statusID: 1, filtersJSON: JSON.stringify(idIn(6)), actionsJSON };
    const { body } = await service.http.post('/api/Automation').send(input).expect(400);
    expect((body as Json)['errors']).toMatchObject([{ pointer: '/actionsJSON#/0/params/url' }]);
  });

  it('requires HTTPS unless configured otherwise', async () => {
    const input = {
      triggerID: 3,
      eventID: 17,
      statusID: 1,
      filtersJSON: JSON.stringify(idIn(6)),
      actionsJSON: JSON.stringify([{ type: 'webhook', params: { url: 'http://127.0.0.1/hooks' } }]),
    };
    const { body } = await service.http.post('/api/Automation').send(input).expect(400);
    expect((body as Json)['errors']).toEqual([
      { pointer: '/actionsJSON#/0/params/url', detail: expect.stringContaining('WEBHOOK_ALLOW_PRIVATE') as string },
    ]);
    const draft = await automations.save({ ...input, statusID: 2 });
    expect(await automations.get(`/api/Automation/${draft.id}/Problems`)).toMatchObject({
      errors: [{ pointer: '/actionsJSON#/0/params/url' }],
    });
  });

  it('sends a related record', async () => {
    const { run: ran } = await run('Contact', 6, { type: 'webhook', params: { url, target: 'client' } });
    const [{ body }] = (await sentBy(ran.id)) as [Sent];
    const { clientID } = await read('/api/Contacts/6');
    expect(JSON.parse(body)).toMatchObject({ data: { recordType: 'Client', recordId: clientID, record: { id: clientID } } });
  });
});

describe('Messages from automations', () => {
  it('do not cause loops: their activities count as changes by the automation', async () => {
    const id = await contact();
    const { run: ran } = await run('Contact', id, email(), sms());
    const changes = await automations.rows(
      "SELECT events, automationID, runID, chain FROM record_change WHERE type = 'Activity' AND runID = ?",
      [ran.id],
    );
    expect(changes).toEqual(
      Array.from({ length: 2 }, () => ({ events: '[]', automationID: ran['automationId'], runID: ran.id, chain: String(ran.id) })),
    );
  });

  it('are queued once per run, record and action', async () => {
    const id = await contact();
    const { run: ran } = await run('Contact', id, email({}, { id: 'first' }), email());
    const keys = await automations.rows('SELECT dedupeKey FROM delivery WHERE runID = ? ORDER BY id', [ran.id]);
    expect(keys.map(({ dedupeKey }) => dedupeKey)).toEqual([`${ran.id}/${id}/first`, `${ran.id}/${id}/2`]);
  });
});

describe('A message to a related person', () => {
  it('is sent even when the record itself has opted out', async () => {
    const manager = await contact({ email: 'manager@example.com', mobile_Standardised: '+61400009999' });
    const report = await contact({ optOut: true, reportsToID: manager });
    const outcome = await run('Contact', report, email({ target: 'reportsTo' }), sms({ target: 'reportsTo' }));
    expect(outcome.run).toMatchObject({ matched: 1, excluded: 0, taken: 1, processed: 1 });
    expect((await sentBy(outcome.run.id)).map(({ personId, to }) => [personId, to])).toEqual(
      expect.arrayContaining([
        [manager, 'manager@example.com'],
        [manager, '+61400009999'],
      ]),
    );
  });

  it('is not sent when that person has opted out, even when the record has not', async () => {
    const manager = await contact({ optOut: true });
    const report = await contact({ reportsToID: manager });
    const outcome = await run('Contact', report, email({ target: 'reportsTo' }));
    expect(outcome.records).toMatchObject([{ outcome: 'skipped', reason: `The contact ${manager} has opted out of messages.` }]);
    expect(await sentBy(outcome.run.id)).toEqual([]);
  });
});

describe('A user who becomes inactive', () => {
  const user = (isActive: boolean): Promise<number> =>
    seedRecord(service, 'User', { name: 'Away', email: 'away@example.com', isActive, version: 1 });
  const notify = (userID: number) => ({ type: 'notifyUser', params: { user: userID, message: 'Look' } });
  const deactivate = (userID: number) => automations.rows('UPDATE `user` SET isActive = 0 WHERE id = ?', [userID]);

  it('is notified in the app, but not by e-mail', async () => {
    for (const [isActive, sent] of [
      [true, ['away@example.com']],
      [false, []],
    ] as const) {
      const userID = await user(true);
      const automation = await automations.save({ filters: idIn(3), actions: [notify(userID)] });
      if (!isActive) await deactivate(userID);
      const { run: finished, records } = await automations.runAgain(automation);
      expect(outcomes(records[0]!)).toEqual(['done']);
      expect((await sentBy(finished.id)).map(({ to }) => to)).toEqual(sent);
      expect(await automations.rows('SELECT message FROM notification WHERE userID = ?', [userID])).toEqual([{ message: 'Look' }]);
    }
  });

  it('gets no tasks: those of an owner go to the user of the rule, others fail', async () => {
    const userID = await user(true);
    const id = await contact({ ownerID: userID });
    const task = (assignedTo: unknown) => ({ type: 'createTask', params: { notes: 'Call back', assignedTo } });
    const assigned = async (assignedTo: unknown, more?: () => Promise<unknown>): Promise<unknown[]> => {
      const automation = await automations.save({ filters: idIn(id), actions: [task(assignedTo)] });
      await more?.();
      const { records } = await automations.runAgain(automation);
      const tasks = await automations.rows('SELECT assignedToID FROM activity WHERE contactID = ? ORDER BY id DESC LIMIT 1', [id]);
      return [records[0]!.outcome, records[0]!.reason, tasks[0]?.['assignedToID']];
    };
    expect(await assigned('owner')).toEqual(['processed', undefined, userID]);
    expect(await assigned(userID)).toEqual(['processed', undefined, userID]);
    expect(await assigned('owner', () => deactivate(userID))).toEqual(['processed', undefined, 1]);
    expect(await assigned(userID)).toEqual(['failed', `The user ${userID} is not active.`, 1]);
  });

  it('receives no replies', async () => {
    const [id, userID] = [await contact(), await user(true)];
    const automation = await automations.save({ filters: idIn(id), actions: [email({ replyTo: userID })] });
    expect(await sentBy((await automations.runAgain(automation)).run.id)).toMatchObject([{ replyTo: 'away@example.com' }]);
    await deactivate(userID);
    expect(await sentBy((await automations.runAgain(automation)).run.id)).toMatchObject([{ replyTo: null }]);
  });
});
