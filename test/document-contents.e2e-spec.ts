import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FileStorage } from '../src/core/files';
import { Housekeeping } from '../src/core/housekeeping';
import { apiClient } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { queryRows } from './support/database';
import { DOCX, JPEG, PDF, PNG, zipOf } from '../src/core/files/support/made-files';

const FOLDER = join(tmpdir(), `files-${randomUUID()}`);
const MAX_BYTES = 300_000;
const TEXT = 'Grace Nguyen\nSite Engineer\n';

let service: TestApp;
const { createRecord, getRecord, updateRecord, deleteRecord, changesTo } = apiClient(() => service);

beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', FILES_FOLDER: FOLDER, FILES_MAX_BYTES: String(MAX_BYTES) });
});
afterAll(() => service.close());

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const newDocument = async (body: object = {}): Promise<number> =>
  (await createRecord('Documents', { name: 'Resume', candidateID: (await createRecord('Candidates')).id, ...body })).id;
const send = (id: number, bytes: Buffer | string, type = 'application/octet-stream', query = '') =>
  service.http.post(`/api/Documents/${id}/Content${query}`).set('Content-Type', type).send(bytes);
const receive = (id: number) =>
  service.http
    .get(`/api/Documents/${id}/Content`)
    .buffer(true)
    .parse((response, done) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => done(null, Buffer.concat(pieces)));
    });
const withText = async (text = TEXT): Promise<number> => {
  const id = await newDocument();
  await send(id, text, 'text/plain').expect(200);
  return id;
};

/** What was published of the content of a document, not of its text, which is read meanwhile. */
const contentChanges = async (id: number) => (await changesTo('Document', id)).filter(({ fields }) => 'contentSha256' in fields);

/** The files in the folder of the service; none of them is a draft. */
const storedFiles = (): string[] =>
  existsSync(FOLDER)
    ? readdirSync(FOLDER, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
/** Those that a document has. */
const usedFiles = async (): Promise<string[]> => {
  await service.app.get(Housekeeping).catchUp();
  return (await queryRows<{ storageKey: string }>(service, 'SELECT storageKey FROM document_content')).map(({ storageKey }) => storageKey);
};
const unusedFiles = () => queryRows(service, 'SELECT storageKey FROM unused_file');
const temporaryFiles = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('recruitment-file-'));

afterEach(async () => {
  while (temporaryFiles().length > 0) await pause(5);
  const used = await usedFiles();
  while (storedFiles().length > used.length) await pause(5);
  expect(
    storedFiles()
      .map((path) => path.split('/').at(-1))
      .sort(),
  ).toEqual(used.sort());
});

