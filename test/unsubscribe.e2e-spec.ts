import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { named } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { Automations, bodyOf, idIn, type Json } from './support/automations';

const folder = mkdtempSync(join(tmpdir(), 'unsubscribe-'));
const EMAIL = { type: 'sendEmail', params: { subject: 'News', body: 'Hello {{firstName}}' } };
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const HTML = /^text\/html; charset=utf-8$/;

let service: TestApp;
let automations: Automations;
let people = 0;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', OUTBOX_FOLDER: folder, PUBLIC_URL: 'https://hr.example.com/api-of-ours/' });
  automations = new Automations(service);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const create = async (path: string, body: object): Promise<number> =>
  ((await service.http.post(`/api/${path}`).send(named(path, body)).expect(201)).body as { id: number }).id;
const get = async (path: string): Promise<Json> => (await service.http.get(`/api/${path}`).expect(200)).body as Json;
const address = (): string => `reader${++people}@example.com`;

/** Sends an e-mail to a contact. @returns its header lines, unfolded */
async function mailTo(id: number, input: Json = {}): Promise<string> {
  const { automation } = await automations.run({ filters: idIn(id), actions: [EMAIL], ...input });
  for (;;) {
    const { body } = await service.http.get('/api/Deliveries?limit=1000').expect(200);
    const delivery = (body as Json[]).find((each) => each['automationId'] === automation.id);
    if (delivery?.['state'] === 'sent') {
      const file = readdirSync(folder).find((name) => name.includes(String(delivery['id'])));
      return readFileSync(join(folder, file!), 'utf8')
        .split('\r\n\r\n')[0]!
        .replaceAll(/\r\n[ \t]+/g, ' ');
    }
    await pause(20);
  }
}

/** The path of the link of an e-mail, as the service behind the public address gets it. */
const pathIn = (mail: string): string =>
  /^List-Unsubscribe: <https:\/\/hr\.example\.com\/api-of-ours(\/unsubscribe\/[^>]+)>$/m.exec(mail)![1]!;

describe('An e-mail to a person', () => {
  it('has the headers of one-click unsubscribing, with a link of its own', async () => {
    const [one, other] = [await create('Contacts', { email: address() }), await create('Contacts', { email: address() })];
    const mail = await mailTo(one);
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(pathIn(await mailTo(one))).toBe(pathIn(mail));
    expect(pathIn(await mailTo(other))).not.toBe(pathIn(mail));
  });

  it('is not one to a client, which cannot opt out', async () => {
    const id = await create('Clients', { name: 'Harbour Cranes', email: address() });
    expect(await mailTo(id, { eventID: 26, actions: [{ type: 'sendEmail', params: { subject: 'News', body: 'Hello' } }] })).not.toMatch(
      /List-Unsubscribe/,
    );
  });
});

describe('A text', () => {
  it('contains the link where it says so, in messages, dry runs and previews alike', async () => {
    const id = await create('Contacts', { email: address() });
    const actions = [
      { type: 'sendEmail', params: { subject: 'News', body: 'Stop: {{unsubscribeUrl}}', html: '<a href="{{unsubscribeUrl}}">Stop</a>' } },
    ];
    const mail = await mailTo(id, { actions });
    const url = `https://hr.example.com/api-of-ours${pathIn(mail)}`;
    const { automation } = await automations.run({ filters: idIn(id), actions });
    const { body } = await service.http.post(`/api/Automation/${automation.id}/Runs?dryRun=true`).expect(200);
    expect(body).toMatchObject({ records: [{ actions: [{ texts: { text: `Stop: ${url}`, html: `<a href="${url}">Stop</a>` } }] }] });
    const preview = { kind: 'sms', recordType: 'Contact', text: '{{ unsubscribeUrl }}', recordId: id };
    expect((await service.http.post('/api/Automation/Templates/Preview').send(preview).expect(200)).body).toMatchObject({ text: url });
  });
});

