import { pointersOf, type Body } from './support/api-client';
import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { bodyOf, idIn, type AutomationInput, type Json, type Run } from './support/automations';
import { waitUntilIdle } from './support/event-processing';

/** A Friday, 13:30 in Sydney. */
const NOW = '2026-11-20T02:30:00.000Z';
const TEMPLATES = 'Automation/Templates';
const [CONTACT, CANDIDATE, APPLICATION, INTERVIEW, PLACEMENT, CLIENT] = [18, 2, 45, 50, 57, 27];

let service: TestApp;
let ids: Readonly<Record<string, number>>;

const as = (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object) =>
  requestAs(service, ADMIN_KEY, method, path.startsWith('/') ? path : `/api/${path}`).send(body);
const create = async (path: string, body: object): Promise<number> => {
  const { status, body: answer } = await as('post', path, body);
  expect([status, answer]).toEqual([201, answer]);
  return (answer as { id: number }).id;
};
const found = async <T = Json>(path: string): Promise<T> => (await as('get', path).expect(200)).body as T;

/** Runs an automation once and returns the messages that it queued, in the order of its records. */
async function messagesOf(eventID: number, record: number | number[], actions: object[], more: AutomationInput = {}): Promise<Json[]> {
  const { run } = await runOf(eventID, record, actions, more);
  const listed = await found<{ id: string }[]>(`Deliveries?runId=${run.id}`);
  return Promise.all(listed.reverse().map(({ id }) => found(`Deliveries/${id}`)));
}

async function runOf(eventID: number, record: number | number[], actions: object[], more: AutomationInput = {}) {
  const filters = idIn(...[record].flat());
  const { body, status, headers } = await as('post', 'Automation?runNow=true', bodyOf({ eventID, filters, actions, ...more }));
  expect([status, body]).toEqual([200, body]);
  await waitUntilIdle(service);
  const run = await found<Run>(headers['location'] as string);
  return { automation: (body as { id: number }).id, run, records: await found<Json[]>(`${headers['location'] as string}/Records`) };
}

/** What an active automation with these actions is refused for. */
async function refusal(eventID: number, ...actions: object[]): Promise<{ pointer: string; detail: string }[]> {
  const { body } = await as('post', 'Automation', bodyOf({ eventID, actions, filters: { all: true } })).expect(400);
  return (body as { errors: { pointer: string; detail: string }[] }).errors;
}

const email = (params: Json): object => ({ type: 'sendEmail', params });
const note = (notes: string): object => ({ type: 'createNote', params: { notes } });
const notesOf = async (kind: string, id: number): Promise<unknown[]> =>
  (await found<Json[]>(`${kind}/${id}/Activities`)).map(({ notes }) => notes);
const save = (body: object) => create(TEMPLATES, body);
const preview = async (template: number | object, request: object): Promise<Json> => {
  const path = typeof template === 'number' ? `${TEMPLATES}/${template}/Preview` : `${TEMPLATES}/Preview`;
  const { status, body } = await as('post', path, { ...(typeof template === 'number' ? {} : template), ...request });
  expect([status, body]).toEqual([200, body]);
  return body as Json;
};

beforeAll(async () => {
  service = await startApp({ ...WITH_ADMIN, CLOCK_START: NOW, MESSAGES_PER_PERSON_PER_DAY: '0' });
  const owner = await createUser(service, { name: 'Amelia Hart', email: 'amelia@example.com', roleID: 2 });
  const client = await create('Clients', { name: 'Smith & Sons', email: 'office@smith.example' });
  const contact = await create('Contacts', {
    ...{ firstName: 'Ann', surname: "O'Neill <b>", email: 'ann@example.com', clientID: client },
  });
  for (const path of [`Clients/${client}`, `Contacts/${contact}`]) await as('put', `${path}/Assignment`, { ownerID: owner }).expect(200);
  const stranger = await create('Contacts', { surname: 'Stranger', email: 'stranger@example.com' });
  const candidate = await create('Candidates', { firstName: 'Zoë', lastName: 'Quinn', email1: 'zoe@example.com' });
  const job = await create('Jobs', { title: 'Engineer', clientID: client, startDate: '2027-01-11' });
  const application = await create('Applications', { jobID: job, candidateID: candidate });
  const interview = await create('Interviews', { applicationID: application, startsAt: '2026-11-30T13:15:00.000Z' });
  ids = { owner, client, contact, stranger, candidate, job, application, interview };
});
afterAll(() => service.close());

