import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';
import { pointersOf, apiClient } from './support/api-client';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { createRecord, getRecord, listRecords, updateRecord, deleteRecord, expectProblem, changesTo } = apiClient(() => service);

const setting = (type: string, value: string) => service.http.post('/api/Configuration/Clients').send([{ type, value }]).expect(200);
const noSetting = (type: string) => service.http.delete(`/api/Configuration/Clients/${type}`).expect(204);

describe('A client', () => {
  it('can be created, read, listed, changed, deleted and restored', async () => {
    const { body, headers } = await service.http
      .post('/api/Clients')
      .send({ name: 'Harbour', website: 'https://harbour.example.com', ratingID: 2 })
      .expect(201);
    const { id } = body as { id: number };
    expect(headers['location']).toBe(`/api/Clients/${id}`);
    expect(body).toMatchObject({
      name: 'Harbour',
      website: 'https://harbour.example.com',
      ratingName: 'B',
      ownerID: 1,
      createdByID: 1,
      updatedByID: 1,
      openJobs: 0,
      contacts: 0,
      placements: 0,
      divisions: null,
      deleted: false,
    });
    expect(await getRecord(`Clients/${id}`)).toEqual(body);
    expect(await updateRecord(`Clients/${id}`, { industry: 'Ports', ratingID: 0 })).toMatchObject({
      name: 'Harbour',
      industry: 'Ports',
      ratingID: 0,
      ratingName: null,
    });
    expect((await listRecords('Clients')).map((each) => each['id'])).toContain(id);
    await deleteRecord(`Clients/${id}`);
    expect((await listRecords('Clients')).map((each) => each['id'])).not.toContain(id);
    expect(await getRecord(`Clients/${id}`)).toMatchObject({ deleted: true });
    expect(await updateRecord(`Clients/${id}`, { deleted: false })).toMatchObject({ deleted: false });
  });

  it.each<[why: string, body: object, pointer: string]>([
    ['without a name', {}, '/name'],
    ['with the name null', { name: null }, '/name'],
    ['with an empty name', { name: '  ' }, '/name'],
    ['with an unknown status', { name: 'A', statusID: 99 }, '/statusID'],
    ['with an unknown owner', { name: 'A', ownerID: 99_999 }, '/ownerID'],
    ['with a script as website', { name: 'A', website: 'javascript:alert(1)' }, '/website'],
    ['with an unknown field', { name: 'A', colour: 'red' }, '/colour'],
  ])('is rejected %s', async (_, body, pointer) => {
    expect(pointersOf(await expectProblem('post', 'Clients', body, 400))).toEqual([pointer]);
  });

  it('cannot lose its name, but may stay without one that it never had', async () => {
    const { id } = await createRecord('Clients', { name: 'Kept' });
    expect(pointersOf(await expectProblem('put', `Clients/${id}`, { name: null }, 400))).toEqual(['/name']);
    const nameless = await seedRecord(service, 'Client');
    expect(await updateRecord(`Clients/${nameless}`, { industry: 'Ports' })).toMatchObject({ name: null, industry: 'Ports' });
  });

  it.each<[sent: string | undefined, statusID: number]>([
    [undefined, 1],
    ['Prospect', 2],
    ['  bLOCKED ', 4],
    ['5', 5],
  ])('starts with the status in the settings: %j', async (sent, statusID) => {
    if (sent) await setting('defaultStatus', sent);
    expect(await createRecord('Clients', { name: 'New' })).toMatchObject({ statusID });
    expect(await createRecord('Clients', { name: 'New', statusID: 3 })).toMatchObject({ statusID: 3 });
    if (sent) await noSetting('defaultStatus');
  });

  it('belongs to its creator by default', async () => {
    const other = await seedRecord(service, 'User', { name: 'Zoë', isActive: true });
    expect(await createRecord('Clients', { name: 'A' })).toMatchObject({ ownerID: 1 });
    expect(await createRecord('Clients', { name: 'B', ownerID: other })).toMatchObject({ ownerID: other, ownerName: 'Zoë' });
  });

  it('raises its events', async () => {
    const { id } = await createRecord('Clients', { name: 'Events', statusID: 2 });
    await updateRecord(`Clients/${id}`, { name: 'Events Pty' });
    await updateRecord(`Clients/${id}`, { name: 'Events Pty' });
    await updateRecord(`Clients/${id}`, { statusID: 1 });
    await deleteRecord(`Clients/${id}`);
    expect(await changesTo('Client', id)).toMatchObject([
      { action: 'created', events: [26] },
      { action: 'updated', events: [27], fields: { name: ['Events', 'Events Pty'] } },
      { action: 'updated', events: [27, 28], fields: { statusID: [2, 1] } },
      { action: 'deleted', events: [] },
    ]);
  });

  it('has its activities, newest first', async () => {
    const { id } = await createRecord('Clients', { name: 'Active' });
    const note = await seedRecord(service, 'Activity', { category: 1, statusID: 2, clientID: id, activityDate: new Date('2026-01-02') });
    const call = await seedRecord(service, 'Activity', { category: 3, statusID: 2, clientID: id, activityDate: new Date('2026-01-03') });
    for (const activityID of [note, call]) await link(activityID, id);
    expect((await listRecords(`Clients/${id}/Activities`)).map((each) => each['id'])).toEqual([call, note]);
    expect((await listRecords(`Clients/${id}/Activities?category=1`)).map((each) => each['id'])).toEqual([note]);
    await service.http.get('/api/Clients/99999/Activities').expect(404);
  });

  const link = (activityID: number, recordID: number) =>
    queryRows(service, "INSERT INTO activity_link (activityID, kind, recordID, isMain, isLinked) VALUES (?, 'Client', ?, 1, 0)", [
      activityID,
      recordID,
    ]);
});

