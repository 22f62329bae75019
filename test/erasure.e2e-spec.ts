import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isText } from '../src/core/audit';
import { writableFields } from '../src/core/records';
import { apiClient, type Body, type RecordBody } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { addTag, Automations, idIn } from './support/automations';
import { inTransaction } from './support/database';
import { recordTypeNamed } from './support/record-types';

/** What everything written about the person contains. */
const MARKER = 'Zyzzyva';
const outbox = mkdtempSync(join(tmpdir(), 'recruitment-erasure-'));
/** The folder of the contents of documents. */
const kept = mkdtempSync(join(tmpdir(), 'recruitment-erasure-files-'));

let service: TestApp;
const { getRecord, updateRecord, expectProblem } = apiClient(() => service);
const post = (path: string, body: object = {}) => service.http.post(`/api/${path}`).send(body);
async function createRecord(path: string, body: object = {}): Promise<RecordBody> {
  const response = await post(path, body);
  if (response.status !== 201) throw new Error(`${path}: ${response.text}`);
  return response.body as RecordBody;
}
const sendFile = (documentID: number, text: string) =>
  service.http.post(`/api/Documents/${documentID}/Content`).set('Content-Type', 'text/plain').send(text).expect(200);
const erase = async (path: string): Promise<Body> => (await post(`${path}/Erase`).expect(200)).body as Body;

beforeAll(async () => {
  service = await startApp({
    DEMO_DATA: 'false',
    OUTBOX_FOLDER: outbox,
    FILES_FOLDER: kept,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    CLOCK_START: '2026-11-23T01:00:00Z',
  });
});
afterAll(async () => {
  await service.close();
  for (const folder of [outbox, kept]) rmSync(folder, { recursive: true });
});

