import { setTimeout as pause } from 'node:timers/promises';
import { DOCX, pdfOf } from '../src/core/files/support/made-files';
import { apiClient, type Body } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { addTag, Automations } from './support/automations';
import { queryRows } from './support/database';

const RESUME = 1;

let service: TestApp;
const { createRecord, getRecord, updateRecord, deleteRecord, changesTo, listRecords } = apiClient(() => service);
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const newCandidate = async (): Promise<number> => (await createRecord('Candidates', { lastName: 'Nguyen' })).id;
const newDocument = async (candidateID: number, typeID = RESUME): Promise<number> =>
  (await createRecord('Documents', { name: 'Resume', candidateID, typeID })).id;
async function send(id: number, bytes: Buffer | string, type = 'application/octet-stream'): Promise<void> {
  await service.http.post(`/api/Documents/${id}/Content`).set('Content-Type', type).send(bytes).expect(200);
}
async function textOf(id: number): Promise<Body> {
  for (;;) {
    const text = await getRecord(`Documents/${id}/Text`);
    if (text['state'] !== 'pending') return text;
    await pause(10);
  }
}
async function resume(candidateID: number, text: string): Promise<number> {
  const id = await newDocument(candidateID);
  await send(id, text, 'text/plain');
  await textOf(id);
  return id;
}
async function candidatesWith(...rules: readonly object[]): Promise<number[]> {
  const response = await service.http
    .post('/api/Candidates/Query')
    .send({ filters: { combinator: 'and', rules } })
    .expect(200);
  return (response.body as { id: number }[]).map(({ id }) => id);
}

describe('The text of a document', () => {
  it.each<[what: string, bytes: () => Promise<Buffer> | Buffer]>([
    ['a PDF', () => pdfOf('Grace Nguyen', 'Site Engineer')],
    ['a DOCX', () => DOCX('Grace Nguyen', 'Site Engineer')],
    ['an RTF', () => Buffer.from('{\\rtf1\\ansi Grace Nguyen\\par Site Engineer}')],
    ['a text', () => Buffer.from('Grace Nguyen\nSite Engineer\n')],
  ])('is read of %s', async (_, bytes) => {
    const id = await newDocument(await newCandidate());
    await send(id, await bytes());
    expect(await textOf(id)).toEqual({ documentID: id, state: 'done', reason: null, text: 'Grace Nguyen\nSite Engineer' });
    expect(await getRecord(`Documents/${id}`)).toMatchObject({ textState: 'done' });
  });

  it('is none where there is no content, or a picture', async () => {
    const id = await newDocument(await newCandidate());
    expect(await textOf(id)).toEqual({ documentID: id, state: 'none', reason: null, text: null });
    expect(await getRecord(`Documents/${id}`)).toMatchObject({ textState: 'none' });
    await service.http.get('/api/Documents/2147483647/Text').expect(404);
  });

  it('says why it cannot be read', async () => {
    const id = await newDocument(await newCandidate());
    await send(id, '%PDF-1.4\nnothing', 'application/pdf');
    expect(await textOf(id)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/^It cannot be read: /), text: null });
  });

  it('is that of the content, and gone with it', async () => {
    const id = await resume(await newCandidate(), 'first');
    await send(id, 'second', 'text/plain');
    expect(await textOf(id)).toMatchObject({ text: 'second' });
    await deleteRecord(`Documents/${id}`);
    expect(await textOf(id)).toMatchObject({ state: 'none', text: null });
  });

  it('is published when it has been read', async () => {
    const id = await resume(await newCandidate(), 'Welder');
    expect((await changesTo('Document', id)).at(-1)).toMatchObject({ action: 'updated', fields: { textState: ['pending', 'done'] } });
  });

  it('is read after a restart where it was not before', async () => {
    const id = await resume(await newCandidate(), 'Rigger');
    await queryRows(
      service,
      "UPDATE content_text SET state = 'pending', text = NULL, dueAt = '2020-01-01 00:00:00.000' WHERE documentID = ?",
      [id],
    );
    service = await service.restart();
    expect(await textOf(id)).toMatchObject({ state: 'done', text: 'Rigger' });
  });

  it('is given up where reading it was interrupted again and again', async () => {
    const id = await resume(await newCandidate(), 'Rigger');
    await queryRows(
      service,
      "UPDATE content_text SET state = 'pending', text = NULL, attempts = 3, dueAt = '2020-01-01 00:00:00.000' WHERE documentID = ?",
      [id],
    );
    service = await service.restart();
    expect(await textOf(id)).toMatchObject({ state: 'failed', reason: 'Reading it was interrupted several times.' });
  });
});

describe('The text of a resume', () => {
  it('finds candidates, whatever the case, accents and line ends', async () => {
    const [one, two] = [await newCandidate(), await newCandidate()];
    await resume(one, 'Certified\nUNDERWATER   wélder');
    await resume(two, 'Certified baker');
    const rule = (operator: string, value: string) => ({ field: 'resumeText', operator, value });
    expect(await candidatesWith(rule('contains', 'underwater welder'))).toEqual([one]);
    expect(await candidatesWith(rule('contains', 'certified'), rule('doesNotContain', 'welder'))).toEqual([two]);
    const without = await newCandidate();
    expect(await candidatesWith({ field: 'resumeText', operator: 'null' })).toContain(without);
    expect(await candidatesWith({ field: 'resumeText', operator: 'null' })).not.toContain(one);
  });

  it('is that of the newest resume that has one, and of no other document', async () => {
    const id = await newCandidate();
    const holds = async (value: string): Promise<boolean> =>
      (await candidatesWith({ field: 'resumeText', operator: 'contains', value })).includes(id);
    await resume(id, 'glazier');
    const newer = await resume(id, 'plasterer');
    const licence = await newDocument(id, 2);
    await send(licence, 'scaffolder', 'text/plain');
    await textOf(licence);
    expect([await holds('glazier'), await holds('plasterer'), await holds('scaffolder')]).toEqual([false, true, false]);
    await newDocument(id);
    expect(await holds('plasterer')).toBe(true);
    await deleteRecord(`Documents/${newer}`);
    expect([await holds('glazier'), await holds('plasterer')]).toEqual([true, false]);
    await updateRecord(`Candidates/${id}/V2`, { jobTitle: 'Glazier' });
    expect(await getRecord(`Candidates/${id}`)).not.toHaveProperty('resumeText');
  });

  it('starts automations once it has been read', async () => {
    const id = await newCandidate();
    const automations = new Automations(service);
    await automations.save({
      triggerID: 1,
      eventID: 16,
      filters: { combinator: 'and', rules: [{ field: 'resumeText', operator: 'contains', value: 'crane' }] },
      actions: [addTag('Crane')],
    });
    await resume(id, 'Licensed crane operator');
    for (;;) {
      const tags = await listRecords(`Candidates/${id}/Tags`);
      if (tags.length > 0) return expect(tags).toMatchObject([{ tag: 'Crane' }]);
      await pause(20);
    }
  });
});