describe('A client without recent activity', () => {
  const NOW = '2026-11-20T12:00:00.000Z';
  const ago = (days: number): Date => new Date(Date.parse(NOW) - days * 86_400_000);
  let then: TestApp;
  beforeAll(async () => void (then = await startApp({ DEMO_DATA: 'false', CLOCK_START: NOW })));
  afterAll(() => then.close());
  const inTime = apiClient(() => then);

  async function catchUp(): Promise<void> {
    const { Housekeeping } = await import('../src/core/housekeeping/index.js');
    await then.app.get(Housekeeping, { strict: false }).catchUp();
  }
  const client = (createdDate: Date, more: object = {}): Promise<number> =>
    seedRecord(then, 'Client', { name: 'Old', statusID: 1, createdDate, ...more });
  const statusOf = async (id: number): Promise<unknown> => (await inTime.getRecord(`Clients/${id}`))['statusID'];

  it('is left alone while the setting is missing', async () => {
    const id = await client(ago(3000));
    await catchUp();
    expect(await statusOf(id)).toBe(1);
  });

  it('becomes inactive after the number of days that is set, however many clients there are', async () => {
    await then.http
      .post('/api/Configuration/Clients')
      .send([{ type: 'inactiveAfterDays', value: '30' }])
      .expect(200);
    const quiet = await Promise.all(Array.from({ length: 120 }, () => client(ago(31))));
    const [young, prospect, deleted, called] = [
      await client(ago(29)),
      await client(ago(31), { statusID: 2 }),
      await client(ago(31), { deleted: true }),
      await client(ago(31)),
    ];
    await inTime.createRecord('Activities', { category: 3, clientID: called, activityDate: ago(5).toISOString() });
    const longAgo = await client(ago(300));
    await inTime.createRecord('Activities', { category: 3, clientID: longAgo, activityDate: ago(40).toISOString() });
    const [hiring, placed, hired] = [await client(ago(31)), await client(ago(31)), await client(ago(31))];
    await seedRecord(then, 'Job', { title: 'Rigger', clientID: placed, stageID: 6 });
    await inTime.createRecord('Jobs', { title: 'Rigger', clientID: hiring });
    await seedRecord(then, 'Placement', { clientID: placed, statusID: 3 });
    await seedRecord(then, 'Placement', { clientID: hired, statusID: 4 });
    await catchUp();
    expect(await Promise.all([hiring, placed, hired].map(statusOf))).toEqual([1, 1, 3]);
    expect(await Promise.all([quiet[0], quiet[119], young, prospect, deleted, called, longAgo].map((id) => statusOf(id ?? 0)))).toEqual([
      3, 3, 1, 2, 1, 1, 3,
    ]);
    expect(await queryRows(then, 'SELECT 1 FROM client WHERE statusID = 1 AND deleted = 0')).toHaveLength(4);
    expect((await inTime.changesTo('Client', longAgo)).at(-1)).toMatchObject({
      action: 'updated',
      events: [27, 28],
      fields: { statusID: [1, 3] },
    });
  });
});