describe('The content of a document', () => {
  it.each([
    ['a PDF', PDF, 'application/pdf'],
    ['a JPEG', JPEG, 'image/jpeg'],
    ['a PNG', PNG, 'image/png'],
    ['a text', Buffer.from(TEXT), 'text/plain'],
    ['a table', Buffer.from('name;mobile\nGrace;0412\n'), 'text/csv'],
    ['a text in UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'text/plain'],
    ['a text in Windows-1252', Buffer.from('Zo\xeb M\xfcller, r\xe9sum\xe9', 'latin1'), 'text/plain'],
    ['an RTF', Buffer.from('{\\rtf1\\ansi Grace}'), 'application/rtf'],
  ])('can be %s, and comes back as it was', async (_, bytes, type) => {
    const id = await newDocument();
    const document = (await send(id, bytes, type).expect(200)).body;
    expect(document).toMatchObject({ id, contentType: type, contentSize: bytes.length, contentSha256: sha256(bytes) });
    const response = await receive(id)
      .expect(200)
      .expect('Content-Type', new RegExp(`^${type.replace('+', '\\+')}`));
    expect(response.body).toEqual(bytes);
    expect(response.headers['etag']).toBe(`"${sha256(bytes)}"`);
    // its text is read meanwhile
    expect({ ...(await getRecord(`Documents/${id}`)), textState: document.textState }).toEqual(document);
  });

  it('can be a DOCX', async () => {
    const id = await newDocument();
    const bytes = await DOCX('Grace Nguyen');
    expect((await send(id, bytes).expect(200)).body).toMatchObject({
      contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    });
    expect((await receive(id).expect(200)).body).toEqual(bytes);
  });

  it('is found out where Content-Type leaves it open', async () => {
    const id = await newDocument();
    expect((await send(id, PDF).expect(200)).body).toMatchObject({ contentType: 'application/pdf' });
  });

  it('is saved under the name of the document, and never shown by a browser', async () => {
    const id = await newDocument({ name: 'Zoë / "Resume"' });
    await send(id, PDF).expect(200);
    const { headers } = await receive(id).expect(200);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes' });
    expect(headers['content-disposition']).toMatch(/^attachment; filename=".+\.pdf"; filename\*=UTF-8''Zo%C3%AB%20_%20%22Resume%22\.pdf$/);
  });

  it.each([
    ['Resume of 12.05.2026', PDF, 'application/pdf', 'Resume of 12.05.2026.pdf'],
    ['Photo.JPEG', JPEG, 'image/jpeg', 'Photo.JPEG'],
    ['rates.csv', Buffer.from('a,b\n'), 'text/plain', 'rates.csv'],
    ['start.bat', Buffer.from(TEXT), 'text/plain', 'start.bat.txt'],
    ['Resume.docx', PDF, 'application/pdf', 'Resume.docx.pdf'],
  ])('is saved with an ending of its type: %s', async (name, bytes, type, saved) => {
    const id = await newDocument({ name });
    await send(id, bytes, type).expect(200);
    const { headers } = await receive(id).expect(200);
    expect(String(headers['content-disposition']).replaceAll('"', '')).toBe(`attachment; filename=${saved}`);
  });

  it('gives the document its name where it comes with one', async () => {
    const id = await newDocument();
    expect((await send(id, PDF, 'application/pdf', '?fileName=Grace%20Nguyen.pdf').expect(200)).body).toMatchObject({
      name: 'Grace Nguyen.pdf',
    });
  });

  it.each(['../../etc/passwd', '..', '.', 'a\\b', '/etc/passwd', 'a\0b', 'a\nb'])('has no name that is a path: %j', async (name) => {
    const id = await newDocument();
    const { body } = await send(id, PDF, 'application/pdf', `?fileName=${encodeURIComponent(name)}`).expect(400);
    expect(body).toMatchObject({ errors: [{ pointer: '/fileName', in: 'query' }] });
    expect(await getRecord(`Documents/${id}`)).toMatchObject({ name: 'Resume', contentSize: 0 });
  });

  it('is replaced by the next one, and the file before is removed', async () => {
    const id = await withText();
    await send(id, PDF, 'application/pdf').expect(200);
    expect((await receive(id).expect(200)).body).toEqual(PDF);
    expect(await usedFiles()).toHaveLength((await queryRows(service, 'SELECT documentID FROM document_content')).length);
  });

  it('is published with its size and SHA-256, as a change of the document', async () => {
    const id = await withText();
    expect(await contentChanges(id)).toMatchObject([
      {
        action: 'updated',
        fields: { contentType: [null, 'text/plain'], contentSize: [0, TEXT.length], contentSha256: [null, sha256(TEXT)] },
      },
    ]);
  });

  it('changes nothing when it is sent once more', async () => {
    const id = await withText();
    await send(id, TEXT, 'text/plain').expect(200);
    expect(await contentChanges(id)).toHaveLength(1);
  });

  it('is to be verified again when it is another one', async () => {
    const id = await withText();
    await updateRecord(`Documents/${id}`, { isVerified: true });
    expect((await send(id, TEXT, 'text/plain').expect(200)).body).toMatchObject({ isVerified: true });
    expect((await send(id, `${TEXT}!`, 'text/plain').expect(200)).body).toMatchObject({ isVerified: false });
  });

  it('is set only in the version of the document that If-Match names', async () => {
    const id = await newDocument();
    const { headers } = await service.http.get(`/api/Documents/${id}`).expect(200);
    await updateRecord(`Documents/${id}`, { name: 'Another' });
    await send(id, TEXT, 'text/plain')
      .set('If-Match', headers['etag'] as string)
      .expect(412);
    expect(await getRecord(`Documents/${id}`)).toMatchObject({ contentSize: 0 });
  });

  it('is set once with an Idempotency-Key, which is for this file only', async () => {
    const id = await newDocument();
    const key = randomUUID();
    const first = await send(id, TEXT, 'text/plain').set('Idempotency-Key', key).expect(200);
    const second = await send(id, TEXT, 'text/plain').set('Idempotency-Key', key).expect(200).expect('Idempotency-Replayed', 'true');
    expect(second.body).toEqual(first.body);
    await send(id, `${TEXT}!`, 'text/plain').set('Idempotency-Key', key).expect(409);
  });

  it('tells the type of its document, which cannot be another', async () => {
    const id = await withText();
    await updateRecord(`Documents/${id}`, { contentType: 'text/plain' });
    const { body } = await service.http.put(`/api/Documents/${id}`).send({ contentType: 'application/pdf' }).expect(400);
    expect(body).toMatchObject({ detail: '/contentType must be text/plain, the type of its content.' });
  });

  it('is gone with the document, and a deleted one takes none', async () => {
    const id = await withText();
    await deleteRecord(`Documents/${id}`);
    await receive(id).expect(404);
    await send(id, TEXT, 'text/plain').expect(409);
    await updateRecord(`Documents/${id}`, { deleted: false });
    expect(await getRecord(`Documents/${id}`)).toMatchObject({ contentSize: 0, contentSha256: null });
    await send(id, TEXT, 'text/plain').expect(200);
  });

  it('is a 404 where there is none, or no document', async () => {
    const id = await newDocument();
    expect((await service.http.get(`/api/Documents/${id}/Content`).expect(404)).body).toMatchObject({
      detail: `Document ${id} has no content here.`,
    });
    await receive(2147483647).expect(404);
    await send(2147483647, TEXT, 'text/plain').expect(404);
  });

  it('is the new one where it is replaced between being looked up and opened', async () => {
    const id = await withText('before');
    const storage = service.app.get(FileStorage);
    const before = storedFiles().length;
    const open = storage.open.bind(storage);
    const opening = jest.spyOn(storage, 'open').mockImplementationOnce(async (key, range) => {
      await send(id, PNG, 'image/png').expect(200);
      while (storedFiles().length > before) await pause(5);
      return open(key, range);
    });
    const { body, headers } = await receive(id).expect(200).expect('Content-Type', 'image/png');
    opening.mockRestore();
    expect([body, headers['etag']]).toEqual([PNG, `"${sha256(PNG)}"`]);
  });

  it('is a 404 that says so when the file is missing in the storage', async () => {
    const id = await withText('missing');
    const key = (await queryRows<{ storageKey: string }>(service, 'SELECT storageKey FROM document_content WHERE documentID = ?', [id]))[0]!
      .storageKey;
    const path = storedFiles().find((each) => each.endsWith(key))!;
    expect(readFileSync(path, 'utf8')).toBe('missing');
    const { rename } = await import('node:fs/promises');
    await rename(path, `${FOLDER}.aside`);
    expect((await service.http.get(`/api/Documents/${id}/Content`).expect(404)).body).toMatchObject({ type: '/problems/file-missing' });
    await rename(`${FOLDER}.aside`, path);
    await receive(id).expect(200);
  });
});

describe('A part of the content', () => {
  const DIGITS = '0123456789';
  let id: number;
  beforeAll(async () => void (id = await withText(DIGITS)));

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=-100', DIGITS, 'bytes 0-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10'],
  ])('is sent for %s', async (range, part, contentRange) => {
    const response = await receive(id).set('Range', range).expect(206).expect('Content-Range', contentRange);
    expect(String(response.body)).toBe(part);
    expect(response.headers['content-length']).toBe(String(part.length));
  });

  it.each(['bytes=10-', 'bytes=20-30', 'bytes=-0'])('is refused after the end: %s', async (range) => {
    const { headers, body } = await service.http.get(`/api/Documents/${id}/Content`).set('Range', range).expect(416);
    expect(headers['content-range']).toBe('bytes */10');
    expect(body).toMatchObject({ type: '/problems/range-not-satisfiable' });
  });

  it.each(['bytes=0-1,4-5', 'bytes=5-2', 'bytes=x', 'bytes=-', 'lines=0-1'])('is all of it for %s', async (range) => {
    expect(String((await receive(id).set('Range', range).expect(200)).body)).toBe(DIGITS);
  });

  it('is sent with If-Range as long as the file is the same', async () => {
    const range = { Range: 'bytes=0-3' };
    await receive(id)
      .set({ ...range, 'If-Range': `"${sha256(DIGITS)}"` })
      .expect(206);
    await receive(id)
      .set({ ...range, 'If-Range': `"${sha256('other')}"` })
      .expect(200);
  });

  it('is nothing with If-None-Match, and only headers with HEAD', async () => {
    await receive(id)
      .set('If-None-Match', `"${sha256(DIGITS)}"`)
      .expect(304);
    const { headers, body } = await service.http.head(`/api/Documents/${id}/Content`).expect(200);
    expect([headers['content-length'], headers['etag'], body]).toEqual(['10', `"${sha256(DIGITS)}"`, {}]);
    const part = await service.http.head(`/api/Documents/${id}/Content`).set('Range', 'bytes=0-3').expect(206);
    expect(part.headers['content-length']).toBe('4');
  });

  it.each(['text/plain', 'text/*', 'image/png, text/plain;q=0.5'])('is sent where Accept names its type: %s', async (accept) => {
    const { headers } = await receive(id).set('Accept', accept).expect(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
  });

  it.each(['image/png', 'application/json', 'text/plain;q=0'])('is refused where Accept excludes its type: %s', async (accept) => {
    const { body } = await service.http.get(`/api/Documents/${id}/Content`).set('Accept', accept).expect(406);
    expect(body).toMatchObject({ detail: expect.stringContaining('only available as text/plain') as string });
  });
});

