import { createKey, createUser, requestAs, WITH_ADMIN, ADMIN_KEY } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import type { Body } from './support/api-client';
import { addTag, bodyOf, idIn, type AutomationInput, type Json, type RunRecord } from './support/automations';
import { advanceTo, setClock, waitUntilIdle } from './support/event-processing';

/** A Wednesday, noon in Sydney. */
const NOW = '2027-03-10T01:00:00.000Z';
const DAILY = { timeZone: 'Australia/Sydney', schedule: { kind: 'daily', at: '14:00' } };
const [ADMINISTRATOR, CONSULTANT, READ_ONLY] = [1, 2, 4];

let service: TestApp;
let people: number[];
/** Who writes automations, who starts them, an administrator, and one who only reads. */
const keys = { author: '', starter: '', chief: '', reader: '' };
const ids = { author: 0, starter: 0, chief: 0, reader: 0 };
type Who = keyof typeof keys;

beforeAll(async () => {
  service = await startApp({ ...WITH_ADMIN, CLOCK_START: NOW, APPROVE_ABOVE: '2' });
  const roles: Record<Who, number> = { author: CONSULTANT, starter: CONSULTANT, chief: ADMINISTRATOR, reader: READ_ONLY };
  for (const who of Object.keys(roles) as Who[]) {
    ids[who] = await createUser(service, { name: who, roleID: roles[who] });
    keys[who] = (await createKey(service, { name: who, userID: ids[who] })).key;
  }
});
beforeEach(async () => {
  await waitUntilIdle(service);
  await setClock(service, NOW);
  people = [await contact(), await contact(), await contact()];
});
afterAll(() => service.close());

const as = (who: Who, method: 'get' | 'post' | 'put' | 'delete', path: string) =>
  requestAs(service, keys[who], method, path.startsWith('/') ? path : `/api/${path}`);
const contact = async (): Promise<number> =>
  ((await requestAs(service, ADMIN_KEY, 'post', '/api/Contacts').send({ surname: 'Approved' }).expect(201)).body as { id: number }).id;
const save = async (input: AutomationInput = {}, who: Who = 'author'): Promise<number> => {
  const body = bodyOf({ name: 'Large', filters: idIn(...people), actions: [addTag('Approved')], ...input });
  return ((await as(who, 'post', 'Automation').send(body).expect(200)).body as { id: number }).id;
};
const start = async (id: number, body?: object): Promise<string> => {
  const { headers } = await as('starter', 'post', `Automation/${id}/Runs`).send(body).expect(202);
  await waitUntilIdle(service);
  return headers['location'] as string;
};
const found = async <T = Json>(path: string): Promise<T> => {
  await waitUntilIdle(service);
  return (await as('author', 'get', path).expect(200)).body as T;
};
const runsOf = async (id: number): Promise<Json[]> => (await as('author', 'get', `Automation/${id}/Runs`).expect(200)).body as Json[];
const approve = (who: Who, path: string, body?: object) => as(who, 'post', `${path}/Approve`).send(body);
const tagged = async (): Promise<number> => {
  const tags = await Promise.all(people.map(async (id) => (await as('author', 'get', `Contacts/${id}/Tags`).expect(200)).body as Json[]));
  return tags.filter(({ length }) => length > 0).length;
};
const messages = async (who: Who): Promise<string[]> =>
  ((await as(who, 'get', 'Me/Notifications').expect(200)).body as { message: string }[]).map(({ message }) => message);

