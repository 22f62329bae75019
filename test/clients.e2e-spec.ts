import { startApp, type TestApp } from './support/app';
import { asked, make } from './support/make';
import { pointersOf, speaking } from './support/speaking';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { made, found, listed, saved, removed, refused, told } = speaking(() => service);

const setting = (type: string, value: string) => service.http.post('/api/Configuration/Clients').send([{ type, value }]).expect(200);
const noSetting = (type: string) => service.http.delete(`/api/Configuration/Clients/${type}`).expect(204);

describe('A client', () => {
  it('is made, read, listed, changed, deleted and brought back', async () => {
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
    expect(await found(`Clients/${id}`)).toEqual(body);
    expect(await saved(`Clients/${id}`, { industry: 'Ports', ratingID: 0 })).toMatchObject({
      name: 'Harbour',
      industry: 'Ports',
      ratingID: 0,
      ratingName: null,
    });
    expect((await listed('Clients')).map((each) => each['id'])).toContain(id);
    await removed(`Clients/${id}`);
    expect((await listed('Clients')).map((each) => each['id'])).not.toContain(id);
    expect(await found(`Clients/${id}`)).toMatchObject({ deleted: true });
    expect(await saved(`Clients/${id}`, { deleted: false })).toMatchObject({ deleted: false });
  });

  it.each<[why: string, body: object, pointer: string]>([
    ['without a name', {}, '/name'],
    ['with no name', { name: null }, '/name'],
    ['with an empty name', { name: '  ' }, '/name'],
    ['of a status that is none', { name: 'A', statusID: 99 }, '/statusID'],
    ['of an owner who is none', { name: 'A', ownerID: 99_999 }, '/ownerID'],
    ['with a script for a website', { name: 'A', website: 'javascript:alert(1)' }, '/website'],
    ['with a field that it has not', { name: 'A', colour: 'red' }, '/colour'],
  ])('is refused %s', async (_, body, pointer) => {
    expect(pointersOf(await refused('post', 'Clients', body, 400))).toEqual([pointer]);
  });

  it('keeps its name, and may stay without one that it never had', async () => {
    const { id } = await made('Clients', { name: 'Kept' });
    expect(pointersOf(await refused('put', `Clients/${id}`, { name: null }, 400))).toEqual(['/name']);
    const nameless = await make(service, 'Client');
    expect(await saved(`Clients/${nameless}`, { industry: 'Ports' })).toMatchObject({ name: null, industry: 'Ports' });
  });

  it.each<[said: string | undefined, statusID: number]>([
    [undefined, 1],
    ['Prospect', 2],
    ['  bLOCKED ', 4],
    ['5', 5],
  ])('begins in the status that the firm has set: %j', async (said, statusID) => {
    if (said) await setting('defaultStatus', said);
    expect(await made('Clients', { name: 'New' })).toMatchObject({ statusID });
    expect(await made('Clients', { name: 'New', statusID: 3 })).toMatchObject({ statusID: 3 });
    if (said) await noSetting('defaultStatus');
  });

  it('belongs to whoever made it, or to whom that one says', async () => {
    const other = await make(service, 'User', { name: 'Zoë' });
    expect(await made('Clients', { name: 'A' })).toMatchObject({ ownerID: 1 });
    expect(await made('Clients', { name: 'B', ownerID: other })).toMatchObject({ ownerID: other, ownerName: 'Zoë' });
  });

  it('raises its events', async () => {
    const { id } = await made('Clients', { name: 'Events', statusID: 2 });
    await saved(`Clients/${id}`, { name: 'Events Pty' });
    await saved(`Clients/${id}`, { name: 'Events Pty' });
    await saved(`Clients/${id}`, { statusID: 1 });
    await removed(`Clients/${id}`);
    expect(await told('Client', id)).toMatchObject([
      { action: 'created', events: [26] },
      { action: 'updated', events: [27], fields: { name: ['Events', 'Events Pty'] } },
      { action: 'updated', events: [27, 28], fields: { statusID: [2, 1] } },
      { action: 'deleted', events: [] },
    ]);
  });

  it('shows its activities, newest first', async () => {
    const { id } = await made('Clients', { name: 'Active' });
    const note = await make(service, 'Activity', { category: 1, statusID: 2, clientID: id, activityDate: new Date('2026-01-02') });
    const call = await make(service, 'Activity', { category: 3, statusID: 2, clientID: id, activityDate: new Date('2026-01-03') });
    for (const activityID of [note, call]) await link(activityID, id);
    expect((await listed(`Clients/${id}/Activities`)).map((each) => each['id'])).toEqual([call, note]);
    expect((await listed(`Clients/${id}/Activities?category=1`)).map((each) => each['id'])).toEqual([note]);
    await service.http.get('/api/Clients/99999/Activities').expect(404);
  });

  const link = (activityID: number, recordID: number) =>
    asked(service, "INSERT INTO activity_link (activityID, kind, recordID, isMain, isLinked) VALUES (?, 'Client', ?, 1, 0)", [
      activityID,
      recordID,
    ]);
});

