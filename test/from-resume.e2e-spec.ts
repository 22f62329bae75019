import { randomUUID } from 'node:crypto';
import { DOCX, pdfOf, PNG } from '../src/core/files/support/made-files';
import { apiClient, type Body } from './support/api-client';
import { startApp, type TestApp } from './support/app';

const LINES = ['Grace Nguyen', 'Site Engineer', 'grace.nguyen@example.com', '0412 345 678', '14 Wattle Street, Newtown NSW 2042'];

let service: TestApp;
const { getRecord, listRecords } = apiClient(() => service);
beforeEach(async () => void (service = await startApp({ DEMO_DATA: 'false', FILES_MAX_BYTES: '100000000' })));
afterEach(() => service.close());

const send = (bytes: Buffer | string, query = '', type = 'application/octet-stream') =>
  service.http.post(`/api/Candidates/FromResume${query}`).set('Content-Type', type).send(bytes);

describe('A candidate from a resume', () => {
  it.each<[what: string, bytes: () => Promise<Buffer> | Buffer]>([
    ['a PDF', () => pdfOf(...LINES)],
    ['a DOCX', () => DOCX(...LINES)],
    ['an RTF', () => Buffer.from(`{\\rtf1\\ansi ${LINES.join('\\par ')}}`)],
    ['a text', () => Buffer.from(LINES.join('\r\n'))],
  ])('has what %s says, and the resume as a document', async (_, bytes) => {
    const file = await bytes();
    const response = await send(file, '?fileName=grace.bin').expect(201);
    const { candidate, document, found } = response.body as { candidate: Body; document: Body; found: Body[] };
    expect(candidate).toMatchObject({
      ...{ firstName: 'Grace', lastName: 'Nguyen', fullName: 'Grace Nguyen', email1: 'grace.nguyen@example.com', mobile: '0412 345 678' },
      ...{ address1: '14 Wattle Street', suburb: 'Newtown', state: 'NSW', postcode: '2042', hasResumeViewerDoc: true },
      ...{ jobTitle: '', mobile_Standardised: '+61412345678', countryCode: 'AU', countryName: 'Australia', summary: '' },
    });
    expect(response.headers['location']).toBe(`/api/Candidates/${String(candidate['id'])}`);
    expect(document).toMatchObject({
      ...{ name: 'grace.bin', candidateID: candidate['id'], typeName: 'Resume', contentSize: file.length, textState: 'done' },
    });
    expect(found).toContainEqual({ field: 'mobile', value: '0412 345 678', line: '0412 345 678' });
    expect(found).toContainEqual({ field: 'countryCode', value: 'AU', line: '14 Wattle Street, Newtown NSW 2042' });
    expect(found.map(({ field }) => field).sort()).toEqual(
      'address1 countryCode email1 firstName lastName mobile postcode state suburb'.split(' '),
    );
    expect(await getRecord(`Candidates/${String(candidate['id'])}`)).toEqual(candidate);
    const stored = await service.http
      .get(`/api/Documents/${String(document['id'])}/Content`)
      .buffer(true)
      .expect(200);
    expect(stored.headers['content-length']).toBe(String(file.length));
    const rules = [{ field: 'resumeText', operator: 'contains', value: 'wattle street' }];
    const query = await service.http.post('/api/Candidates/Query').send({ filters: { combinator: 'and', rules } });
    expect(query.body).toMatchObject([{ id: candidate['id'] }]);
  });

  it('needs a name, and nothing is stored without one', async () => {
    const { body } = await send('Site Engineer\n0412 345 678', '', 'text/plain').expect(400);
    expect(body).toMatchObject({
      type: '/problems/no-name-found',
      detail: 'The resume does not clearly say whose it is. Send firstName and lastName in the query.',
    });
    expect([await listRecords('Candidates'), await listRecords('Documents')]).toEqual([[], []]);
  });

  it('has the name in the query where that says it', async () => {
    const { candidate, found } = (await send(LINES.join('\n'), '?firstName=Gracie&lastName=Ng', 'text/plain').expect(201)).body;
    expect(candidate).toMatchObject({ firstName: 'Gracie', lastName: 'Ng', email1: 'grace.nguyen@example.com' });
    expect((found as Body[]).map(({ field }) => field)).not.toContain('firstName');
  });

  it('can be one whose resume cannot be read, with a name', async () => {
    expect((await send(PNG).expect(400)).body).toMatchObject({
      detail: expect.stringMatching(/^The text of a file of the format PNG is not read\. /),
    });
    expect((await send(Buffer.from('%PDF-1.4\n')).expect(400)).body).toMatchObject({
      detail: expect.stringMatching(/^It cannot be read: /),
    });
    const { candidate, document, found } = (await send(PNG, '?lastName=Ng').expect(201)).body;
    expect([candidate.lastName, document.contentType, found]).toEqual(['Ng', 'image/png', []]);
  });

  it('has nothing of a resume that is too large to be read', async () => {
    const { body } = await send(Buffer.alloc(50 * 1024 ** 2 + 1, 'Name: Grace Nguyen\n'), '', 'text/plain').expect(400);
    expect(body).toMatchObject({ detail: 'It is larger than 50 MB. Send firstName and lastName in the query.' });
  });

  it('is refused as a duplicate unless that is confirmed', async () => {
    await send(LINES.join('\n'), '', 'text/plain').expect(201);
    const { body } = await send(LINES.join('\n'), '', 'text/plain').expect(409);
    expect(body).toMatchObject({ type: '/problems/duplicate-candidate', parameter: 'allowDuplicate' });
    expect(await listRecords('Documents')).toHaveLength(1);
    await send(LINES.join('\n'), '?allowDuplicate=true', 'text/plain').expect(201);
  });

  it('is made once with an Idempotency-Key', async () => {
    const key = randomUUID();
    const first = await send(LINES.join('\n'), '', 'text/plain').set('Idempotency-Key', key).expect(201);
    const second = await send(LINES.join('\n'), '', 'text/plain').set('Idempotency-Key', key).expect(201);
    expect([second.body, second.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
    expect(await listRecords('Candidates')).toHaveLength(1);
  });

  it('has no value that is too long for its field, and no half of a name', async () => {
    const name = [...'ABCD'].map((letter) => letter.repeat(40)).join(' ');
    const text = `Name: ${name}\n${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(95)}\n0412 345 678`;
    await send(text, '?country=AU', 'text/plain').expect(400);
    const { candidate, found } = (await send(text, '?country=AU&lastName=Ng', 'text/plain').expect(201)).body;
    expect(candidate).toMatchObject({ firstName: '', lastName: 'Ng', email1: '', mobile: '0412 345 678' });
    expect(found).toMatchObject([{ field: 'mobile' }]);
  });

  it('has phone numbers of the first 10,000 characters, which are found at once', async () => {
    const text = `Name: Grace Nguyen\n0412 345 678\n${'(1 '.repeat(65_000)}\n(02) 9555 0101`;
    const { candidate } = (await send(text, '?country=AU', 'text/plain').expect(201)).body;
    expect(candidate).toMatchObject({ mobile: '0412 345 678', home: '' });
  });

  it('has no country where the resume does not say it', async () => {
    const { candidate } = (await send('Name: Grace Nguyen\n0412 345 678', '', 'text/plain').expect(201)).body;
    expect(candidate).toMatchObject({ mobile: '0412 345 678', mobile_Standardised: '', countryCode: '' });
  });

  it('has phone numbers of the country in the query', async () => {
    const text = 'Name: Ada Byron\n020 7946 0958';
    const { found } = (await send(text, '?country=GB', 'text/plain').expect(201)).body;
    expect(found).toContainEqual({ field: 'home', value: '020 7946 0958', line: '020 7946 0958' });
    expect((await send(text, '?country=XX', 'text/plain').expect(400)).body).toMatchObject({ errors: [{ pointer: '/country' }] });
  });
});