/** A text in every field of a type that takes one, each with the marker. */
function marked(type: string, marker = MARKER): Body {
  const texts = writableFields(recordTypeNamed(type)).filter(({ name }) => isText(recordTypeNamed(type), name));
  const forms = (name: string): string[] => [`${marker} ${name}`, `${marker}.${name}@example.com`, `https://example.com/${marker}/${name}`];
  const found = texts.map(({ name, validate }) => [name, forms(name).find((text) => validate(text) === undefined)]);
  return { ...Object.fromEntries(found), ...(type === 'Activity' ? { associatedData: JSON.stringify({ marker }) } : {}) } as Body;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

/** The tables and files in which a text is, in any case. */
async function placesOf(marker: string): Promise<string[]> {
  const isIn = (text: string): boolean => text.toLowerCase().includes(marker.toLowerCase());
  const { allRows } = await import('../src/core/database/support/all-rows.js');
  const all = await inTransaction(service, ({ em }) => allRows(em));
  const tables = [...all].flatMap(([table, rows]) => {
    const found = rows.filter((row) => Object.values(row).some((cell) => isIn(Buffer.isBuffer(cell) ? cell.toString() : String(cell))));
    return found.length > 0 ? [table] : [];
  });
  const files = [outbox, kept].flatMap(filesIn).filter((file) => isIn(readFileSync(file, 'utf8')));
  return [...tables, ...files];
}

async function untilSent(amount: number): Promise<void> {
  while (((await service.http.get('/api/Deliveries?state=sent').expect(200)).body as Body[]).length < amount) await pause(20);
}

async function untilRead(documentID: number): Promise<void> {
  while ((await getRecord(`Documents/${documentID}`))['textState'] !== 'done') await pause(20);
}

async function untilNoneIsSending(): Promise<void> {
  while (((await service.http.get('/api/Deliveries?state=sending').expect(200)).body as Body[]).length > 0) await pause(20);
}

describe('A candidate who is erased', () => {
  let id: number;
  let clientID: number;
  let jobID: number;
  let placementID: number;
  let applicationID: number;
  let listID: number;
  const once = randomUUID();

  beforeAll(async () => {
    clientID = (await createRecord('Clients', { name: 'Harbour' })).id;
    const items = [{ name: 'References checked', kind: 'statement' }];
    const checklist = await createRecord('Configuration/Checklists', { name: 'Sites', items });
    jobID = (await createRecord('Jobs', { title: 'Site Engineer', type: 'CONTRACT', clientID, complianceChecklistID: checklist.id })).id;
    const employmentHistories = [{ jobTitle: `${MARKER} as graduate`, employer: `${MARKER} and sons` }];
    id = (await createRecord('Candidates', { ...marked('Candidate'), employmentHistories, dateOfBirth: '1991-04-17' })).id;
    const duplicate = await createRecord('Candidates', { ...marked('Candidate', `${MARKER}2`), firstName: MARKER });
    await post(`Candidates/${id}/Merge`, { candidateIDs: [duplicate.id] }).expect(200);
    await updateRecord(`Candidates/${id}/V2`, { suburb: `${MARKER} has moved` });
    await updateRecord(`Candidates/${id}/Assignment`, { latitude: -33.9, longitude: 151.2 });

    await post(`Candidates/${id}/Tags`, { tag: `${MARKER} tag` }).expect(201);
    await post(`Candidates/${id}/Tags`, { tag: 'Welder' }).expect(201);
    await post(`Jobs/${jobID}/Tags`, { tag: 'Welder' }).expect(201);
    listID = (await createRecord('Lists', { name: 'To call', type: 'Candidate' })).id;
    await post(`Lists/${listID}/Records`, { ids: [id] }).expect(200);

    await createRecord('Activities', { ...marked('Activity'), category: 1, candidateID: id });
    await createRecord('Activities', { ...marked('Activity'), category: 2, linkedCandidates: [id], clientID });
    const document = await createRecord('Documents', { ...marked('Document'), candidateID: id, typeID: 1 });
    await sendFile(document.id, MARKER);
    await untilRead(document.id);
    await service.http
      .post('/api/Activities')
      .set('Idempotency-Key', once)
      .send({ category: 1, candidateID: id, notes: MARKER })
      .expect(201);

    applicationID = (await createRecord('Applications', { ...marked('Application'), jobID, candidateID: id })).id;
    await createRecord('Interviews', { ...marked('Interview'), jobID, candidateID: id, startsAt: '2026-11-20T01:00:00Z' });
    await createRecord('Offers', { ...marked('Offer'), jobID, candidateID: id, startDate: '2026-11-02' });
    const placement = { jobID, candidateID: id, startDate: '2026-11-02', payRate: 50, chargeRate: 80, hoursPerDay: 8, onCosts: 4 };
    placementID = (await createRecord('Placements', { ...marked('Placement'), ...placement })).id;
    const itemID = (checklist['items'] as RecordBody[])[0]!.id;
    const statements = `Placements/${placementID}/Compliance/Statements`;
    const withdrawn = await createRecord(statements, { itemID, text: MARKER });
    await post(`${statements}/${withdrawn.id}/Withdraw`, { withdrawalReason: MARKER }).expect(200);
    await createRecord(statements, { itemID, text: `${MARKER} is known to us` });
    await post(`Placements/${placementID}/Approve`).expect(200);
    await createRecord('Timesheets', {
      ...marked('Timesheet'),
      placementID,
      periodStart: '2026-11-09',
      periodEnd: '2026-11-15',
      hours: 38,
      lines: [9, 10, 11, 12, 13].map((day) => ({
        day: `2026-11-${String(day).padStart(2, '0')}`,
        hours: 7.6,
        notes: `${MARKER} was there`,
      })),
    });

    const template = 'About {{firstName}}';
    await new Automations(service).run({
      eventID: 2,
      filters: idIn(id),
      actions: [
        addTag('Contacted'),
        { type: 'sendEmail', params: { subject: template, body: template, html: template } },
        { type: 'createNote', params: { notes: template } },
        { type: 'webhook', params: { url: 'http://127.0.0.1:9/' } },
        { type: 'notifyUser', params: { user: 1, message: template } },
      ],
    });
    await untilSent(1);
    const rows = `firstName,email1\nOther,${String(marked('Candidate')['email1'])}\n`;
    const imported = await service.http
      .post('/api/Candidates/Import')
      .set('Idempotency-Key', randomUUID())
      .set('Content-Type', 'text/csv')
      .send(rows);
    expect(imported.text).toContain(MARKER);
    await service.http.get('/api/Audit?limit=1').expect(200);
  });

  it('is in many places before', async () => {
    const places = await placesOf(MARKER);
    expect(places.filter((place) => !place.includes('/')).join(' ')).toBe(
      'activity activity_notes_word activity_response activity_text application application_text candidate candidate_index candidate_response candidate_text candidate_word compliance_statement compliance_statement_text content_text delivery document document_text document_word employment_history employment_history_text idempotent_answer import_row interview interview_text notification offer offer_text placement placement_text placement_word record_change tag tag_text timesheet timesheet_line timesheet_line_text timesheet_text',
    );
    expect(places.filter((place) => place.endsWith('.eml'))).toHaveLength(1);
    expect(places.filter((place) => place.startsWith(kept))).toHaveLength(1);
  });

  it('is shown with everything that is held', async () => {
    const { records, others, history } = (await service.http.get(`/api/Candidates/${id}/PersonalData`).expect(200)).body as {
      records: Record<string, Body[]>;
      others: Record<string, Body[]>;
      history: Body[];
    };
    expect(records['Candidate']).toHaveLength(2);
    expect(records['Candidate']?.[0]).toMatchObject({ id, suburb: `${MARKER} has moved` });
    expect(Object.fromEntries(Object.entries(records).map(([type, { length }]) => [type, length]))).toMatchObject({
      Application: 1,
      Interview: 1,
      Offer: 1,
      Placement: 1,
      Timesheet: 1,
      Document: 1,
      ComplianceStatement: 2,
    });
    expect(JSON.stringify(records['Activity'])).toContain(`${MARKER} notes`);
    expect(JSON.stringify(records['Timesheet'])).toContain(`${MARKER} was there`);
    expect(others['tags']?.map(({ tag }) => tag)).toEqual(expect.arrayContaining([`${MARKER} tag`, 'Welder', 'Contacted']));
    expect(others['lists']).toEqual([expect.objectContaining({ id: listID })]);
    expect(others['messages']?.map(({ kind }) => kind).sort()).toEqual(['email', 'webhook']);
    expect(others['notifications']).toHaveLength(1);
    expect(others['files']).toEqual([expect.objectContaining({ mediaType: 'text/plain', size: MARKER.length, text: MARKER })]);
    expect(others['runs']).toEqual([expect.objectContaining({ recordID: id, outcome: 'processed' })]);
    expect(others['assignments']?.[0]).toMatchObject({ latitude: -33.9 });
    expect(JSON.stringify(history)).toContain(`${MARKER} has moved`);
  });

  it('must have no running placement', async () => {
    const problem = await expectProblem('post', `Candidates/${id}/Erase`, {}, 409);
    expect(problem['detail']).toBe(
      `The candidate ${id} cannot be erased now. The placement ${placementID} has not ended. End it first: POST /api/Placements/${placementID}/End.`,
    );
    await untilNoneIsSending();
    await post(`Placements/${placementID}/End`, { endDate: '2026-11-20', endReason: `${MARKER} left` }).expect(200);
  });

  it('is nowhere any more', async () => {
    expect(await erase(`Candidates/${id}`)).toEqual({
      type: 'Candidate',
      id,
      erasedDate: expect.stringMatching(/^2026-11-23T/) as string,
    });
    await service.http.get('/api/Audit?limit=1').expect(200);
    expect(await placesOf(MARKER)).toEqual([]);
  });

  it('leaves an empty record, and the figures as they were', async () => {
    expect(await getRecord(`Candidates/${id}`)).toMatchObject({
      ...{ id, fullName: '', firstName: '', email1: '', deleted: true, tags: false, employmentHistories: [] },
      statisticsCounts: expect.arrayContaining([{ type: 'placements', value: 1 }]) as unknown,
    });
    expect(await getRecord(`Candidates/${id}`)).not.toHaveProperty('dateOfBirth');
    expect(await getRecord(`Placements/${placementID}`)).toMatchObject({ payRate: 50, chargeRate: 80, candidateID: id, notes: null });
    expect(await getRecord(`Placements/${placementID}/Compliance`)).toMatchObject({ status: 'complete', candidateName: null });
    expect(await getRecord(`Applications/${applicationID}`)).toMatchObject({ candidateID: id, jobID, comments: null, candidateName: null });
    expect((await service.http.get('/api/Timesheets').expect(200)).body).toMatchObject([
      { hours: 38, comments: null, lines: Array.from({ length: 5 }, () => ({ hours: 7.6, notes: null })) },
    ]);
    expect((await service.http.get(`/api/Jobs/${jobID}/Tags`).expect(200)).body).toMatchObject([{ tag: 'Welder' }]);
    expect(await getRecord(`Lists/${listID}`)).toMatchObject({ count: 0 });
    const { recompute } = await import('../src/core/records/index.js');
    const { Transactions } = await import('../src/core/database/index.js');
    expect(await recompute(service.app.get(Transactions, { strict: false }), { fix: false })).toEqual([]);
  });

  it('is found by nothing', async () => {
    for (const path of ['Candidates', `Candidates?ids=${id}`]) expect((await service.http.get(`/api/${path}`)).body).toEqual([]);
    const query = await post('Candidates/Query', { filters: { combinator: 'and', rules: [{ field: 'id', operator: '=', value: id }] } });
    expect(query.body).toEqual([]);
  });

  it('stays erased', async () => {
    const again = await erase(`Candidates/${id}`);
    expect(again).toEqual(await erase(`Candidates/${id}`));
    const detail = `Candidate ${id} has been erased and cannot be changed.`;
    expect(await expectProblem('put', `Candidates/${id}/V2`, { deleted: false }, 409)).toMatchObject({ detail });
    expect(await expectProblem('put', `Candidates/${id}/V2`, { firstName: 'Back' }, 409)).toMatchObject({ detail });
    expect(await expectProblem('put', `Candidates/${id}/Assignment`, { latitude: 1 }, 409)).toMatchObject({ detail });
    expect(await expectProblem('post', `Candidates/${id}/Tags`, { tag: 'Back' }, 409)).toMatchObject({ detail });
    await expectProblem('post', 'Applications', { jobID, candidateID: id }, 400);
    await expectProblem('post', `Lists/${listID}/Records`, { ids: [id] }, 400);
  });

  it('has no message that could be sent again', async () => {
    const [delivery] = (await service.http.get('/api/Deliveries?kind=webhook').expect(200)).body as Body[];
    expect(delivery).toMatchObject({ state: 'cancelled', to: '' });
    expect(await expectProblem('post', `Deliveries/${String(delivery!['id'])}/Resend`, {}, 409)).toMatchObject({
      detail: 'The delivery is empty, since the person that it was about has been erased.',
    });
    expect(await getRecord(`Deliveries/${String(delivery!['id'])}`)).toMatchObject({ state: 'cancelled' });
  });

  it('can be created anew with the same address', async () => {
    const again = await createRecord('Candidates', { lastName: 'Anew', email1: marked('Candidate')['email1'] });
    expect(again.id).not.toBe(id);
    await service.http.delete(`/api/Candidates/${again.id}`).expect(204);
  });

  it('is known to the audit without what was personal, and to the feed as erased', async () => {
    const history = (await service.http.get(`/api/Candidates/${id}/History`).expect(200)).body as Body[];
    expect(history[0]).toMatchObject({ action: 'erased', userID: 1, fields: {} });
    expect(history.slice(1).every(({ isErased, fields }) => isErased === true && Object.keys(fields as object).length === 0)).toBe(true);
    const changes = (await service.http.get('/api/Changes?limit=1000&types=Candidate').expect(200)).body as Body[];
    expect(changes.filter((change) => change['recordID'] === id).at(-1)).toMatchObject({ action: 'erased', fields: {} });
    const placement = (await service.http.get(`/api/Placements/${placementID}/History`).expect(200)).body as Body[];
    expect(placement.at(-1)).toMatchObject({ action: 'created', isErased: true, fields: { payRate: { before: 0, after: 50 } } });
    const { verifyDatabase } = await import('../src/commands/verify-database.js');
    expect((await verifyDatabase(service.settings)).text).toContain('The audit is intact');
  });

  it('cannot be seen in the response to an earlier request', async () => {
    const repeated = await service.http
      .post('/api/Activities')
      .set('Idempotency-Key', once)
      .send({ category: 1, candidateID: id, notes: MARKER })
      .expect(409);
    expect(repeated.body).toMatchObject({ type: '/problems/response-erased' });
    expect(JSON.stringify(repeated.body)).not.toContain(MARKER);
  });

  it('leaves a response in which the number of the person is another number', async () => {
    const person = await createRecord('Candidates', { firstName: 'Wren' });
    const days = { startDate: `2026-12-${String(person.id).padStart(2, '0')}`, candidatesRequired: person.id };
    const create = () =>
      service.http
        .post('/api/Jobs')
        .set('Idempotency-Key', 'other-number')
        .send({ title: 'Welder', ...days })
        .expect(201);
    const first = await create();
    expect((first.body as RecordBody).id).not.toBe(person.id);
    await erase(`Candidates/${person.id}`);
    const repeated = await create();
    expect([repeated.headers['idempotency-replayed'], repeated.text]).toEqual(['true', first.text]);
  });

  it('takes the merged ones along, which cannot be erased alone', async () => {
    const [survivor, duplicate] = [
      await createRecord('Candidates', { firstName: 'One' }),
      await createRecord('Candidates', { firstName: 'Two' }),
    ];
    await post(`Candidates/${survivor.id}/Merge`, { candidateIDs: [duplicate.id] }).expect(200);
    await expectProblem('post', `Candidates/${duplicate.id}/Erase`, {}, 409);
    await erase(`Candidates/${survivor.id}`);
    expect(await getRecord(`Candidates/${duplicate.id}`)).toMatchObject({ firstName: '', deleted: true });
  });

  it('of whom nobody has heard is not found', async () => {
    await expectProblem('post', 'Candidates/999999/Erase', {}, 404);
    await service.http.get('/api/Candidates/999999/PersonalData').expect(404);
  });
});

describe('A contact who is erased', () => {
  it('is nowhere any more; jobs keep their reference to an empty record', async () => {
    const clientID = (await createRecord('Clients', { name: 'Bayside' })).id;
    const candidateID = (await createRecord('Candidates', { firstName: 'The same person' })).id;
    const marker = 'Quixotry';
    const id = (await createRecord('Contacts', { ...marked('Contact', marker), clientID, linkedCandidateID: candidateID })).id;
    const jobID = (await createRecord('Jobs', { title: 'Painter', clientID, contact1ID: id })).id;
    await createRecord('Activities', { ...marked('Activity', marker), category: 1, contactID: id });
    const document = await createRecord('Documents', { ...marked('Document', marker), contactID: id });
    await sendFile(document.id, marker);
    await post(`Contacts/${id}/Tags`, { tag: `${marker} tag` }).expect(201);
    // a webhook about the job names its contact
    await new Automations(service).run({
      eventID: 35,
      filters: idIn(jobID),
      actions: [{ type: 'webhook', params: { url: 'http://127.0.0.1:9/' } }],
    });
    expect(await placesOf(marker)).toEqual(expect.arrayContaining(['contact', 'contact_jobTitle_word', 'contact_key', 'delivery']));
    await untilNoneIsSending();
    await erase(`Contacts/${id}`);
    await service.http.get('/api/Audit?limit=1').expect(200);
    expect(await placesOf(marker)).toEqual([]);
    expect(await getRecord(`Jobs/${jobID}`)).toMatchObject({ contact1ID: id, contact1Name: null });
    expect(await getRecord(`Contacts/${id}`)).toMatchObject({ surname: null, linkedCandidateID: 0, deleted: true });
    await expectProblem('put', `Contacts/${id}`, { surname: 'Back' }, 409);
  });

  it.each<[who: string, names: Body, renamed: Body]>([
    ['had another name before', { firstName: 'Anna', surname: 'Smithsonite' }, { surname: 'Jonesdottir' }],
    ['has a short name', { firstName: 'Bo', surname: 'Li' }, {}],
    ['has a name of one short word, which texts cannot be searched for', { surname: 'Bo' }, {}],
  ])('is not left in what was written about a job when the contact %s', async (_, names, renamed) => {
    const clientID = (await createRecord('Clients', { name: 'Seaside' })).id;
    const { id } = await createRecord('Contacts', { ...names, clientID });
    const jobID = (await createRecord('Jobs', { title: 'Plumber', clientID, contact1ID: id })).id;
    const { fullName } = await getRecord(`Contacts/${id}`);
    await new Automations(service).run({
      eventID: 35,
      filters: idIn(jobID),
      actions: [
        { type: 'webhook', params: { url: 'http://127.0.0.1:9/' } },
        { type: 'notifyUser', params: { user: 1, message: 'Call {{contact1Name}} about it' } },
      ],
    });
    const webhook = await createRecord('Webhooks', { name: 'Jobs', url: 'http://127.0.0.1:9/', types: ['Job'], includeRecord: true });
    await updateRecord(`Jobs/${jobID}`, { title: 'Plumber and gasfitter' });
    while (((await service.http.get(`/api/Webhooks/${webhook.id}/Deliveries`).expect(200)).body as Body[]).length === 0) await pause(20);
    await updateRecord(`Contacts/${id}`, renamed);
    await untilNoneIsSending();
    const written = async (): Promise<string[]> =>
      inTransaction(service, async ({ em }) => {
        const found = await em.query<{ body: string }[]>(
          `SELECT body FROM delivery WHERE aboutType = 'Job' AND aboutID = ${jobID} UNION ALL
           SELECT message FROM notification WHERE aboutType = 'Job' AND aboutID = ${jobID}`,
        );
        return found.map(({ body }) => body);
      });
    const before = await written();
    expect(before).toHaveLength(3);
    for (const text of before) expect(text).toContain(String(fullName));
    await erase(`Contacts/${id}`);
    const isSearched = String(fullName).includes(' ');
    expect((await written()).sort()).toEqual(
      ['', '', isSearched ? 'This was about a person whose data has been erased.' : 'Call Bo about it'].sort(),
    );
    await service.http.delete(`/api/Webhooks/${webhook.id}`).expect(204);
  });

  it('loses the link with an erased candidate, and remains', async () => {
    const candidateID = (await createRecord('Candidates', { firstName: 'Grace' })).id;
    const contactID = (await createRecord('Contacts', { firstName: 'Grace', linkedCandidateID: candidateID })).id;
    await erase(`Candidates/${candidateID}`);
    expect(await getRecord(`Contacts/${contactID}`)).toMatchObject({ firstName: 'Grace', linkedCandidateID: 0 });
  });
});

describe('A person who was erased', () => {
  it('has left nothing in the file of an embedded database when the service has been stopped', async () => {
    if (!service.url.startsWith('sqlite:')) return;
    const marker = 'Brobdingnag';
    const isInFile = (): boolean => readFileSync(service.url.slice('sqlite:'.length)).toString('latin1').includes(marker);
    const { id } = await createRecord('Candidates', { ...marked('Candidate', marker) });
    for (let version = 0; version < 20; version++)
      await updateRecord(`Candidates/${id}/V2`, { summary: `${marker} ${version}`.repeat(100 * (version % 7)) });
    service = await service.restart();
    expect(isInFile()).toBe(true);
    await erase(`Candidates/${id}`);
    await service.http.get('/api/Audit?limit=1').expect(200);
    const next = await service.restart();
    expect(isInFile()).toBe(false);
    service = next;
  });
});

describe('Erasing', () => {
  it('is for administrators who see all divisions', async () => {
    const { requestAs } = await import('./support/api-keys.js');
    const divisionID = (await createRecord('divisions', { name: 'North' })).id;
    const userID = (await createRecord('Users', { name: 'Limited', roleID: 1, divisionIDs: [divisionID] })).id;
    const candidateID = (await createRecord('Candidates', { firstName: 'Kept' })).id;
    const [limited, reader] = [
      await createRecord('ApiKeys', { name: 'limited', userID }),
      await createRecord('ApiKeys', { name: 'reader', roleID: 4 }),
    ];
    service = await service.restart({ OUTBOX_FOLDER: outbox });
    for (const key of [limited, reader].map((each) => String(each['key']))) {
      await requestAs(service, key, 'post', `/api/Candidates/${candidateID}/Erase`).expect(403);
      await requestAs(service, key, 'get', `/api/Candidates/${candidateID}/PersonalData`).expect(403);
    }
  });
});