describe('A text of an action', () => {
  it('has fields of the record and of those that it refers to', async () => {
    const [sent] = await messagesOf(CONTACT, ids['contact']!, [
      email({
        subject: '{{ client.name }}',
        body: 'Dear {{firstName}}, call {{owner.name}} ({{Owner.EMAIL}}) about {{client.owner.name}}.',
      }),
    ]);
    expect(sent).toMatchObject({
      subject: 'Smith & Sons',
      body: 'Dear Ann, call Amelia Hart (amelia@example.com) about Amelia Hart.',
      html: null,
    });
    const [application] = await messagesOf(APPLICATION, ids['application']!, [
      email({
        target: 'candidate',
        subject: '{{job.title}} at {{job.client.name}}',
        body: 'From {{job.startDate}} on, {{candidate.firstName}}.',
      }),
    ]);
    expect(application).toMatchObject({ subject: 'Engineer at Smith & Sons', body: 'From 11 January 2027 on, Zoë.' });
  });

  it('has nothing, or the default, for what is unset', async () => {
    const text =
      '[{{firstName}}] {{firstName | default: "colleague"}} {{client.name | default: "no client"}}{% if client.name %}!{% endif %}';
    const sent = await messagesOf(CONTACT, [ids['contact']!, ids['stranger']!], [email({ subject: 'News', body: text })]);
    expect(sent.map(({ body }) => body)).toEqual(['[Ann] Ann Smith & Sons!', '[] colleague no client']);
  });

  it.each([
    ['Australia/Sydney', '1 December 2026, 00:15 / 00:15 / 13:30'],
    ['Europe/London', '30 November 2026, 13:15 / 13:15 / 02:30'],
  ])('has dates in the time zone of the automation, such as %s', async (timeZone, body) => {
    const schedule = { timeZone, schedule: { kind: 'daily', at: '09:00' } };
    const text = '{{startsAt}} / {{startsAt | date: "%H:%M"}} / {{now | date: "%H:%M"}}';
    const [sent] = await messagesOf(INTERVIEW, ids['interview']!, [email({ target: 'candidate', subject: 'Date', body: text })], {
      triggerID: 2,
      schedule,
    });
    expect(sent).toMatchObject({ body });
  });

  it('in HTML escapes values, and goes with plain text', async () => {
    const html = '<p>Dear {{surname}},</p><p>see <a href="https://example.com/">{{client.name}}</a></p>';
    const sent = await messagesOf(CONTACT, ids['contact']!, [
      email({ subject: '{{surname}}', html }),
      email({ subject: 'Both', html: '<i>{{surname}}</i>', body: 'Plain {{surname}}' }),
    ]);
    expect(sent).toMatchObject([
      {
        subject: "O'Neill <b>",
        html: '<p>Dear O&#39;Neill &lt;b&gt;,</p><p>see <a href="https://example.com/">Smith &amp; Sons</a></p>',
        body: "Dear O'Neill <b>,\n\nsee Smith & Sons [https://example.com/]",
      },
      { html: '<i>O&#39;Neill &lt;b&gt;</i>', body: "Plain O'Neill <b>" },
    ]);
  });

  it.each<[string, object, string, string]>([
    ['an unknown field', note('{{ firstNam }}'), 'notes', 'perhaps firstName'],
    ['an unknown field of a related record', note('{{ client.nmae }}'), 'notes', 'perhaps name'],
    ['an unknown related record', note('{{ clent.name }}'), 'notes', 'perhaps client'],
    ['a tag that reads files', note('{% include "secrets" %}'), 'notes', 'uses the tag include (line 1, column 1), which is not allowed'],
    ['an unknown filter', email({ subject: 'a', body: '{{ firstName | shout }}' }), 'body', 'uses the filter shout'],
    ['a tag that is not closed', email({ subject: '{% if firstName %}', body: 'a' }), 'subject', 'not closed (line 1, column 1)'],
    ['an unknown field in HTML', email({ subject: 'a', html: '<p>{{ nick }}</p>' }), 'html', 'is not a field of Contact'],
    ['no text', email({ subject: 'a' }), 'body', 'is required'],
    ['a template that is not there', email({ templateId: 99_999 }), 'templateId', 'must be the id of a template of kind email'],
    ['a template beside texts', email({ templateId: 1, subject: 'a' }), 'subject', 'must be absent: the texts are those of the template'],
  ])('is refused with %s', async (_, action, param, detail) => {
    expect(await refusal(CONTACT, action)).toEqual([
      { pointer: `/actionsJSON#/0/params/${param}`, detail: expect.stringContaining(detail) as string },
    ]);
  });

  it('fails its record where it becomes too long, and only that one', async () => {
    const text = '{% if firstName == "Ann" %}{% for i in (1..9000) %}{{ surname }}0123456789{% endfor %}{% endif %}.';
    const { records } = await runOf(CONTACT, [ids['contact']!, ids['stranger']!], [note(text)]);
    expect(records).toMatchObject([
      { outcome: 'failed', reason: expect.stringContaining('The text cannot be filled: there are more than 100000 characters') as string },
      { outcome: 'processed' },
    ]);
  });

  it('is shown by a dry run as a run writes it', async () => {
    const actions = [
      note('Before: {{jobTitle | default: "none"}}'),
      { type: 'updateField', params: { field: 'jobTitle', value: 'Director' } },
      note('After: {{jobTitle}} of {{client.name}}'),
      email({ subject: 'For {{firstName}}', html: '<b>{{client.name}}</b>' }),
    ];
    const id = (
      (await as('post', 'Automation', bodyOf({ eventID: CONTACT, filters: idIn(ids['contact']!), actions })).expect(200)).body as Body
    )['id'] as number;
    const shown = (await as('post', `Automation/${id}/Runs?dryRun=true`).expect(200)).body as { records: { actions: Json[] }[] };
    expect(shown.records[0]!.actions).toMatchObject([
      { texts: { text: 'Before: none' }, detail: 'would create the note "Before: none"' },
      {},
      { texts: { text: 'After: Director of Smith & Sons' } },
      { texts: { subject: 'For Ann', html: '<b>Smith &amp; Sons</b>', text: 'Smith & Sons' }, detail: 'would send the e-mail "For Ann"' },
    ]);
    expect(await notesOf('Contacts', ids['contact']!)).not.toContain('Before: none');
    await as('post', `Automation/${id}/Runs`).expect(202);
    await waitUntilIdle(service);
    expect(await notesOf('Contacts', ids['contact']!)).toEqual(
      expect.arrayContaining(['Before: none', 'After: Director of Smith & Sons', 'For Ann\n\nSmith & Sons']),
    );
  });

  it('shows nothing of records that the user of the automation does not see', async () => {
    const divisions = await Promise.all(['North', 'South'].map((name) => create('divisions', { name })));
    const limited = async (path: string, body: object, division: number): Promise<number> => {
      const id = await create(path, body);
      await as('put', `${path}/${id}/Assignment`, { divisionIDs: [division] }).expect(200);
      return id;
    };
    const clientID = await limited('Clients', { name: 'Hidden client' }, divisions[1]!);
    const contactID = await limited('Contacts', { surname: 'Seen', clientID }, divisions[0]!);
    const userId = await createUser(service, { name: 'Limited', roleID: 1, divisionIDs: [divisions[0]!] });
    const { records } = await runOf(CONTACT, contactID, [note('{{surname}} of {{client.name | default: "somebody"}}')], { userId });
    expect(records).toMatchObject([{ outcome: 'processed' }]);
    expect(await notesOf('Contacts', contactID)).toEqual(['Seen of somebody']);
    const { key } = await createKey(service, { name: 'Limited', userID: userId });
    const body = { kind: 'text', recordType: 'Contact', text: '{{client.name}}.', recordId: contactID };
    const { body: shown } = await requestAs(service, key, 'post', `/api/${TEMPLATES}/Preview`).send(body).expect(200);
    expect(shown).toEqual({ text: '.' });
  });
});