describe('The link', () => {
  it('shows a page that asks, and changes nothing by that', async () => {
    const id = await create('Contacts', { firstName: 'Xanthippe', email: address() });
    const path = pathIn(await mailTo(id));
    const { text } = await service.http
      .get(path)
      .set('Accept', 'text/html')
      .expect(200)
      .expect('Content-Type', HTML)
      .expect('Cache-Control', 'no-store');
    expect(text).toContain('<form method="post">');
    expect(text).not.toContain('Xanthippe');
    expect(await get(`Contacts/${id}`)).toMatchObject({ optOut: false });
  });

  it.each([
    ['a mail program', ONE_CLICK, 'application/x-www-form-urlencoded'],
    ['the page', '', 'application/x-www-form-urlencoded'],
    [
      'a mail program that sends it in parts',
      '--a\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--a--',
      'multipart/form-data; boundary=a',
    ],
  ])('opts out when %s posts to it, once and again', async (_, body, type) => {
    const id = await create('Contacts', { email: address() });
    const path = pathIn(await mailTo(id));
    for (let time = 0; time < 2; time++) {
      const { text } = await service.http.post(path).set('Content-Type', type).send(body).expect(200).expect('Content-Type', HTML);
      expect(text).toContain('Unsubscribed');
    }
    expect(await get(`Contacts/${id}`)).toMatchObject({ optOut: true });
    const { body: entries } = await service.http.get(`/api/Audit?type=Contact&recordId=${id}&source=link`).expect(200);
    expect(entries).toHaveLength(1);
  });

  it('opts out every record of the person, and no other', async () => {
    const email = address();
    const candidate = await create('Candidates', { lastName: 'Quinn', email1: email.toUpperCase() });
    const linked = await create('Contacts', { email: address(), linkedCandidateID: candidate });
    const id = await create('Contacts', { email });
    const other = await create('Contacts', { email: address() });
    await service.http.post(pathIn(await mailTo(id))).expect(200);
    expect(await get(`Contacts/${id}`)).toMatchObject({ optOut: true });
    expect(await get(`Candidates/${candidate}`)).toMatchObject({ optOut: true });
    expect(await get(`Contacts/${other}`)).toMatchObject({ optOut: false });
    // the same person as the candidate, not as the contact
    expect(await get(`Contacts/${linked}`)).toMatchObject({ optOut: false });
  });

  it('tells nothing about somebody who has been deleted', async () => {
    const id = await create('Contacts', { email: address() });
    const path = pathIn(await mailTo(id));
    const known = [(await service.http.get(path)).text, (await service.http.post(path)).text];
    await service.http.delete(`/api/Contacts/${id}`).expect(204);
    expect([(await service.http.get(path).expect(200)).text, (await service.http.post(path).expect(200)).text]).toEqual(known);
  });

  it.each<[what: string, change: (path: string) => string]>([
    ['a signature that is shorter', (path) => path.slice(0, -1)],
    ['another signature', (path) => path.replace(/\.(.)/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`)],
    ['no signature', (path) => path.replace(/\..*/, '')],
    ['another person', (path) => path.replace(/[^/]+\./, `${Buffer.from('Contact/1').toString('base64url')}.`)],
    ['a type that there is not', (path) => path.replace(/[^/]+\./, `${Buffer.from('Planet/1').toString('base64url')}.`)],
    ['nonsense', () => '/unsubscribe/%00%E2%82%AC'],
    ['a very long text', () => `/unsubscribe/${'a'.repeat(5000)}`],
  ])('is not valid with %s', async (_, change) => {
    const id = await create('Contacts', { email: address() });
    const path = change(pathIn(await mailTo(id)));
    for (const response of [await service.http.get(path), await service.http.post(path)]) {
      expect(response.status).toBe(404);
      expect(response.headers['content-type']).toMatch(HTML);
    }
    expect(await get(`Contacts/${id}`)).toMatchObject({ optOut: false });
  });

  it('needs no key where the API does', async () => {
    const id = await create('Contacts', { email: address() });
    const path = pathIn(await mailTo(id));
    const closed = await startApp({ DEMO_DATA: 'false', API_KEYS: `admin:${'0'.repeat(64)}`, PUBLIC_URL: 'https://hr.example.com' });
    const { http } = closed;
    await http.get('/api/Contacts').expect(401);
    expect([200, 404]).toContain((await http.get(path)).status);
    await http
      .post('/unsubscribe/x')
      .set('Origin', 'https://mail.example')
      .set('Content-Type', 'application/x-www-form-urlencoded')
      .send(ONE_CLICK)
      .expect(404);
    await closed.close();
  });
});

describe('Without PUBLIC_URL', () => {
  it('there is no link', async () => {
    const other = mkdtempSync(join(tmpdir(), 'unsubscribe-'));
    const plain = await startApp({ DEMO_DATA: 'false', OUTBOX_FOLDER: other });
    const { body } = await plain.http.post('/api/Contacts').send({ surname: 'Quinn', email: address() }).expect(201);
    await new Automations(plain).run({ filters: idIn((body as { id: number }).id), actions: [EMAIL] });
    while (!readdirSync(other).some((name) => name.endsWith('.eml'))) await pause(20);
    const [file] = readdirSync(other).filter((name) => name.endsWith('.eml'));
    expect(readFileSync(join(other, file!), 'utf8')).not.toMatch(/List-Unsubscribe/);
    const actions = [{ type: 'sendSms', params: { text: '{{ unsubscribeUrl }}' } }];
    const { body: problem } = await plain.http
      .post('/api/Automation')
      .send(bodyOf({ filters: idIn(1), actions }))
      .expect(400);
    const detail = 'uses {{unsubscribeUrl}}, which needs the setting PUBLIC_URL';
    expect(problem).toMatchObject({ errors: [{ pointer: '/actionsJSON#/0/params/text', detail }] });
    await plain.close();
    rmSync(other, { recursive: true });
  });
});