describe('A file is refused', () => {
  const refused = async (bytes: Buffer | string, type: string, status: number, detail: RegExp): Promise<void> => {
    const id = await newDocument();
    const { body } = await send(id, bytes, type).expect(status);
    expect(body.detail).toMatch(detail);
    expect(await getRecord(`Documents/${id}`)).toMatchObject({ contentSize: 0, contentType: null });
  };

  it('that is empty', () => refused('', 'application/pdf', 400, /empty/));
  it('that is another than Content-Type says', () =>
    refused(PNG, 'application/pdf', 415, /^The file is image\/png, not application\/pdf as Content-Type says\.$/));
  it('that is a text with another type', () => refused(TEXT, 'application/pdf', 415, /^The file is text, not application\/pdf/));
  it('that is a part of a form', () =>
    refused(
      '--a\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nGrace\r\n--a--\r\n',
      'multipart/form-data; boundary=a',
      415,
      /^Send the file's bytes as the body, not a form, and its media type as Content-Type/,
    ));
  it('that is a program', () =>
    refused(Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1'), 'application/octet-stream', 415, /Files can be PDF/));
  it('of an unknown format', () => refused(Buffer.from([0, 1, 2, 3]), 'application/octet-stream', 415, /of an unknown format/));
  it('that is an archive', async () => refused(await zipOf({ 'a.txt': 'text' }), 'application/zip', 415, /application\/zip/));
  it('that pretends to be a DOCX', async () =>
    refused(
      await zipOf({ 'a.txt': 'text' }),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      415,
      /application\/zip/,
    ));
  it('that is larger than allowed', () => refused(Buffer.alloc(MAX_BYTES + 1, 'a'), 'text/plain', 413, /larger than 300000 bytes/));
  it('that is an image and, behind it, a page', async () => {
    const id = await newDocument();
    const both = Buffer.concat([PNG, Buffer.from('<html><script>alert(1)</script></html>')]);
    await send(id, both, 'text/html').expect(415);
    await send(id, both, 'image/png').expect(200);
    const { headers } = await receive(id).expect(200).expect('Content-Type', 'image/png');
    expect(headers['content-disposition']).toMatch(/^attachment/);
  });

  it('that is compressed', async () => {
    const id = await newDocument();
    await send(id, Buffer.from('H4sIAAAAAAAAA0vOzy8oSi0uTk0BAAAA//8DAA==', 'base64'), 'text/plain')
      .set('Content-Encoding', 'gzip')
      .expect(415);
  });

  it('of 1 GB, before or after it has been sent', async () => {
    const id = await newDocument();
    const { port } = service.app.getHttpServer().address() as { port: number };
    const path = `/api/Documents/${id}/Content`;
    const announced = await new Promise<number>((resolve, reject) => {
      const request = httpRequest({ port, path, method: 'POST', headers: { 'Content-Length': 2 ** 30, 'Content-Type': 'text/plain' } });
      request.on('response', (response) => resolve(response.statusCode ?? 0)).on('error', reject);
      request.write('a');
    });
    expect(announced).toBe(413);
    const streamed = await new Promise<number>((resolve, reject) => {
      const request = httpRequest({ port, path, method: 'POST', headers: { 'Content-Type': 'text/plain' } });
      const piece = Buffer.alloc(2 ** 16, 'a');
      let isAnswered = false;
      const more = (): void => {
        while (!isAnswered && request.write(piece));
      };
      request.on('drain', more).on('error', reject);
      request.on('response', (response) => {
        isAnswered = true;
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
      more();
    });
    expect(streamed).toBe(413);
  });

  it('that is not sent completely', async () => {
    const id = await newDocument();
    const { port } = service.app.getHttpServer().address() as { port: number };
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST /api/Documents/${id}/Content HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nhalf`,
          () => socket.destroy(),
        );
      });
      socket.on('close', () => resolve());
    });
    // a complete one afterwards: by then the service has seen the end of the other
    await withText('after');
    while (temporaryFiles().length > 0) await pause(5);
    expect(await getRecord(`Documents/${id}`)).toMatchObject({ contentSize: 0 });
  });

  it('as far as it is beyond the length that was announced', async () => {
    const id = await newDocument();
    const { port } = service.app.getHttpServer().address() as { port: number };
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `POST /api/Documents/${id}/Content HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nshort and more`,
        ),
      );
      // what follows is no request, which ends the connection
      socket.resume().on('close', () => resolve());
    });
    while (temporaryFiles().length > 0) await pause(5);
    const { status, body } = await receive(id);
    expect([200, 404]).toContain(status);
    if (status === 200) expect(String(body)).toBe('shor');
  });
});

describe('A file that nothing refers to', () => {
  it('is removed when its request ends, or an hour after a crash', async () => {
    const before = storedFiles().length;
    const id = await newDocument();
    const { headers } = await service.http.get(`/api/Documents/${id}`).expect(200);
    await updateRecord(`Documents/${id}`, { name: 'Another' });
    await send(id, 'refused', 'text/plain')
      .set('If-Match', headers['etag'] as string)
      .expect(412);
    await service.app.get(Housekeeping).catchUp();
    while ((await unusedFiles()).length > 0) await pause(5);
    expect(storedFiles()).toHaveLength(before);
  });

  it('is removed with what had been written of it when the process ended', async () => {
    const key = randomUUID();
    mkdirSync(join(FOLDER, key.slice(0, 2)), { recursive: true });
    for (const ending of ['', '.part']) writeFileSync(join(FOLDER, key.slice(0, 2), `${key}${ending}`), 'half');
    await queryRows(service, 'INSERT INTO unused_file (storageKey, removeAfter) VALUES (?, ?)', [key, '2026-01-01 00:00:00.000']);
    await service.app.get(Housekeeping).catchUp();
    while ((await unusedFiles()).length > 0) await pause(5);
    expect(storedFiles().filter((path) => path.includes(key))).toEqual([]);
  });
});

describe('A folder of files that fails', () => {
  it('makes requests for files fail with a 503, and nothing is stored', async () => {
    const folder = join(tmpdir(), `files-${randomUUID()}`);
    const failing = await startApp({ DEMO_DATA: 'false', FILES_FOLDER: folder });
    const client = apiClient(() => failing);
    const { id: candidateID } = await client.createRecord('Candidates');
    const { id } = await client.createRecord('Documents', { name: 'Resume', candidateID });
    const path = `/api/Documents/${id}/Content`;
    const sent = () => failing.http.post(path).set('Content-Type', 'text/plain').send(TEXT);
    writeFileSync(folder, 'no folder');
    const { body } = await sent().expect(503).expect('Retry-After', '30');
    expect(body).toMatchObject({ type: '/problems/file-storage-unavailable' });
    expect(await client.getRecord(`Documents/${id}`)).toMatchObject({ contentSize: 0 });
    rmSync(folder);
    await sent().expect(200);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'no folder');
    await failing.http.get(path).expect(503);
    await failing.close();
    rmSync(folder);
  });
});
