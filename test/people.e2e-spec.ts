import { setTimeout as pause } from 'node:timers/promises';
import type { Body } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { addTag, Automations, bodyOf, idIn, type Json } from './support/automations';
import { inTransaction } from './support/database';
import { WebhookReceiver } from './support/receiver';

const LIMIT = 2;
const EMAIL = { type: 'sendEmail', params: { subject: 'News', body: 'Hello {{firstName}}' } };
const SMS = { type: 'sendSms', params: { text: 'Hello {{firstName}}' } };
/** They run for candidates. */
const CANDIDATES = { eventID: 2 };

let service: TestApp;
let gateway: WebhookReceiver;
let automations: Automations;
let people = 0;
beforeAll(async () => {
  gateway = await WebhookReceiver.open();
  const environment = { DEMO_DATA: 'false', SMS_GATEWAY_URL: gateway.url, MESSAGES_PER_PERSON_PER_DAY: String(LIMIT) };
  service = await startApp(environment);
  automations = new Automations(service);
});
afterAll(async () => {
  await service.close();
  await gateway.close();
});
beforeEach(() => {
  gateway.received.length = 0;
  gateway.respond = (response) => void response.writeHead(204).end();
});

const create = async (path: string, body: object): Promise<number> =>
  ((await service.http.post(`/api/${path}`).send(body).expect(201)).body as { id: number }).id;
const put = (path: string, body: object) => service.http.put(`/api/${path}`).send(body).expect(200);
/** An address and a number that nobody has. */
const somebody = (): { email: string; mobile: string } => {
  people += 1;
  return { email: `person${people}@example.com`, mobile: `+6149157${String(people).padStart(4, '0')}` };
};
const contact = (more: object = {}): Promise<number> => create('Contacts', { firstName: 'Yan', ...somebody(), ...more });
const candidate = (more: object = {}): Promise<number> => {
  const { email: email1, mobile } = somebody();
  return create('Candidates', { lastName: 'Quinn', email1, mobile, ...more });
};
const run = (id: number, actions: object[], more: object = {}) => automations.run({ filters: idIn(id), actions, ...more });
const actionsOf = async (id: number, actions: object[], more: object = {}): Promise<string[]> =>
  (await run(id, actions, more)).records.flatMap((record) => record.actions.map(({ outcome, detail }) => detail ?? outcome));

describe('An automation that does more than send messages', () => {
  it('takes who has opted out, and skips only the message; the dry run says so, too', async () => {
    const id = await contact({ optOut: true });
    const { run: ran, records, automation } = await run(id, [addTag('Welcome'), EMAIL]);
    expect(ran).toMatchObject({ matched: 1, excluded: 0, processed: 1 });
    const detail = `The contact ${id} has opted out of messages.`;
    expect(records[0]?.actions).toMatchObject([{ outcome: 'done' }, { outcome: 'skipped', detail }]);
    const { body } = await service.http.post(`/api/Automation/${automation.id}/Runs?dryRun=true`).expect(200);
    expect(body).toMatchObject({ matched: 1, excluded: 0, taken: 1 });
    const { body: explained } = await service.http.get(`/api/Automation/${automation.id}/Explain?recordId=${id}`).expect(200);
    expect(explained).toMatchObject({ taken: true });
  });

  it('leaves them out if messages are all it does', async () => {
    expect((await run(await contact({ optOut: true }), [EMAIL, SMS])).run).toMatchObject({ matched: 1, excluded: 1, taken: 0 });
  });
});

