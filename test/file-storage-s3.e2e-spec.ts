import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Housekeeping } from '../src/core/housekeeping';
import { apiClient } from './support/api-client';
import { startApp, type TestApp } from './support/app';

/** A service like S3, as far as objects are concerned. */
const objects = new Map<string, { bytes: Buffer; type: string }>();
let isDown = false;
/** Requests that are not answered, while it is silent. */
let unanswered: ServerResponse[] | undefined;
const server: Server = createServer((request, response) => {
  void (async () => {
    const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
    const sent = await buffer(request);
    if (unanswered) return void unanswered.push(response);
    if (!/^AWS4-HMAC-SHA256 Credential=test-key\//.test(String(request.headers.authorization))) refuse(response, 403, 'AccessDenied');
    else if (isDown) refuse(response, 400, 'Refused');
    else if (request.method === 'GET') answer(response, path, request.headers.range);
    else {
      if (request.method === 'PUT') objects.set(path, { bytes: sent, type: String(request.headers['content-type']) });
      else objects.delete(path);
      response.writeHead(request.method === 'PUT' ? 200 : 204).end();
    }
  })();
});

const refuse = (response: ServerResponse, status: number, code: string): void =>
  void response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);

function answer(response: ServerResponse, path: string, range = ''): void {
  const object = objects.get(path);
  if (!object) return refuse(response, 404, 'NoSuchKey');
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  response.writeHead(from === undefined ? 200 : 206, { 'Content-Type': object.type });
  response.end(from === undefined ? object.bytes : object.bytes.subarray(Number(from), Number(to) + 1));
}

let service: TestApp;
const { createRecord, getRecord, deleteRecord } = apiClient(() => service);
const before = { ...process.env };
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test-key', AWS_SECRET_ACCESS_KEY: 'test-secret' });
  const FILES_BUCKET_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = await startApp({ DEMO_DATA: 'false', FILES_BUCKET: 'contents', FILES_BUCKET_ENDPOINT });
});
afterAll(async () => {
  await service.close();
  server.closeAllConnections();
  server.close();
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
});

const newDocument = async (): Promise<number> =>
  (await createRecord('Documents', { name: 'Resume', candidateID: (await createRecord('Candidates')).id })).id;
const send = (id: number, text: string) => service.http.post(`/api/Documents/${id}/Content`).set('Content-Type', 'text/plain').send(text);
const receive = (id: number) => service.http.get(`/api/Documents/${id}/Content`).buffer(true);

describe('Contents in a bucket', () => {
  it('are stored, read in parts, and removed', async () => {
    const id = await newDocument();
    await send(id, '0123456789').expect(200);
    expect([...objects.values()].map(({ bytes, type }) => [String(bytes), type])).toEqual([['0123456789', 'text/plain']]);
    expect([...objects.keys()][0]).toMatch(/^\/contents\/[0-9a-f-]{36}$/);
    expect((await receive(id).expect(200)).text).toBe('0123456789');
    expect((await receive(id).set('Range', 'bytes=2-4').expect(206)).text).toBe('234');
    while ((await getRecord(`Documents/${id}`))['textState'] === 'pending') await pause(10);
    expect(await getRecord(`Documents/${id}/Text`)).toMatchObject({ state: 'done', text: '0123456789' });
    await deleteRecord(`Documents/${id}`);
    while (objects.size > 0) await pause(10);
  });

  it('are a 404 that says so where the object is missing', async () => {
    const id = await newDocument();
    await send(id, 'lost').expect(200);
    objects.clear();
    expect((await receive(id).expect(404)).text).toContain('/problems/file-missing');
  });

  it('are a 503 while the bucket refuses, and nothing is stored', async () => {
    const id = await newDocument();
    isDown = true;
    const { body } = await send(id, 'refused').expect(503);
    isDown = false;
    expect(body).toMatchObject({ type: '/problems/file-storage-unavailable' });
    expect(await getRecord(`Documents/${id}`)).toMatchObject({ contentSize: 0 });
    await send(id, 'accepted').expect(200);
  });

  it('keep nothing else waiting while the bucket does not answer', async () => {
    const id = await newDocument();
    await send(id, 'to be removed').expect(200);
    while ((await getRecord(`Documents/${id}`))['textState'] === 'pending') await pause(10);
    const silent: ServerResponse[] = (unanswered = []);
    await deleteRecord(`Documents/${id}`);
    while (silent.length === 0) await pause(10);
    await createRecord('Candidates');
    await service.app.get(Housekeeping, { strict: false }).catchUp();
    unanswered = undefined;
    for (const response of silent) refuse(response, 400, 'Refused');
  });

  it('leave the reason in the log, which the response does not tell', async () => {
    const FILES_BUCKET_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const logging = await startApp({ DEMO_DATA: 'false', FILES_BUCKET: 'contents', FILES_BUCKET_ENDPOINT, LOG_LEVEL: 'error' });
    const { createRecord: create } = apiClient(() => logging);
    const { id } = await create('Documents', { name: 'Resume', candidateID: (await create('Candidates')).id });
    isDown = true;
    let log = '';
    const writing = jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((log += String(text))));
    const { text } = await logging.http.post(`/api/Documents/${id}/Content`).set('Content-Type', 'text/plain').send('text').expect(503);
    writing.mockRestore();
    isDown = false;
    expect([log.includes('Refused'), text.includes('Refused')]).toEqual([true, false]);
    await logging.close();
  });
});