describe('A client without activity', () => {
  const NOW = '2026-11-20T12:00:00.000Z';
  const ago = (days: number): Date => new Date(Date.parse(NOW) - days * 86_400_000);
  let then: TestApp;
  beforeAll(async () => void (then = await startApp({ DEMO_DATA: 'false', CLOCK_START: NOW })));
  afterAll(() => then.close());
  const inTime = speaking(() => then);

  async function catchUp(): Promise<void> {
    const { Housekeeping } = await import('../src/housekeeping/index.js');
    await then.app.get(Housekeeping, { strict: false }).catchUp();
  }
  const client = (createdDate: Date, more: object = {}): Promise<number> =>
    make(then, 'Client', { name: 'Old', statusID: 1, createdDate, ...more });
  const statusOf = async (id: number): Promise<unknown> => (await inTime.found(`Clients/${id}`))['statusID'];

  it('stays as it is while the firm has not said after how long', async () => {
    const id = await client(ago(3000));
    await catchUp();
    expect(await statusOf(id)).toBe(1);
  });

  it('becomes inactive after so many days, however many there are', async () => {
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
    await inTime.made('Activities', { category: 3, clientID: called, activityDate: ago(5).toISOString() });
    const longAgo = await client(ago(300));
    await inTime.made('Activities', { category: 3, clientID: longAgo, activityDate: ago(40).toISOString() });
    await catchUp();
    expect(await Promise.all([quiet[0], quiet[119], young, prospect, deleted, called, longAgo].map((id) => statusOf(id ?? 0)))).toEqual([
      3, 3, 1, 2, 1, 1, 3,
    ]);
    expect(await asked(then, 'SELECT 1 FROM client WHERE statusID = 1 AND deleted = 0')).toHaveLength(2);
    expect((await inTime.told('Client', longAgo)).at(-1)).toMatchObject({
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
    const { id: clientID } = await made('Clients', { name: 'Port' });
    const site = await made('Sites', { clientID, ...SITE });
    expect(site).toMatchObject({ clientID, clientName: 'Port', countryCode: 'AU', countryName: 'Australia', latitude: -33.86 });
    expect(await found(`Sites/${site.id}`)).toEqual(site);
    expect(await saved(`Sites/${site.id}`, { name: 'Quay' })).toMatchObject({ name: 'Quay', address1: '1 Dock Road' });
    await removed(`Sites/${site.id}`);
    expect((await listed('Sites')).map((each) => each['id'])).not.toContain(site.id);
  });

  it.each<[body: object, pointer: string]>([
    [{}, '/clientID'],
    [{ clientID: 0 }, '/clientID'],
    [{ clientID: null }, '/clientID'],
    [{ clientID: 99_999 }, '/clientID'],
    [{ clientID: 1, latitude: 90.01 }, '/latitude'],
    [{ clientID: 1, longitude: -180.5 }, '/longitude'],
    [{ clientID: 1, countryCode: 'XX' }, '/countryCode'],
  ])('is refused with %j', async (body, pointer) => {
    expect(pointersOf(await refused('post', 'Sites', body, 400))).toEqual([pointer]);
  });

  it('gives its address to the jobs that have none of their own', async () => {
    const { id: clientID } = await made('Clients', { name: 'Port' });
    const { id: siteID } = await made('Sites', { clientID, ...SITE });
    const follows = await made('Jobs', { title: 'Here', clientID, siteID });
    const own = await made('Jobs', { title: 'There', clientID, siteID, address1: '9 Elsewhere', suburb: 'Perth' });
    expect(follows).toMatchObject({ address1: '1 Dock Road', shortAddress: 'Sydney, NSW' });
    await saved(`Sites/${siteID}`, { address1: '2 Dock Road', suburb: 'Balmain' });
    expect(await found(`Jobs/${follows.id}`)).toMatchObject({
      address1: '2 Dock Road',
      shortAddress: 'Balmain, NSW',
      fullAddress: '2 Dock Road, Balmain NSW 2000, Australia',
    });
    expect(await found(`Jobs/${own.id}`)).toMatchObject({ address1: '9 Elsewhere', suburb: 'Perth' });
    expect((await told('Job', follows.id)).at(-1)).toMatchObject({ action: 'updated', fields: { suburb: ['Sydney', 'Balmain'] } });
    await saved(`Sites/${siteID}`, { name: 'Other name' });
    expect(await told('Job', follows.id)).toHaveLength(2);
  });

  it('stays with its client while it has jobs or contacts', async () => {
    const [one, other] = [await made('Clients', { name: 'One' }), await made('Clients', { name: 'Other' })];
    const { id } = await made('Sites', { clientID: one.id, ...SITE });
    const contact = await made('Contacts', { surname: 'Guard', clientID: one.id, siteID: id });
    expect(await refused('put', `Sites/${id}`, { clientID: other.id }, 409)).toMatchObject({
      detail: expect.stringContaining(`stays with the client ${one.id}`) as string,
    });
    await removed(`Contacts/${contact.id}`);
    expect(await saved(`Sites/${id}`, { clientID: other.id })).toMatchObject({ clientID: other.id });
  });
});
