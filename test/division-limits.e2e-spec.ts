import type { OpenAPIObject } from '@nestjs/swagger';
import { pointersOf, type Body } from './support/api-client';
import { ADMIN_KEY, createKey, createUser, requestAs, sendAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { waitUntilIdle } from './support/event-processing';
import { createAsAdmin, makeOffice, type Ids } from './support/offices';
import { operationsOf, type Operation } from './support/operations';

type Method = 'get' | 'post' | 'put' | 'delete';

/** In texts of every record of the other division. */
const MARK = 'Quillfeather';
/** No record has it. */
const NOWHERE = 987_654;
const ADMINISTRATOR = 1;

let service: TestApp;
let operations: Operation[];
let key: string;
let own: Ids;
let foreign: Ids;

const asAdmin = (method: Method, path: string) => requestAs(service, ADMIN_KEY, method, `/api/${path}`);
const asLimited = (method: Method, path: string, body?: object | string) => sendAs(service, key, method, path, body);
const created = (path: string, body: object): Promise<number> => createAsAdmin(service, path, body);

beforeAll(async () => {
  service = await startApp(WITH_ADMIN);
  const [north, south] = [await created('divisions', { name: 'North' }), await created('divisions', { name: MARK })];
  own = await makeOffice(service, north, 'Lindqvist');
  foreign = await makeOffice(service, south, MARK);
  const userID = await createUser(service, { name: 'Limited', roleID: ADMINISTRATOR, divisionIDs: [north] });
  ({ key } = await createKey(service, { name: 'Limited', userID }));
  operations = operationsOf((await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject);
});
afterAll(() => service.close());

/** The records that the first id in a path is of. */
const groupOf = ({ path }: Operation): string => /^\/api\/(\w+)\/\{id\}/.exec(path)?.[1] ?? '';
const withId = ({ path }: Operation, id: number): string =>
  path.replace('{id}', String(id)).replace('{tag}', MARK).replace('{statementId}', '1');
const exampleOf = (operation: Operation): object | string | undefined => operation.body?.example as object | string | undefined;
/** Sends the same request about a hidden record and about none. @returns both responses, without the ids */
async function bothAnswers(hidden: number, send: (id: number) => Promise<{ status: number; text: string }>): Promise<[string, string]> {
  const ids = new RegExp(`\\b(${hidden}|${NOWHERE})\\b`, 'g');
  const responseFor = async (id: number): Promise<string> => {
    const { status, text } = await send(id);
    return `${status} ${text.replace(ids, 'ID')}`;
  };
  return [await responseFor(hidden), await responseFor(NOWHERE)];
}

describe('A caller limited to divisions', () => {
  it('gets for a record of another one what there is for none, on every route', async () => {
    const faults: string[] = [];
    const tried = operations.filter((each) => groupOf(each) in foreign);
    for (const operation of tried) {
      const [hidden, none] = await bothAnswers(foreign[groupOf(operation)]!, (id) =>
        asLimited(operation.method as Method, withId(operation, id), exampleOf(operation)),
      );
      if (hidden !== none || !none.startsWith('404'))
        faults.push(`${operation.name}: ${hidden.slice(0, 300)} instead of ${none.slice(0, 200)}`);
    }
    expect(faults).toEqual([]);
    expect(tried.length).toBeGreaterThan(80);
  });

  it('finds none of their records by reading anything', async () => {
    const faults: string[] = [];
    const tried = operations.filter(
      ({ method, path, isEndless }) => (method === 'get' && !isEndless) || /\/(Query|Search|Filters)$/.test(path),
    );
    for (const operation of tried) {
      const path = withId(operation, own[groupOf(operation)] ?? 1).replace(/\{\w+\}/g, '1');
      const { status, text } = await asLimited(operation.method as Method, path, operation.method === 'get' ? undefined : {});
      if (status < 300 && text.includes(MARK)) faults.push(`${operation.name} (${path})`);
    }
    expect(faults).toEqual([]);
    expect(tried.length).toBeGreaterThan(100);
  });

  it('sees the own ones', async () => {
    const faults: string[] = [];
    for (const [group, id] of Object.entries(own)) {
      const { status } = await asLimited('get', `/api/${group}/${id}`);
      const { body } = await asLimited('get', `/api/${group}`);
      if (status !== 200 || !(body as Body[]).some((each) => each['id'] === id)) faults.push(`${group}: ${status}`);
    }
    expect(faults).toEqual([]);
  });

  it('sees what the own placements lack, and counts no others', async () => {
    const { body, headers } = await asLimited('get', '/api/Placements/Compliance?limit=1000');
    const ids = (body as Body[]).map(({ placementID }) => placementID);
    expect(ids).toContain(own['Placements']);
    expect(ids).not.toContain(foreign['Placements']);
    expect(headers['x-total-count']).toBe(String(ids.length));
  });

  it('cannot refer to a record of another one, as to none', async () => {
    const REFERENCES: readonly (readonly [path: string, field: string, to: string])[] = [
      ['Contacts', 'clientID', 'Clients'],
      ['Candidates', 'candidateClientID', 'Clients'],
      ['Sites', 'clientID', 'Clients'],
      ['Jobs', 'clientID', 'Clients'],
      ['Jobs', 'contact1ID', 'Contacts'],
      ['Jobs', 'siteID', 'Sites'],
      ['Jobs', 'division', 'divisions'],
      ['JobAdverts', 'jobID', 'Jobs'],
      ['Opportunities', 'clientID', 'Clients'],
      ['Applications', 'jobID', 'Jobs'],
      ['Applications', 'candidateID', 'Candidates'],
      ['Interviews', 'applicationID', 'Applications'],
      ['Offers', 'applicationID', 'Applications'],
      ['Placements', 'jobID', 'Jobs'],
      ['Placements', 'candidateID', 'Candidates'],
      ['Placements', 'division', 'divisions'],
      ['Timesheets', 'placementID', 'Placements'],
      ['Activities', 'jobID', 'Jobs'],
      ['Activities', 'candidateID', 'Candidates'],
      ['Activities', 'parentID', 'Activities'],
      ['Documents', 'candidateID', 'Candidates'],
    ];
    const faults: string[] = [];
    for (const [path, field, to] of REFERENCES) {
      for (const [method, at] of [
        ['post', ''],
        ['put', `/${own[path]}${path === 'Candidates' ? '/V2' : ''}`],
      ] as const) {
        const [hidden, none] = await bothAnswers(foreign[to]!, (id) => asLimited(method, `/api/${path}${at}`, { [field]: id }));
        if (hidden !== none || !none.startsWith('400')) faults.push(`${method} ${path} ${field}: ${hidden} instead of ${none}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it.each<[string, (id: number) => object, string]>([
    ['Activities', (id) => ({ typeID: 1, notes: 'Hello', linkedJobIds: [id] }), 'Jobs'],
    ['Users', (id) => ({ name: 'Accomplice', divisionIDs: [id] }), 'divisions'],
  ])('cannot name one in a list of ids of %s', async (path, bodyWith, to) => {
    const [hidden, none] = await bothAnswers(foreign[to]!, (id) => asLimited('post', `/api/${path}`, bodyWith(id)));
    expect(hidden).toBe(none);
    expect(none).toMatch(/^400/);
  });

  it('cannot put one on a saved list or take it off, merge into one, dismiss one, or import over one', async () => {
    const list = await created('Lists', { name: 'Shared', type: 'Candidate' });
    await asAdmin('post', `Lists/${list}/Records`)
      .send({ ids: [foreign['Candidates'], own['Candidates']] })
      .expect(200);
    const [listed, unlisted] = await bothAnswers(foreign['Candidates']!, (id) => asLimited('delete', `/api/Lists/${list}/Records/${id}`));
    expect(listed).toBe(unlisted);
    expect(unlisted).toMatch(/^404/);
    await asLimited('delete', `/api/Lists/${list}/Records/${own['Candidates']}`).expect(204);
    for (const [path, bodyWith] of [
      [`/api/Lists/${list}/Records`, (id: number) => ({ ids: [id] })],
      [`/api/Candidates/${own['Candidates']}/Merge`, (id: number) => ({ candidateIDs: [id] })],
      [`/api/Contacts/${own['Contacts']}/Merge`, (id: number) => ({ contactIDs: [id] })],
      [`/api/Clients/${own['Clients']}/Merge`, (id: number) => ({ clientIDs: [id] })],
      ['/api/Candidates/Duplicates/Dismiss', (id: number) => ({ ids: [own['Candidates']!, id] })],
      ['/api/Contacts/Duplicates/Dismiss', (id: number) => ({ ids: [own['Contacts']!, id] })],
      ['/api/Clients/Duplicates/Dismiss', (id: number) => ({ ids: [own['Clients']!, id] })],
    ] as const) {
      const group = path.split('/')[2]!.replace('Lists', 'Candidates');
      const [hidden, none] = await bothAnswers(foreign[group]!, (id) => asLimited('post', path, bodyWith(id)));
      expect(hidden).toBe(none);
      expect(none).toMatch(/^4/);
    }
    const [hidden, none] = await bothAnswers(foreign['Candidates']!, (id) =>
      requestAs(service, key, 'post', '/api/Candidates/Import?mode=update')
        .set('Content-Type', 'text/csv')
        .send(`id,lastName\n${id},Taken\n`),
    );
    expect(hidden).toBe(none);
    expect((await asAdmin('get', `Candidates/${foreign['Candidates']}`).expect(200)).body).toMatchObject({ lastName: MARK });
  });

  it('sees what belongs to no division, and what others put there', async () => {
    const id = await created('Jobs', { title: 'For everyone' });
    await asLimited('get', `/api/Jobs/${id}`).expect(200);
    await asAdmin('put', `Jobs/${id}`).send({ division: foreign['divisions'] }).expect(200);
    await asLimited('get', `/api/Jobs/${id}`).expect(404);
    await asAdmin('put', `Jobs/${id}`).send({ division: own['divisions'] }).expect(200);
    await asLimited('get', `/api/Jobs/${id}`).expect(200);
  });

  it('creates records of its division, unless it says otherwise', async () => {
    const { body: job } = await asLimited('post', '/api/Jobs', { title: 'Mine' }).expect(201);
    expect(job).toMatchObject({ division: own['divisions'] });
    const { body: contact } = await asLimited('post', '/api/Contacts', { surname: 'Mine' }).expect(201);
    expect(contact).toMatchObject({ divisions: 'North' });
    expect((await asLimited('post', '/api/Jobs', { title: 'Anyone', division: 0 }).expect(201)).body).toMatchObject({ division: 0 });
  });

  it('is not told of candidates of other divisions with the same e-mail address', async () => {
    const person = { lastName: 'Namesake', email1: `${MARK}@example.com` };
    await asLimited('post', '/api/Candidates', person).expect(201);
    const { body } = await asLimited('post', '/api/Candidates', person).expect(409);
    expect(body).toMatchObject({ type: '/problems/duplicate-candidate' });
  });

  it('keeps references to records that it does not see when it changes something else', async () => {
    const id = await created('Jobs', { title: 'Mixed', clientID: foreign['Clients'], division: own['divisions'] });
    const { body } = await asLimited('get', `/api/Jobs/${id}`).expect(200);
    const { body: after } = await asLimited('put', `/api/Jobs/${id}`, { ...(body as object), title: 'Renamed' }).expect(200);
    expect(after).toMatchObject({ title: 'Renamed', clientID: foreign['Clients'] });
    await asLimited('post', `/api/Jobs/${id}/Releases`, {}).expect(201);
  });

  it('states something about a candidate of another one in the own placement', async () => {
    const divisionIDs = [foreign['divisions']];
    await asAdmin('put', `Candidates/${own['Candidates']}/Assignment`).send({ divisionIDs }).expect(200);
    await asLimited('get', `/api/Candidates/${own['Candidates']}`).expect(404);
    const path = `/api/Placements/${own['Placements']}/Compliance`;
    const { items } = (await asLimited('get', path).expect(200)).body as { items: { itemID: number }[] };
    const { body } = await asLimited('post', `${path}/Statements`, { itemID: items[0]!.itemID, text: 'Was here.' }).expect(201);
    expect(body).toMatchObject({ placementID: own['Placements'], candidateID: own['Candidates'] });
    await asAdmin('put', `Candidates/${own['Candidates']}/Assignment`)
      .send({ divisionIDs: [own['divisions']] })
      .expect(200);
  });

  it('cannot get around the limit by users or keys', async () => {
    for (const body of [
      { name: 'Free', divisionIDs: null },
      { name: 'Free', divisionIDs: [own['divisions'], foreign['divisions']] },
    ])
      expect([400, 403]).toContain((await asLimited('post', '/api/Users', body)).status);
    const me = ((await asLimited('get', '/api/Me').expect(200)).body as { userID: number }).userID;
    await asLimited('put', `/api/Users/${me}`, { divisionIDs: null }).expect(403);
    const other = await createUser(service, { name: 'Unlimited', roleID: ADMINISTRATOR });
    await asLimited('post', '/api/ApiKeys', { name: 'Theirs', userID: other }).expect(403);
    await asLimited('put', `/api/Users/${other}`, { email: 'taken.over@example.com' }).expect(403);
    const theirs = await createKey(service, { name: 'Theirs', userID: other });
    await asLimited('post', `/api/ApiKeys/${theirs.id}/Rotate`, {}).expect(403);
    await asLimited('post', `/api/ApiKeys/${theirs.id}/Revoke`, {}).expect(403);
    await asLimited('post', '/api/divisions', { name: 'More' }).expect(403);
    const { body } = await asLimited('post', '/api/Users', { name: 'Colleague' }).expect(201);
    expect(body).toMatchObject({ divisionIDs: [own['divisions']] });
  });
});

describe('A limited administrator', () => {
  it.each<[string, object]>([
    ['deactivate', { isActive: false }],
    ['delete', { deleted: true }],
    ['change the role of', { roleID: 4 }],
    ['limit', { divisionIDs: null }],
  ])('can %s users who see no other divisions, and no others', async (_, body) => {
    const ofOwn = await createUser(service, { name: 'Ours', roleID: ADMINISTRATOR, divisionIDs: [own['divisions']] });
    for (const divisionIDs of [null, [foreign['divisions']], [own['divisions'], foreign['divisions']]]) {
      const id = await createUser(service, { name: 'Theirs', roleID: ADMINISTRATOR, divisionIDs });
      const change = 'divisionIDs' in body ? { divisionIDs: [own['divisions']] } : body;
      const { body: problem } = await asLimited('put', `/api/Users/${id}`, change).expect(403);
      expect((problem as Body)['detail']).toMatch(
        /^(Deactivating|Changing) .* requires access to (all|the same) divisions, which you do not/,
      );
      await asAdmin('put', `Users/${id}`).send(change).expect(200);
    }
    if (!('divisionIDs' in body)) await asLimited('put', `/api/Users/${ofOwn}`, body).expect(200);
  });

  it('is not told of a contact of another division with which a candidate is linked', async () => {
    const linkedCandidateID = await created('Candidates', { lastName: 'Both' });
    const hidden = await created('Contacts', { surname: MARK, linkedCandidateID });
    await asAdmin('put', `Contacts/${hidden}/Assignment`)
      .send({ divisionIDs: [foreign['divisions']] })
      .expect(200);
    const { body } = await asLimited('post', '/api/Contacts', { surname: 'Both', linkedCandidateID }).expect(409);
    expect((body as Body)['detail']).toBe(`Candidate ${linkedCandidateID} is already linked with another contact.`);
    const { body: all } = await asAdmin('post', 'Contacts').send({ surname: 'Both', linkedCandidateID }).expect(409);
    expect((all as Body)['detail']).toBe(`Candidate ${linkedCandidateID} is already linked with contact ${hidden}.`);
  });
});

describe('The divisions of a user', () => {
  it('count from the next request on', async () => {
    const userID = await createUser(service, { name: 'Moved', roleID: ADMINISTRATOR });
    const moved = (await createKey(service, { name: 'Moved', userID })).key;
    const status = async (): Promise<number> => (await requestAs(service, moved, 'get', `/api/Jobs/${foreign['Jobs']}`)).status;
    const limitTo = (divisionIDs: unknown) => asAdmin('put', `Users/${userID}`).send({ divisionIDs });
    expect(await status()).toBe(200);
    expect((await limitTo([own['divisions']]).expect(200)).body).toMatchObject({ divisionIDs: [own['divisions']] });
    expect(await status()).toBe(404);
    expect((await requestAs(service, moved, 'get', '/api/Me').expect(200)).body).toMatchObject({
      scope: { divisions: [own['divisions']] },
    });
    await limitTo([foreign['divisions'], own['divisions'], own['divisions']]).expect(200);
    expect(await status()).toBe(200);
    expect((await limitTo(null).expect(200)).body).toMatchObject({ divisionIDs: null });
    expect((await requestAs(service, moved, 'get', '/api/Me').expect(200)).body).toMatchObject({ scope: { divisions: 'all' } });
  });

  it.each([[[]], [[0]], [['1']], ['1'], [[NOWHERE]]])('cannot be %j', async (divisionIDs) => {
    const { body } = await asAdmin('post', 'Users').send({ name: 'Wrong', divisionIDs }).expect(400);
    expect(pointersOf(body as Body)[0]).toMatch(/^\/divisionIDs/);
  });
});

describe('An automation', () => {
  const tagEveryone = { triggerID: 3, eventID: 17, statusID: 1, filtersJSON: '{"all":true}' };
  const actions = (tag: string) => JSON.stringify([{ type: 'addTag', params: { tag } }]);
  const runOf = async (path: string): Promise<Body[]> => {
    await waitUntilIdle(service);
    return (await asLimited('get', `${path}/Records?limit=1000`).expect(200)).body as Body[];
  };

  it('takes the records that its user sees', async () => {
    const { body, headers } = await asLimited('post', '/api/Automation?runNow=true', {
      ...tagEveryone,
      actionsJSON: actions('Ours'),
    }).expect(200);
    const records = await runOf(headers['location'] as string);
    expect(records.map(({ recordId }) => recordId)).toContain(own['Contacts']);
    expect(records.map(({ recordId }) => recordId)).not.toContain(foreign['Contacts']);
    const { body: matched } = await asLimited('post', '/api/Automation/Search/Contacts/Filters', {
      automationId: (body as Body)['id'],
    }).expect(200);
    expect((matched as Body[]).map(({ id }) => id).sort()).toEqual(records.map(({ recordId }) => recordId).sort());
    const tags = async (id: number | undefined) => JSON.stringify((await asAdmin('get', `Contacts/${id}/Tags`).expect(200)).body);
    expect(await tags(own['Contacts'])).toContain('Ours');
    expect(await tags(foreign['Contacts'])).not.toContain('Ours');
  });

  it('takes what its user sees when it is triggered, too', async () => {
    const body = { triggerID: 1, eventID: 18, statusID: 1, actionsJSON: actions('Noticed') };
    await asLimited('post', '/api/Automation', body).expect(200);
    for (const { Contacts } of [own, foreign]) await asAdmin('put', `Contacts/${Contacts}`).send({ jobTitle: 'Director' }).expect(200);
    await waitUntilIdle(service);
    const tags = async (id: number | undefined) => JSON.stringify((await asAdmin('get', `Contacts/${id}/Tags`).expect(200)).body);
    expect(await tags(own['Contacts'])).toContain('Noticed');
    expect(await tags(foreign['Contacts'])).not.toContain('Noticed');
  });

  it('that waits for matches takes records that matched before, out of sight of its user', async () => {
    const filtersJSON = JSON.stringify({ combinator: 'and', rules: [{ field: 'jobTitle', operator: 'beginsWith', value: 'Curator' }] });
    await asLimited('post', '/api/Automation', {
      triggerID: 1,
      eventID: 25,
      statusID: 1,
      filtersJSON,
      actionsJSON: actions('Found'),
    }).expect(200);
    const id = await created('Contacts', { surname: 'Mover' });
    const assign = (division: number | undefined) => asAdmin('put', `Contacts/${id}/Assignment`).send({ divisionIDs: [division] });
    const rename = async (jobTitle: string): Promise<string> => {
      await asAdmin('put', `Contacts/${id}`).send({ jobTitle }).expect(200);
      await waitUntilIdle(service);
      return JSON.stringify((await asAdmin('get', `Contacts/${id}/Tags`).expect(200)).body);
    };
    await assign(foreign['divisions']).expect(200);
    expect(await rename('Curator')).not.toContain('Found');
    await assign(own['divisions']).expect(200);
    expect(await rename('Curator of maps')).toContain('Found');
  });

  it('of someone who sees more can be neither run, tried, changed nor taken over, and shows of its runs what the caller sees', async () => {
    const { body, headers } = await asAdmin('post', 'Automation?runNow=true')
      .send({ ...tagEveryone, actionsJSON: actions('All') })
      .expect(200);
    const { id, userId } = body as { id: number; userId: number };
    const records = await runOf(headers['location'] as string);
    expect(records.map(({ recordId }) => recordId)).toContain(own['Contacts']);
    expect(records.map(({ recordId }) => recordId)).not.toContain(foreign['Contacts']);
    await asLimited('post', `/api/Automation/${id}/Runs`).expect(403);
    await asLimited('post', `/api/Automation/${id}/Runs?dryRun=true`).expect(403);
    await asLimited('put', `/api/Automation/${id}`, { name: 'Mine' }).expect(403);
    await asLimited('post', '/api/Automation', { ...tagEveryone, userId, actionsJSON: actions('Theirs') }).expect(403);
    await asLimited('get', `/api/Automation/${id}/Explain?recordId=${foreign['Contacts']}`).expect(404);
    await asLimited('get', `/api/Automation/${id}/Explain?recordId=${own['Contacts']}`).expect(200);
  });

  it('shows deliveries about records that the caller sees', async () => {
    for (const { Contacts } of [own, foreign])
      await asAdmin('put', `Contacts/${Contacts}`)
        .send({ email: `to-${Contacts}@example.com` })
        .expect(200);
    const email = JSON.stringify([{ type: 'sendEmail', params: { subject: 'News', body: 'Hello' } }]);
    await asAdmin('post', 'Automation?runNow=true')
      .send({ ...tagEveryone, actionsJSON: email })
      .expect(200);
    await waitUntilIdle(service);
    const all = (await asAdmin('get', 'Deliveries').expect(200)).body as { id: string; to: string }[];
    const seen = (await asLimited('get', '/api/Deliveries').expect(200)).body as { id: string; to: string }[];
    const toForeign = all.find(({ to }) => to === `to-${foreign['Contacts']}@example.com`);
    expect(seen.map(({ to }) => to)).toContain(`to-${own['Contacts']}@example.com`);
    expect(toForeign).toBeDefined();
    expect(seen.map(({ id }) => id)).not.toContain(toForeign?.id);
    await asLimited('get', `/api/Deliveries/${toForeign?.id}`).expect(404);
    await asLimited('post', `/api/Deliveries/${toForeign?.id}/Resend`).expect(404);
  });
});

describe('A merge by a caller limited to divisions', () => {
  it('keeps the divisions of both, also those that the caller does not see', async () => {
    const { body: divisions } = await asAdmin('get', 'divisions').expect(200);
    const [north, south] = ['North', MARK].map((name) => (divisions as Body[]).find((each) => each['name'] === name)?.['id']);
    const inDivisions = async (...divisionIDs: unknown[]): Promise<number> => {
      const id = await created('Candidates', { lastName: 'Merged' });
      await asAdmin('put', `Candidates/${id}/Assignment`).send({ divisionIDs }).expect(200);
      return id;
    };
    const [stays, goes] = [await inDivisions(north), await inDivisions(north, south)];
    expect(await asLimited('post', `/api/Candidates/${stays}/Merge`, { candidateIDs: [goes] })).toMatchObject({ status: 200 });
    const { body } = await asAdmin('get', `Candidates/${stays}/Assignment`).expect(200);
    expect(body).toMatchObject({ divisionIDs: [north, south] });
  });
});