describe('A run over more records than APPROVE_ABOVE', () => {
  it('is planned, acts on none, and tells administrators and its user', async () => {
    const id = await save();
    const path = await start(id);
    expect(await found(path)).toMatchObject({ status: 'awaitingApproval', reason: '3 records require approval', taken: 3, processed: 0 });
    expect(await found<RunRecord[]>(`${path}/Records`)).toMatchObject(people.map((recordId) => ({ recordId, outcome: 'planned' })));
    expect(await tagged()).toBe(0);
    const message = `The run ${path.split('/').pop()} of the automation Large waits for approval: 3 records require approval.`;
    for (const who of ['author', 'chief'] as const) expect(await messages(who)).toContain(message);
    expect(await messages('starter')).not.toContain(message);
    expect((await as('author', 'get', `Automation/${id}/Runs?status=awaitingApproval`).expect(200)).body).toHaveLength(1);
  });

  it('goes on once somebody else than who started it approves it, and says who did', async () => {
    const path = await start(await save());
    const { body } = await approve('starter', path).expect(403);
    expect((body as Body)['detail']).toContain('somebody else must approve it');
    await approve('reader', path).expect(403);
    expect(await found(path)).toMatchObject({ status: 'awaitingApproval' });
    expect((await approve('author', path).expect(202)).body).toMatchObject({ status: 'queued', approvedByID: ids.author });
    expect(await found(path)).toMatchObject({ status: 'completed', processed: 3, approvedByID: ids.author });
    expect(await tagged()).toBe(3);
    const audit = (await requestAs(service, ADMIN_KEY, 'get', '/api/Audit?action=approved&limit=1').expect(200)).body as Json[];
    expect(audit).toMatchObject([{ type: 'AutomationRun', recordID: Number(path.split('/').pop()), userID: ids.author }]);
  });

  it('is approved once, by the first of two', async () => {
    const path = await start(await save());
    const answers = await Promise.all([approve('author', path), approve('chief', path)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const [one, other] = answers.map(({ body }) => (body as Json)['approvedByID']);
    expect([ids.author, ids.chief]).toContain(one);
    expect(other).toBe(one);
    expect(await found(path)).toMatchObject({ status: 'completed', processed: 3, approvedByID: one });
    await approve('chief', path).expect(202);
    expect(await found(path)).toMatchObject({ status: 'completed', processed: 3, approvedByID: one });
  });

  it('is refused by cancelling it', async () => {
    const path = await start(await save());
    expect((await as('chief', 'post', `${path}/Cancel`).expect(200)).body).toMatchObject({ status: 'cancelled', skipped: 3 });
    await approve('chief', path).expect(409);
    expect(await tagged()).toBe(0);
  });

  it('does what the automation does when it is approved; a version that is named must be that', async () => {
    const id = await save();
    const path = await start(id);
    const { automationVersion } = await found<{ automationVersion: number }>(path);
    await as('author', 'put', `Automation/${id}`)
      .send({ actionsJSON: JSON.stringify([addTag('Edited')]) })
      .expect(200);
    expect(await found(path)).toMatchObject({ status: 'awaitingApproval' });
    expect((await approve('chief', path, { automationVersion }).expect(409)).text).toContain(`version ${automationVersion + 1} now`);
    await approve('chief', path, { automationVersion: 0 }).expect(400);
    await approve('chief', path, { automationVersion: automationVersion + 1 }).expect(202);
    expect(await found(path)).toMatchObject({ status: 'completed', automationVersion: automationVersion + 1 });
    expect(JSON.stringify((await as('author', 'get', `Contacts/${people[0]}/Tags`)).body)).toContain('Edited');
  });

  it('waits again to retry what failed, if the automation has been changed since', async () => {
    const failing = { type: 'sendEmail', params: { subject: 'Hello', body: 'Hello' } };
    const id = await save({ actions: [failing] });
    const path = await start(id);
    await approve('author', path).expect(202);
    expect(await found(path)).toMatchObject({ status: 'completed', failed: 3 });
    await as('starter', 'post', `${path}/Retry`).expect(202);
    expect(await found(path)).toMatchObject({ status: 'completed', failed: 3 });
    await as('author', 'put', `Automation/${id}`)
      .send({ actionsJSON: JSON.stringify([addTag('Approved')]) })
      .expect(200);
    await as('starter', 'post', `${path}/Retry`).expect(202);
    const again = await found(path);
    expect(again).toMatchObject({ status: 'awaitingApproval', reason: 'the automation has been changed since its approval' });
    expect(again).not.toHaveProperty('approvedByID');
    await approve('chief', path).expect(202);
    expect(await found(path)).toMatchObject({ status: 'completed', processed: 3, failed: 0 });
  });

  it('waits again to go on, if a template has been changed since', async () => {
    const texts = { kind: 'text', recordType: 'Contact', text: 'Approved' };
    const template = { name: 'To be approved', ...texts };
    const { id: templateId } = (await as('author', 'post', 'Automation/Templates').send(template).expect(201)).body as { id: number };
    const failing = { type: 'sendEmail', params: { subject: 'Hello', body: 'Hello' } };
    const id = await save({ actions: [{ type: 'createNote', params: { templateId } }, failing] });
    const path = await start(id);
    await approve('chief', path).expect(202);
    expect(await found(path)).toMatchObject({ status: 'completed', failed: 3 });
    await as('author', 'put', `Automation/Templates/${templateId}`).send({ name: 'Approved' }).expect(200);
    await as('starter', 'post', `${path}/Retry`).expect(202);
    expect(await found(path)).toMatchObject({ status: 'completed', approvedByID: ids.chief });
    await as('author', 'put', `Automation/Templates/${templateId}`).send({ text: 'Not approved' }).expect(200);
    await as('starter', 'post', `${path}/Retry`).expect(202);
    expect(await found(path)).toMatchObject({
      ...{ status: 'awaitingApproval', reason: 'the automation has been changed since its approval' },
    });
    await approve('author', path).expect(202);
    expect(await found(path)).toMatchObject({ status: 'completed', approvedByID: ids.author });
  });

  it('ends when its automation is paused', async () => {
    const id = await save();
    const path = await start(id);
    await as('author', 'put', `Automation/${id}`).send({ statusID: 2 }).expect(200);
    expect(await found(path)).toMatchObject({ status: 'skipped', reason: 'paused', skipped: 3 });
    await approve('chief', path).expect(409);
  });

  it('passes over records that no longer match when it is approved', async () => {
    const path = await start(await save());
    await as('author', 'delete', `Contacts/${people[1]}`).expect(204);
    await approve('chief', path).expect(202);
    expect(await found(path)).toMatchObject({ status: 'completed', taken: 3, processed: 2, skipped: 1 });
  });

  it('is announced by the dry run', async () => {
    const id = await save();
    expect((await as('author', 'post', `Automation/${id}/Runs?dryRun=true`).expect(200)).body).toMatchObject({ requiresApproval: true });
    const few = { recordIds: people.slice(0, 2) };
    expect((await as('author', 'post', `Automation/${id}/Runs?dryRun=true`).send(few).expect(200)).body).toMatchObject({
      requiresApproval: false,
    });
    expect(await found(await start(id, few))).toMatchObject({ status: 'completed', processed: 2 });
  });
});

describe('A scheduled run over more records than APPROVE_ABOVE', () => {
  it('is not approved by its user nor by who wrote it, and replaces an earlier one that still waits', async () => {
    const id = await save({ triggerID: 2, schedule: DAILY, userId: ids.starter }, 'chief');
    await advanceTo(service, '2027-03-10T03:00:00.000Z');
    await advanceTo(service, '2027-03-11T03:00:00.000Z');
    const [second, first] = await runsOf(id);
    expect(first).toMatchObject({ status: 'skipped', reason: `superseded by run ${String(second!['id'])}` });
    expect(second).toMatchObject({ status: 'awaitingApproval', taken: 3 });
    const path = `/api/AutomationRuns/${String(second!['id'])}`;
    for (const who of ['chief', 'starter'] as const) await approve(who, path).expect(403);
    await approve('author', path).expect(202);
    expect(await found(path)).toMatchObject({ status: 'completed', processed: 3 });
    await as('chief', 'delete', `Automation/${id}`).expect(204);
  });

  it('is replaced by a later one that is small enough to go on at once', async () => {
    const id = await save({ triggerID: 2, schedule: DAILY });
    await advanceTo(service, '2027-03-10T03:00:00.000Z');
    await as('author', 'delete', `Contacts/${people[2]}`).expect(204);
    await advanceTo(service, '2027-03-11T03:00:00.000Z');
    const [second, first] = await runsOf(id);
    expect(second).toMatchObject({ status: 'completed', processed: 2 });
    expect(first).toMatchObject({ status: 'skipped', reason: `superseded by run ${String(second!['id'])}`, processed: 0 });
    await approve('chief', `/api/AutomationRuns/${String(first!['id'])}`).expect(409);
    await as('author', 'delete', `Automation/${id}`).expect(204);
  });

  it('is approved by user 1, too, to whom the first key of a database belongs', async () => {
    const { key } = await createKey(service, { name: 'The first', userID: 1 });
    const id = await save({ triggerID: 2, schedule: DAILY });
    await advanceTo(service, '2027-03-10T03:00:00.000Z');
    const path = `/api/AutomationRuns/${String((await runsOf(id))[0]!['id'])}`;
    await requestAs(service, key, 'post', `${path}/Approve`).expect(202);
    expect(await found(path)).toMatchObject({ status: 'completed', processed: 3, approvedByID: 1 });
    await as('author', 'delete', `Automation/${id}`).expect(204);
  });
});

describe('A run for events of more records than APPROVE_ABOVE', () => {
  it('waits too, and loses none of them', async () => {
    const id = await save({ triggerID: 1, eventID: 17, filters: undefined });
    const csv = `surname\n${['One', 'Two', 'Three', 'Four'].join('\n')}\n`;
    await as('chief', 'post', 'Contacts/Import').set('Content-Type', 'text/csv').send(csv).expect(200);
    await waitUntilIdle(service);
    const waiting = await runsOf(id);
    expect(waiting).toMatchObject([{ status: 'awaitingApproval', taken: 4, trigger: 'event' }]);
    await approve('chief', `/api/AutomationRuns/${String(waiting[0]!['id'])}`).expect(202);
    expect(await found(`/api/AutomationRuns/${String(waiting[0]!['id'])}`)).toMatchObject({ status: 'completed', processed: 4 });
    await as('author', 'delete', `Automation/${id}`).expect(204);
  });
});
