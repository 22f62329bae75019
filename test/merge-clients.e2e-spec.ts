import type { StaleRows } from '../src/core/records';
import { apiClient, pointersOf, type Body, type RecordBody } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { queryRows } from './support/database';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { createRecord, getRecord, listRecords, updateRecord, deleteRecord, expectProblem, changesTo } = apiClient(() => service);

const create = async (path: string, body: object = {}): Promise<number> => (await createRecord(path, body)).id;
const client = (body: object = {}): Promise<number> => create('Clients', { name: 'Harbour', ...body });
const contact = (body: object = {}): Promise<number> => create('Contacts', body);
const LISTS = { Contacts: 'contactIDs', Clients: 'clientIDs' } as const;
type Path = keyof typeof LISTS;
const made = { Contacts: contact, Clients: client };
const merge = (path: Path, id: number, ...ids: number[]) => service.http.post(`/api/${path}/${id}/Merge`).send({ [LISTS[path]]: ids });
const merged = async (path: Path, id: number, ...ids: number[]): Promise<RecordBody> =>
  (await merge(path, id, ...ids).expect(200)).body as RecordBody;
const detailOf = async (path: Path, id: number, other: number): Promise<unknown> =>
  ((await merge(path, id, other).expect(409)).body as Body)['detail'];

/** Nothing that is stored for the records differs from what follows from them. */
async function expectTrue(): Promise<void> {
  const { recompute } = await import('../src/core/records/index.js');
  const { Transactions } = await import('../src/core/database/index.js');
  const wrong: StaleRows[] = await recompute(service.app.get(Transactions, { strict: false }), { fix: false });
  expect(wrong).toEqual([]);
}

/** Every column of every table that refers to a record of the type, by the foreign keys of the database. */
async function referringTo(table: string): Promise<{ table: string; column: string }[]> {
  const { allRecordTypes } = await import('./support/record-types.js');
  const types = allRecordTypes();
  const name = types.find((each) => each.table === table)?.name;
  return types.flatMap((type) =>
    type.fields.flatMap((field) =>
      field.source.in === 'reference' && field.source.to === name ? [{ table: type.table, column: field.name }] : [],
    ),
  );
}

/** How often live or deleted records of other tables name the record, itself not counted. */
async function references(table: string, id: number): Promise<string[]> {
  const found: string[] = [];
  for (const each of await referringTo(table)) {
    const rows = await queryRows(service, `SELECT id FROM \`${each.table}\` WHERE \`${each.column}\` = ?`, [id]);
    if (rows.length > 0) found.push(`${each.table}.${each.column}`);
  }
  const kind = table[0]!.toUpperCase() + table.slice(1);
  for (const [linkTable, condition] of [
    ['activity_link', `kind = '${kind}' AND recordID = ?`],
    ['saved_list_record', `recordID = ? AND listID IN (SELECT s.id FROM saved_list s WHERE s.type = '${kind}')`],
  ] as const)
    if ((await queryRows(service, `SELECT * FROM ${linkTable} WHERE ${condition}`, [id])).length > 0) found.push(linkTable);
  return found;
}