describe('A template', () => {
  const WELCOME = {
    kind: 'email',
    recordType: 'Contact',
    subject: 'Welcome, {{firstName}}',
    html: '<p>Your consultant is {{owner.name}}.</p>',
  };

  it('is created, listed, changed with If-Match, deleted and restored', async () => {
    const { body, headers } = await as('post', TEMPLATES, { name: 'Welcome', ...WELCOME }).expect(201);
    const { id } = body as Body & { id: number };
    expect(body).toEqual({ id, name: 'Welcome', ...WELCOME, text: null, module: 'Contacts' });
    expect(headers['location']).toBe(`/api/${TEMPLATES}/${id}`);
    const { headers: read } = await as('get', `${TEMPLATES}/${id}`).expect(200);
    await as('put', `${TEMPLATES}/${id}`, { subject: 'Hello' })
      .set('If-Match', read['etag'] as string)
      .expect(200);
    await as('put', `${TEMPLATES}/${id}`, { subject: 'Bye' })
      .set('If-Match', read['etag'] as string)
      .expect(412);
    expect(await found(TEMPLATES)).toContainEqual({ ...body, subject: 'Hello' });
    await as('delete', `${TEMPLATES}/${id}`).expect(204);
    expect(await found(TEMPLATES)).not.toContainEqual(expect.objectContaining({ id }));
    await as('put', `${TEMPLATES}/${id}`, { deleted: false }).expect(200);
    expect(await found<Json[]>(`${TEMPLATES}/${id}/History`)).toHaveLength(4);
  });

  it('has a name of its own', async () => {
    const id = await save({ name: 'Résumé', ...WELCOME });
    const { body } = await as('post', TEMPLATES, { name: 'RESUME ', ...WELCOME }).expect(409);
    expect(body).toMatchObject({ detail: `Template ${id} has the name RESUME  already: choose another one.` });
    const other = await save({ name: 'Another one', ...WELCOME });
    await as('put', `${TEMPLATES}/${other}`, { name: 'resumé' }).expect(409);
    await as('delete', `${TEMPLATES}/${id}`).expect(204);
    await as('put', `${TEMPLATES}/${other}`, { name: 'resumé' }).expect(200);
    await as('put', `${TEMPLATES}/${id}`, { deleted: false }).expect(409);
  });

  it.each<[object, string]>([
    [{ ...WELCOME, name: undefined }, '/name'],
    [{ ...WELCOME, kind: undefined }, '/kind'],
    [{ ...WELCOME, kind: 'fax' }, '/kind'],
    [{ ...WELCOME, recordType: 'User' }, '/recordType'],
    [{ ...WELCOME, subject: null }, '/subject'],
    [{ ...WELCOME, html: ' ' }, '/text'],
    [{ ...WELCOME, text: '{{ nick }}' }, '/text'],
    [{ ...WELCOME, html: '{% render "x" %}' }, '/html'],
    [{ ...WELCOME, subject: 'x'.repeat(201) }, '/subject'],
    [{ ...WELCOME, text: 'x'.repeat(100_001) }, '/text'],
    [{ kind: 'sms', recordType: 'Contact', text: 'x'.repeat(1601) }, '/text'],
    [{ kind: 'sms', recordType: 'Contact', text: 'x', subject: 'y' }, '/subject'],
    [{ kind: 'text', recordType: 'Contact', text: 'x', html: 'y' }, '/html'],
    [{ kind: 'text', recordType: 'Contact' }, '/text'],
  ])('cannot be created from %j', async (body, pointer) => {
    const sent = 'name' in body ? body : { name: 'Refused', ...body };
    expect(pointersOf((await as('post', TEMPLATES, sent).expect(400)).body as Body)).toEqual([pointer]);
  });

  it('has its texts in every run after a change', async () => {
    const [mail, sms, text] = await Promise.all([
      save({ name: 'Mail', kind: 'email', recordType: 'Candidate', subject: 'To {{firstName}}', text: 'First' }),
      save({ name: 'Short', kind: 'sms', recordType: 'Candidate', text: 'Hi {{firstName}}' }),
      save({ name: 'Note', kind: 'text', recordType: 'Candidate', text: 'About {{firstName}}' }),
    ]);
    const id = await create('Candidates', {
      firstName: 'Ben',
      lastName: 'Li',
      email1: 'ben@example.com',
      mobile: '+61491570006',
    });
    await as('put', `Candidates/${id}/Assignment`, { ownerID: ids['owner'] }).expect(200);
    const actions = [
      email({ templateId: mail }),
      { type: 'sendSms', params: { templateId: sms } },
      { type: 'createNote', params: { templateId: text } },
      { type: 'createTask', params: { templateId: text, dueInDays: 1 } },
      { type: 'notifyUser', params: { user: 'owner', templateId: text } },
    ];
    const { run, automation } = await runOf(CANDIDATE, id, actions);
    expect(run).toMatchObject({ processed: 1 });
    expect(await found(`Automation/${automation}`)).toMatchObject({
      actionDetails:
        `Send the e-mail by template ${mail}; send the SMS by template ${sms}; create the note by template ${text}; ` +
        `create the task by template ${text} due in 1 day; notify the owner: by template ${text}`,
    });
    expect((await notesOf('Candidates', id)).toSorted()).toEqual(['About Ben', 'About Ben', 'Hi Ben', 'To Ben\n\nFirst']);
    const sent = await found<Json[]>(`Deliveries?runId=${run.id}`);
    expect(sent).toHaveLength(3);
    await as('put', `${TEMPLATES}/${text}`, { text: 'Now about {{lastName}}' }).expect(200);
    await as('post', `Automation/${automation}/Runs`).expect(202);
    await waitUntilIdle(service);
    expect((await notesOf('Candidates', id)).filter((each) => each === 'Now about Li')).toHaveLength(2);
  });

  it('fits the kind and the records of the actions that refer to it', async () => {
    const [mail, text] = await Promise.all([
      save({ name: 'For contacts', ...WELCOME }),
      save({ name: 'For clients', kind: 'text', recordType: 'Client', text: '{{name}}' }),
    ]);
    expect(await refusal(CLIENT, email({ templateId: mail }))).toEqual([
      {
        pointer: '/actionsJSON#/0/params/templateId',
        detail: `must be the id of a template of kind email for the record type Client: ${mail} is of kind email for Contact`,
      },
    ]);
    expect(await refusal(CLIENT, { type: 'createNote', params: { templateId: mail } })).toHaveLength(1);
    await as('post', 'Automation', bodyOf({ eventID: CLIENT, actions: [{ type: 'createNote', params: { templateId: text } }] })).expect(
      200,
    );
    await as('post', 'Automation', bodyOf({ eventID: CLIENT, statusID: 2, actions: [email({ templateId: mail })] })).expect(200);
  });

  it('that an active automation uses is neither deleted nor changed so that it does not fit', async () => {
    const id = await save({ name: 'In use', kind: 'text', recordType: 'Placement', text: '{{reference}}' });
    const actions = [{ type: 'createNote', params: { templateId: id } }];
    const { body } = await as('post', 'Automation', bodyOf({ name: 'Its user', eventID: PLACEMENT, actions })).expect(200);
    const automation = (body as { id: number }).id;
    const refused = { detail: expect.stringContaining(`The active automation ${automation} (Its user) uses template ${id}: `) as string };
    expect((await as('delete', `${TEMPLATES}/${id}`).expect(409)).body).toMatchObject(refused);
    expect((await as('put', `${TEMPLATES}/${id}`, { recordType: 'Job', text: '{{title}}' }).expect(409)).body).toMatchObject(refused);
    expect((await as('put', `${TEMPLATES}/${id}`, { kind: 'sms' }).expect(409)).body).toMatchObject(refused);
    await as('put', `${TEMPLATES}/${id}`, { text: '{{client.name}}' }).expect(200);
    await as('put', `Automation/${automation}`, { statusID: 2 }).expect(200);
    await as('delete', `${TEMPLATES}/${id}`).expect(204);
    const { body: problem } = await as('put', `Automation/${automation}`, { statusID: 1 }).expect(400);
    expect(pointersOf(problem as Body)).toEqual(['/actionsJSON#/0/params/templateId']);
  });
});