describe('Somebody who has opted out gets no message as another record either', () => {
  it.each<[how: string, actions: object[], make: () => Promise<[id: number, reason: RegExp]>]>([
    [
      'with the same e-mail address in another case',
      [EMAIL],
      async () => {
        const { email } = somebody();
        const other = await contact({ email: email.toUpperCase(), optOut: true });
        return [await contact({ email }), new RegExp(`^The contact ${other}, the same person by e-mail address or link, has opted out`)];
      },
    ],
    [
      'with the same second e-mail address',
      [EMAIL],
      async () => {
        const { email } = somebody();
        const other = await candidate({ email2: email, optOut: true });
        return [await contact({ email }), new RegExp(`^The candidate ${other}, the same person`)];
      },
    ],
    [
      'with the same number in another form',
      [SMS],
      async () => {
        const { mobile } = somebody();
        const other = await candidate({ mobile: mobile.replace('+61', '0'), countryCode: 'AU', optOut: true });
        return [await contact({ mobile }), new RegExp(`^The candidate ${other}, the same person by mobile number`)];
      },
    ],
    [
      'that is linked with the record',
      [EMAIL],
      async () => {
        const linkedCandidateID = await candidate({ optOut: true });
        return [await contact({ linkedCandidateID }), new RegExp(`^The candidate ${linkedCandidateID}, the same person`)];
      },
    ],
  ])('%s', async (_, actions, make) => {
    const [id, reason] = await make();
    expect(await actionsOf(id, [addTag('Welcome'), ...actions])).toEqual(['done', expect.stringMatching(reason)]);
  });

  it('and that is linked from a contact', async () => {
    const id = await candidate();
    const other = await contact({ linkedCandidateID: id, optOut: true });
    const outcomes = await actionsOf(id, [addTag('Welcome'), EMAIL], CANDIDATES);
    expect(outcomes).toEqual(['done', expect.stringMatching(new RegExp(`^The contact ${other}, the same person`))]);
  });

  it('unless that record has been deleted', async () => {
    const { email } = somebody();
    const other = await contact({ email, optOut: true });
    await service.http.delete(`/api/Contacts/${other}`).expect(204);
    expect(await actionsOf(await contact({ email }), [EMAIL])).toEqual(['done']);
  });

  it('and others are not concerned', async () => {
    await contact({ optOut: true });
    expect(await actionsOf(await contact(), [EMAIL, SMS])).toEqual(['done', 'done']);
  });
});

describe('The daily limit', () => {
  it('is one of the person, in one run and over several', async () => {
    const { email } = somebody();
    const ids = [await contact({ email }), await contact({ email }), await contact({ email })];
    const { records } = await automations.run({ filters: idIn(...ids), actions: [EMAIL, addTag('Told')] });
    expect(records.map(({ actions }) => actions[0]?.outcome)).toEqual(['done', 'done', 'skipped']);
    expect(await actionsOf(ids[0]!, [EMAIL, addTag('Told')])).toEqual([
      `The contact ${ids[0]} has already been sent 2 messages today (daily limit: 2).`,
      'unchanged',
    ]);
  });
});