async function world(): Promise<Record<string, number>> {
  const clientID = await client({ name: 'Goes' });
  const siteID = await create('Sites', { clientID, name: 'Yard' });
  const contactID = await contact({ firstName: 'Olive', surname: 'Goes', clientID, siteID });
  const reports = await contact({ firstName: 'Bob', surname: 'Reports', clientID, reportsToID: contactID });
  const candidateID = await create('Candidates', { firstName: 'Con', lastName: 'Tractor', candidateClientID: clientID });
  const jobID = await create('Jobs', { title: 'Digger', clientID, siteID, contact1ID: contactID, contact2ID: reports });
  const applicationID = await create('Applications', { jobID, candidateID });
  const interviewID = await create('Interviews', { applicationID, startsAt: '2026-12-01T01:00:00Z', contactID });
  const opportunityID = await create('Opportunities', { name: 'More', clientID, contactID });
  const placementID = await create('Placements', {
    jobID,
    candidateID,
    typeID: 3,
    startDate: '2026-11-02T00:00:00Z',
    endDate: '2027-11-02T00:00:00Z',
    payRate: 50,
    rateUnits: 1,
  });
  const activityID = await create('Activities', { category: 3, statusID: 2, clientID, linkedContacts: [contactID], notes: 'Called' });
  const documentID = await create('Documents', { name: 'Terms', clientID, contactID });
  for (const [type, id] of [
    ['Contact', contactID],
    ['Client', clientID],
  ] as const)
    await service.http
      .post(`/api/Lists/${await create('Lists', { name: type, type })}/Records`)
      .send({ ids: [id] })
      .expect(200);
  return { clientID, siteID, contactID, reports, candidateID, jobID, interviewID, opportunityID, placementID, activityID, documentID };
}

describe('Merging clients', () => {
  it('moves all that names the one that goes, each by a change of its own, with true figures', async () => {
    const stays = await client({ name: 'Stays' });
    const of = await world();
    expect(await references('client', of['clientID']!)).toEqual(
      expect.arrayContaining(['site.clientID', 'contact.clientID', 'job.clientID', 'opportunity.clientID', 'placement.clientID']),
    );
    const figures = await getRecord(`Clients/${of['clientID']}`);
    expect(await merged('Clients', stays, of['clientID']!)).toMatchObject({
      name: 'Stays',
      openJobs: figures['openJobs'],
      contacts: 2,
      placements: figures['placements'],
      lastActivityDate: figures['lastActivityDate'],
    });
    expect(await references('client', of['clientID']!)).toEqual([]);
    expect(await getRecord(`Clients/${of['clientID']}`)).toMatchObject({ deleted: true, contacts: 0, openJobs: 0 });
    expect(await getRecord(`Jobs/${of['jobID']}`)).toMatchObject({ clientID: stays, siteID: of['siteID'] });
    expect((await changesTo('Site', of['siteID']!)).at(-1)).toMatchObject({
      action: 'updated',
      fields: { clientID: [of['clientID'], stays] },
    });
    expect((await changesTo('Client', stays)).at(-1)).toMatchObject({ fields: { mergedClientIDs: [[], [of['clientID']]] } });
    expect((await changesTo('Client', of['clientID']!)).at(-1)).toMatchObject({
      action: 'deleted',
      fields: { deleted: [false, true], mergedIntoID: [null, stays] },
    });
    await expectTrue();
  });

  it('fills the fields that are empty', async () => {
    const stays = await client({ name: 'Stays', phone: '02 5550 0001' });
    const goes = await client({ name: 'Goes', phone: '02 5550 0002', industry: 'Mining', registrationNumber: '51 824 753 556' });
    expect(await merged('Clients', stays, goes)).toMatchObject({
      name: 'Stays',
      phone: '02 5550 0001',
      industry: 'Mining',
      registrationNumber: '51 824 753 556',
    });
  });
});