describe('The preview of a template', () => {
  const UNSAVED = {
    kind: 'email',
    recordType: 'Contact',
    subject: '{{firstName}} at {{now | date: "%H:%M"}}',
    html: '<p>{{client.name}}</p>',
  };

  it('is what a run sends', async () => {
    const id = await save({ name: 'To be shown', ...UNSAVED });
    const shown = { subject: 'Ann at 13:30', html: '<p>Smith &amp; Sons</p>', text: 'Smith & Sons' };
    const request = { recordId: ids['contact'], timeZone: 'Australia/Sydney' };
    expect(await preview(id, request)).toEqual(shown);
    expect(await preview(UNSAVED, request)).toEqual(shown);
    const schedule = { timeZone: 'Australia/Sydney', schedule: { kind: 'daily', at: '09:00' } };
    const [sent] = await messagesOf(CONTACT, ids['contact']!, [email({ templateId: id })], { triggerID: 2, schedule });
    expect(sent).toMatchObject({ subject: shown.subject, html: shown.html, body: shown.text });
  });

  it.each<[string, object, string]>([
    ['a record that is not there', { recordId: 99_999 }, '/recordId'],
    ['no record', {}, '/recordId'],
    ['an unknown time zone', { recordId: 1, timeZone: 'Mars/Olympus' }, '/timeZone'],
    ['an unknown field', { recordId: 1, html: '{{ nick }}' }, '/html'],
    ['another property', { recordId: 1, colour: 'red' }, '/colour'],
  ])('is refused for %s', async (_, more, pointer) => {
    expect(pointersOf((await as('post', `${TEMPLATES}/Preview`, { ...UNSAVED, ...more }).expect(400)).body as Body)).toEqual([pointer]);
  });

  it('is not found for a template that is not there', async () => {
    await as('post', `${TEMPLATES}/99999/Preview`, { recordId: ids['contact'] }).expect(404);
  });
});