describe('A message that waits', () => {
  interface Delivery extends Body {
    readonly id: string;
    readonly state: string;
    readonly to: string;
    readonly lastError: string | null;
    readonly runId: number;
  }
  const find = async (id: string): Promise<Delivery> => (await service.http.get(`/api/Deliveries/${id}`).expect(200)).body as Delivery;
  const ofRun = async (runID: number): Promise<Delivery[]> =>
    (await service.http.get(`/api/Deliveries?runId=${runID}`).expect(200)).body as Delivery[];
  async function until(id: string, ...states: string[]): Promise<Delivery> {
    for (;;) {
      const delivery = await find(id);
      if (states.includes(delivery.state)) return delivery;
      await pause(10);
    }
  }
  /** A text message whose first attempt has failed. */
  async function waiting(id: number, more: object = {}): Promise<Delivery> {
    gateway.respond = (response) => void response.writeHead(503).end();
    const { run: ran } = await run(id, [SMS], more);
    const [delivery] = await ofRun(ran.id);
    const failed = await until(delivery!.id, 'failed');
    gateway.respond = (response) => void response.writeHead(204).end();
    gateway.received.length = 0;
    return failed;
  }
  /** The next attempt, at once. */
  const again = async (id: string): Promise<Delivery> => {
    await service.http.post(`/api/Deliveries/${id}/Resend`).expect(200);
    return until(id, 'sent', 'cancelled');
  };

  it.each<[what: string, change: (id: number, mobile: string) => unknown, reason: RegExp]>([
    ['has opted out', (id) => put(`Contacts/${id}`, { optOut: true }), /^The contact \d+ has opted out of messages\.$/],
    ['has been deleted', (id) => service.http.delete(`/api/Contacts/${id}`).expect(204), /^The contact \d+ has been deleted\.$/],
    [
      'has no number',
      (id) => put(`Contacts/${id}`, { mobile: '' }),
      /^The contact \d+ has no mobile number that can be called any more\.$/,
    ],
    ['has opted out as another record', (_, mobile) => contact({ mobile, optOut: true }), /^The contact \d+, the same person by mobile/],
  ])('is cancelled when the person %s meanwhile', async (_, change, reason) => {
    const { mobile } = somebody();
    const id = await contact({ mobile });
    const delivery = await waiting(id);
    await change(id, mobile);
    expect(await again(delivery.id)).toMatchObject({ state: 'cancelled', lastError: expect.stringMatching(reason) as string });
    expect(gateway.received).toEqual([]);
  });

  it('goes to the present number', async () => {
    const id = await contact();
    const delivery = await waiting(id);
    const { mobile } = somebody();
    await put(`Contacts/${id}`, { mobile });
    expect(await again(delivery.id)).toMatchObject({ state: 'sent', to: mobile });
    expect(JSON.parse(gateway.received[0]!.body)).toMatchObject({ to: mobile });
  });

  it('can be cancelled, and sent after all', async () => {
    const delivery = await waiting(await contact());
    for (let time = 0; time < 2; time++) {
      const { body } = await service.http.post(`/api/Deliveries/${delivery.id}/Cancel`).expect(200);
      expect(body).toMatchObject({ state: 'cancelled', lastError: 'Cancelled by hand.' });
      expect(body).not.toHaveProperty('nextAttemptDate');
    }
    const { body: audit } = await service.http.get('/api/Audit?type=Delivery&action=cancelled').expect(200);
    expect(audit).toHaveLength(1);
    expect(await again(delivery.id)).toMatchObject({ state: 'sent' });
    const { body: problem } = await service.http.post(`/api/Deliveries/${delivery.id}/Cancel`).expect(409);
    expect(problem).toMatchObject({ detail: 'The delivery has been sent; only one that waits can be cancelled.' });
  });

  it('can be cancelled with all others of its run', async () => {
    const ids = [await contact(), await contact()];
    gateway.respond = (response) => void response.writeHead(503).end();
    const response = await service.http
      .post('/api/Automation?runNow=true')
      .send(bodyOf({ filters: idIn(...ids), actions: [SMS] }))
      .expect(200);
    const ran = await automations.waitForRun(response.headers['location'] as string);
    for (const { id } of await ofRun(ran.id)) await until(id, 'failed');
    const cancelled = async (): Promise<Json> =>
      (await service.http.post(`/api/AutomationRuns/${ran.id}/CancelDeliveries`).expect(200)).body as Json;
    expect(await cancelled()).toEqual({ cancelled: 2 });
    expect(await cancelled()).toEqual({ cancelled: 0 });
    for (const { state, lastError } of await ofRun(ran.id)) {
      expect(state).toBe('cancelled');
      expect(lastError).toMatch(/^Cancelled with its run, by /);
    }
    await service.http.post('/api/AutomationRuns/999999/CancelDeliveries').expect(404);
  });

  it('is not cancelled with its run when an attempt has just begun', async () => {
    const { id, runId } = await waiting(await contact());
    let cancelled: Promise<Json> | undefined;
    await inTransaction(service, async ({ em }) => {
      await em.query("UPDATE delivery SET state = 'sending', leaseID = 'mine', dueAt = NULL WHERE publicID = ?", [id]);
      cancelled = service.http
        .post(`/api/AutomationRuns/${runId}/CancelDeliveries`)
        .expect(200)
        .then(({ body }) => body as Json);
      await pause(300);
    });
    expect(await cancelled).toEqual({ cancelled: 0 });
    expect(await find(id)).toMatchObject({ state: 'sending' });
  });
});