describe('Merging contacts', () => {
  it('moves all that names the one that goes, each by a change of its own, with true figures', async () => {
    const of = await world();
    const stays = await contact({ firstName: 'Olivia', clientID: of['clientID'] });
    await service.http.post(`/api/Contacts/${of['contactID']}/Tags`).send({ tag: 'Decides', typeId: 1 }).expect(201);
    expect(await merged('Contacts', stays, of['contactID']!)).toMatchObject({
      firstName: 'Olivia',
      surname: 'Goes',
      tags: true,
      openJobs: '1',
    });
    expect(await references('contact', of['contactID']!)).toEqual([]);
    expect(await getRecord(`Jobs/${of['jobID']}`)).toMatchObject({ contact1ID: stays, contact2ID: of['reports'] });
    expect(await getRecord(`Contacts/${of['reports']}`)).toMatchObject({ reportsToID: stays });
    expect(await getRecord(`Activities/${of['activityID']}`)).toMatchObject({ linkedContacts: [stays] });
    expect(await listRecords(`Contacts/${of['contactID']}/Activities`)).toEqual([]);
    expect((await changesTo('Contact', stays)).at(-1)).toMatchObject({ fields: { mergedContactIDs: [[], [of['contactID']]] } });
    await expectTrue();
  });

  it('leaves a job with one field for each of its contacts', async () => {
    const [a, b, c, d] = [await contact(), await contact(), await contact(), await contact()];
    const jobID = await create('Jobs', { title: 'Four', contact1ID: a, contact2ID: b, contact3ID: c, contact4ID: d });
    await merged('Contacts', b, a, d);
    expect(await getRecord(`Jobs/${jobID}`)).toMatchObject({ contact1ID: b, contact2ID: 0, contact3ID: c, contact4ID: 0 });
    await expectTrue();
  });

  it('lets nobody report to themselves, and takes over to whom the other one reports', async () => {
    const boss = await contact({ firstName: 'Boss' });
    const goes = await contact({ reportsToID: boss });
    const stays = await contact({ reportsToID: goes });
    expect(await merged('Contacts', stays, goes)).toMatchObject({ reportsToID: boss });
    const back = await contact({ reportsToID: stays });
    expect(await merged('Contacts', stays, back)).toMatchObject({ reportsToID: boss });
    expect(await merged('Contacts', boss, stays)).toMatchObject({ reportsToID: 0 });
  });

  it('does not mix addresses, nor the client of one with the site of another', async () => {
    const [own, other] = [await client(), await client()];
    const siteID = await create('Sites', { clientID: other, name: 'Far' });
    const stays = await contact({ clientID: own, suburb: 'Newtown' });
    const goes = await contact({ clientID: other, siteID, suburb: 'Perth', state: 'WA', mobile: '0412 345 678', countryCode: 'AU' });
    expect(await merged('Contacts', stays, goes)).toMatchObject({ clientID: own, siteID: 0, suburb: 'Newtown', state: null });
    const empty = await contact();
    const last = await contact({ clientID: other, siteID, suburb: 'Perth', state: 'WA', mobile: '0412 345 678', countryCode: 'AU' });
    expect(await merged('Contacts', empty, last)).toMatchObject({
      clientID: other,
      siteID,
      location: 'Perth, WA, Australia',
      mobile_Standardised: '+61412345678',
    });
  });

  it('keeps the one link with a candidate, and refuses two', async () => {
    const [ann, bea] = [await create('Candidates'), await create('Candidates')];
    const [stays, goes, other] = [await contact(), await contact({ linkedCandidateID: ann }), await contact({ linkedCandidateID: bea })];
    expect(await merged('Contacts', stays, goes)).toMatchObject({ linkedCandidateID: ann });
    expect(await detailOf('Contacts', stays, other)).toMatch(
      `contact ${stays} with candidate ${ann} and contact ${other} with candidate ${bea}: merge the candidates first.`,
    );
    await service.http
      .post(`/api/Candidates/${ann}/Merge`)
      .send({ candidateIDs: [bea] })
      .expect(200);
    expect(await merged('Contacts', stays, other)).toMatchObject({ linkedCandidateID: ann });
  });

  it('is refused with one who has been erased', async () => {
    const [stays, goes] = [await contact({ firstName: 'Stays' }), await contact({ firstName: 'Goes' })];
    await service.http.post(`/api/Contacts/${goes}/Erase`).expect(200);
    expect(await detailOf('Contacts', stays, goes)).toBe(`Contact ${goes} has been erased and cannot be changed.`);
    expect(await detailOf('Contacts', goes, stays)).toBe(`Contact ${goes} has been erased and cannot be changed.`);
  });

  it('erases those that were merged with the one that remains', async () => {
    const [stays, goes] = [await contact({ firstName: 'Stays' }), await contact({ firstName: 'Goes' })];
    await merged('Contacts', stays, goes);
    expect((await expectProblem('post', `Contacts/${goes}/Erase`, {}, 409))['detail']).toMatch(`has been merged into ${stays}`);
    await service.http.post(`/api/Contacts/${stays}/Erase`).expect(200);
    expect(await getRecord(`Contacts/${goes}`)).toMatchObject({ firstName: null, deleted: true });
  });
});