describe('A site', () => {
  const SITE = {
    name: 'Wharf',
    address1: '1 Dock Road',
    suburb: 'Sydney',
    state: 'NSW',
    postcode: '2000',
    countryName: 'Australia',
    latitude: -33.86,
    longitude: 151.2,
  };

  it('belongs to a client', async () => {
    const { id: clientID } = await createRecord('Clients', { name: 'Port' });
    const site = await createRecord('Sites', { clientID, ...SITE });
    expect(site).toMatchObject({ clientID, clientName: 'Port', countryCode: 'AU', countryName: 'Australia', latitude: -33.86 });
    expect(await getRecord(`Sites/${site.id}`)).toEqual(site);
    expect(await updateRecord(`Sites/${site.id}`, { name: 'Quay' })).toMatchObject({ name: 'Quay', address1: '1 Dock Road' });
    await deleteRecord(`Sites/${site.id}`);
    expect((await listRecords('Sites')).map((each) => each['id'])).not.toContain(site.id);
  });

  it.each<[body: object, pointer: string]>([
    [{}, '/clientID'],
    [{ clientID: 0 }, '/clientID'],
    [{ clientID: null }, '/clientID'],
    [{ clientID: 99_999 }, '/clientID'],
    [{ clientID: 1, latitude: 90.01 }, '/latitude'],
    [{ clientID: 1, longitude: -180.5 }, '/longitude'],
    [{ clientID: 1, countryCode: 'XX' }, '/countryCode'],
  ])('is rejected with %j', async (body, pointer) => {
    expect(pointersOf(await expectProblem('post', 'Sites', body, 400))).toEqual([pointer]);
  });

  it('provides the address of jobs that have none of their own', async () => {
    const { id: clientID } = await createRecord('Clients', { name: 'Port' });
    const { id: siteID } = await createRecord('Sites', { clientID, ...SITE });
    const follows = await createRecord('Jobs', { title: 'Here', clientID, siteID });
    const own = await createRecord('Jobs', { title: 'There', clientID, siteID, address1: '9 Elsewhere', suburb: 'Perth' });
    expect(follows).toMatchObject({ address1: '1 Dock Road', shortAddress: 'Sydney, NSW' });
    await updateRecord(`Sites/${siteID}`, { address1: '2 Dock Road', suburb: 'Balmain' });
    expect(await getRecord(`Jobs/${follows.id}`)).toMatchObject({
      address1: '2 Dock Road',
      shortAddress: 'Balmain, NSW',
      fullAddress: '2 Dock Road, Balmain NSW 2000, Australia',
    });
    expect(await getRecord(`Jobs/${own.id}`)).toMatchObject({ address1: '9 Elsewhere', suburb: 'Perth' });
    expect((await changesTo('Job', follows.id)).at(-1)).toMatchObject({ action: 'updated', fields: { suburb: ['Sydney', 'Balmain'] } });
    await updateRecord(`Sites/${siteID}`, { name: 'Other name' });
    expect(await changesTo('Job', follows.id)).toHaveLength(2);
  });

  it('cannot change its client while it has jobs or contacts', async () => {
    const [one, other] = [await createRecord('Clients', { name: 'One' }), await createRecord('Clients', { name: 'Other' })];
    const { id } = await createRecord('Sites', { clientID: one.id, ...SITE });
    const contact = await createRecord('Contacts', { surname: 'Guard', clientID: one.id, siteID: id });
    expect(await expectProblem('put', `Sites/${id}`, { clientID: other.id }, 409)).toMatchObject({
      detail: expect.stringContaining(`stays with client ${one.id}`) as string,
    });
    await deleteRecord(`Contacts/${contact.id}`);
    expect(await updateRecord(`Sites/${id}`, { clientID: other.id })).toMatchObject({ clientID: other.id });
  });

  it.each<[path: string, fields: object]>([
    ['Jobs', { title: 'Guarded' }],
    ['Contacts', { surname: 'Guard' }],
  ])('that has gone to another client is none for %s that are restored', async (path, fields) => {
    const [one, other] = [await createRecord('Clients', { name: 'One' }), await createRecord('Clients', { name: 'Other' })];
    const { id: siteID } = await createRecord('Sites', { clientID: one.id, ...SITE });
    const { id } = await createRecord(path, { clientID: one.id, siteID, ...fields });
    await deleteRecord(`${path}/${id}`);
    await updateRecord(`Sites/${siteID}`, { clientID: other.id });
    expect(await expectProblem('put', `${path}/${id}`, { deleted: false }, 400)).toMatchObject({
      errors: [{ pointer: '/siteID', detail: `must be a site of client ${one.id}, or 0 for none` }],
    });
    expect(await updateRecord(`${path}/${id}`, { deleted: false, siteID: 0 })).toMatchObject({ clientID: one.id, siteID: 0 });
  });
});