describe.each(Object.keys(LISTS) as Path[])('A merge of %s', (path) => {
  it('that is sent again changes nothing', async () => {
    const [stays, goes] = [await made[path](), await made[path]()];
    const first = await merged(path, stays, goes);
    expect(await merged(path, stays, goes, goes)).toEqual(first);
  });

  it('joins their divisions', async () => {
    const [north, south] = [await create('divisions', { name: 'North' }), await create('divisions', { name: 'South' })];
    const [stays, goes] = [await made[path](), await made[path]()];
    await updateRecord(`${path}/${stays}/Assignment`, { divisionIDs: [south] });
    await updateRecord(`${path}/${goes}/Assignment`, { divisionIDs: [north] });
    await merged(path, stays, goes);
    expect(await getRecord(`${path}/${stays}/Assignment`)).toMatchObject({ divisionIDs: [north, south] });
  });

  it('takes over the externalID of the other one, which cannot be restored with it then', async () => {
    const externalID = `${path}-17`;
    const [stays, goes] = [await made[path](), await made[path]({ externalID })];
    expect(await merged(path, stays, goes)).toMatchObject({ externalID });
    expect((await expectProblem('put', `${path}/${goes}`, { deleted: false }, 409))['detail']).toMatch(externalID);
    const kept = await made[path]({ externalID: `${path}-18` });
    expect(await merged(path, kept, stays)).toMatchObject({ externalID: `${path}-18` });
  });

  it('can be followed by restoring the other one', async () => {
    const [stays, goes, third] = [await made[path](), await made[path](), await made[path]()];
    await merged(path, stays, goes);
    expect(await detailOf(path, third, goes)).toMatch(`${goes} has already been merged into`);
    expect(await updateRecord(`${path}/${goes}`, { deleted: false })).toMatchObject({ deleted: false });
    await merged(path, third, goes);
  });

  it('with or into a deleted one is rejected', async () => {
    const [stays, goes] = [await made[path](), await made[path]()];
    await deleteRecord(`${path}/${goes}`);
    for (const [one, other] of [
      [stays, goes],
      [goes, stays],
    ] as const)
      expect(await detailOf(path, one, other)).toMatch(`${goes} is deleted: restore it`);
  });

  it.each<[what: string, ids: unknown, pointer: string]>([
    ['an empty list', [], ''],
    ['no list', undefined, ''],
    ['an id as a string', ['7'], ''],
    ['more than twenty', Array.from({ length: 21 }, (_, index) => index + 1), ''],
    ['an unknown id', [2_147_483_647], '/0'],
  ])('with %s is rejected', async (_, ids, pointer) => {
    const id = await made[path]();
    const problem = await expectProblem('post', `${path}/${id}/Merge`, { [LISTS[path]]: ids }, 400);
    expect(pointersOf(problem)).toEqual([`/${LISTS[path]}${pointer}`]);
  });

  it('with itself is rejected, into an unknown one is not found, and with an old version fails', async () => {
    const [id, other] = [await made[path](), await made[path]()];
    expect(pointersOf((await merge(path, id, id).expect(400)).body as Body)).toEqual([`/${LISTS[path]}/0`]);
    await merge(path, 2_147_483_647, id).expect(404);
    await merge(path, id, other).set('If-Match', '"0-outdated"').expect(412);
    expect(await getRecord(`${path}/${other}`)).toMatchObject({ deleted: false });
  });

  it('into each other at once leaves one of them', async () => {
    const [one, other] = [await made[path](), await made[path]()];
    const responses = await Promise.all([merge(path, one, other), merge(path, other, one)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
