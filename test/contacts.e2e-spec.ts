import { startApp, type TestApp } from './support/app';
import { make } from './support/make';
import { pointersOf, speaking } from './support/speaking';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { made, found, listed, saved, removed, refused, told } = speaking(() => service);

describe('A contact', () => {
  it('is made, read, listed, changed, deleted and brought back', async () => {
    const { body, headers } = await service.http
      .post('/api/Contacts')
      .send({ firstName: 'Olivia', surname: 'Bennett', suburb: 'Sydney', countryName: 'australia', phone: '02 9123 4567' })
      .expect(201);
    const { id } = body as { id: number };
    expect(headers).toMatchObject({ location: `/api/Contacts/${id}`, etag: expect.stringMatching(/^"1-/) as string });
    expect(body).toMatchObject({
      fullName: 'Olivia Bennett',
      location: 'Sydney, Australia',
      countryCode: 'AU',
      phone_Standardised: '+61291234567',
      createdByID: 1,
      openJobs: '0',
      placements: '0',
      contractors: '0',
      tags: false,
      deleted: false,
    });
    expect(await found(`Contacts/${id}`)).toEqual(body);
    expect(await saved(`Contacts/${id}`, { firstName: null, mobile: '0412 345 678' })).toMatchObject({
      firstName: null,
      fullName: 'Bennett',
      mobile_Standardised: '+61412345678',
    });
    await removed(`Contacts/${id}`);
    expect((await listed('Contacts')).map((each) => each['id'])).not.toContain(id);
    expect(await saved(`Contacts/${id}`, { deleted: false })).toMatchObject({ deleted: false });
    expect((await listed('Contacts')).map((each) => each['id'])).toContain(id);
  });

  it.each<[body: object, pointer: string]>([
    [{ clientID: 99_999 }, '/clientID'],
    [{ statusID: 99 }, '/statusID'],
    [{ email: 'no address' }, '/email'],
    [{ countryName: 'Atlantis' }, '/countryName'],
    [{ firstName: 'x'.repeat(101) }, '/firstName'],
    [{ linkedCandidateID: 99_999 }, '/linkedCandidateID'],
    [{ reportsToID: 99_999 }, '/reportsToID'],
    [{ nickname: 'Liv' }, '/nickname'],
  ])('is refused with %j', async (body, pointer) => {
    expect(pointersOf(await refused('post', 'Contacts', body, 400))).toEqual([pointer]);
  });

  it('is at a site of its own client', async () => {
    const [own, other] = [await made('Clients', { name: 'Own' }), await made('Clients', { name: 'Other' })];
    const [here, there] = [
      await made('Sites', { clientID: own.id, name: 'Here' }),
      await made('Sites', { clientID: other.id, name: 'There' }),
    ];
    const problem = (detail: string) => ({ errors: [{ pointer: '/siteID', detail }] });
    expect(await refused('post', 'Contacts', { clientID: own.id, siteID: there.id }, 400)).toMatchObject(
      problem(`must be a site of the client ${own.id}, or 0 for none`),
    );
    expect(await refused('post', 'Contacts', { siteID: there.id }, 400)).toMatchObject(problem('must be 0 for a contact without a client'));
    const { id } = await made('Contacts', { clientID: own.id, siteID: here.id });
    expect(await refused('put', `Contacts/${id}`, { clientID: other.id }, 400)).toMatchObject(
      problem(`must be a site of the client ${other.id}, or 0 for none`),
    );
    expect(await saved(`Contacts/${id}`, { clientID: other.id, siteID: there.id })).toMatchObject({ siteName: 'There' });
    expect(await saved(`Contacts/${id}`, { clientID: own.id, siteID: 0 })).toMatchObject({ siteName: null });
  });

  it('is nobody who reports to themselves', async () => {
    const { id } = await made('Contacts');
    expect(pointersOf(await refused('put', `Contacts/${id}`, { reportsToID: id }, 400))).toEqual(['/reportsToID']);
  });

  it('counts among the contacts of its client', async () => {
    const [one, other] = [await made('Clients', { name: 'One' }), await made('Clients', { name: 'Other' })];
    const counts = () => Promise.all([one, other].map(async ({ id }) => (await found(`Clients/${id}`))['contacts']));
    const { id } = await made('Contacts', { clientID: one.id });
    expect(await counts()).toEqual([1, 0]);
    await saved(`Contacts/${id}`, { clientID: other.id });
    expect(await counts()).toEqual([0, 1]);
    await removed(`Contacts/${id}`);
    expect(await counts()).toEqual([0, 0]);
    await saved(`Contacts/${id}`, { deleted: false });
    expect(await counts()).toEqual([0, 1]);
  });

  it('raises its events', async () => {
    const { id } = await made('Contacts', { surname: 'Events', optOut: true });
    await saved(`Contacts/${id}`, { statusID: 2, optOut: false });
    await saved(`Contacts/${id}`, { optOut: true });
    await removed(`Contacts/${id}`);
    await saved(`Contacts/${id}`, { deleted: false });
    expect(await told('Contact', id)).toMatchObject([
      { action: 'created', events: [17, 22] },
      { action: 'updated', events: [18, 19], fields: { statusID: [null, 2], optOut: [true, false] } },
      { action: 'updated', events: [18, 22] },
      { action: 'deleted', events: [] },
      { action: 'restored', events: [18] },
    ]);
  });

  it('shows its activities, newest first', async () => {
    const { id } = await made('Contacts');
    const first = await made('Activities', { category: 1, contactID: id, activityDate: '2026-01-02' });
    const second = await made('Activities', { category: 3, linkedContacts: [id], activityDate: '2026-01-03' });
    expect((await listed(`Contacts/${id}/Activities`)).map((each) => each['id'])).toEqual([second.id, first.id]);
    expect((await listed(`Contacts/${id}/Activities?category=3&status=2`)).map((each) => each['id'])).toEqual([second.id]);
    await service.http.get('/api/Contacts/99999/Activities').expect(404);
    await service.http.get('/api/Contacts/x/Activities').expect(400);
  });
});

describe('A candidate who is also a contact', () => {
  const candidate = (): Promise<number> => make(service, 'Candidate', { fullName: 'Kim Li' });

  it('is so of one live contact only', async () => {
    const linkedCandidateID = await candidate();
    const first = await made('Contacts', { linkedCandidateID });
    expect(first).toMatchObject({ linkedCandidateID, linkedCandidateName: 'Kim Li' });
    const second = await made('Contacts');
    expect(await refused('put', `Contacts/${second.id}`, { linkedCandidateID }, 409)).toMatchObject({
      detail: `The candidate ${linkedCandidateID} is linked with the contact ${first.id} already.`,
    });
    await refused('post', 'Contacts', { linkedCandidateID }, 409);
    await removed(`Contacts/${first.id}`);
    await saved(`Contacts/${second.id}`, { linkedCandidateID });
    await refused('put', `Contacts/${first.id}`, { deleted: false }, 409);
    await saved(`Contacts/${first.id}`, { deleted: false, linkedCandidateID: null });
  });

  it('is so of one of those who want it at the same moment', async () => {
    const linkedCandidateID = await candidate();
    const ids = await Promise.all(Array.from({ length: 12 }, async () => (await made('Contacts')).id));
    const answers = await Promise.all(ids.map((id) => service.http.put(`/api/Contacts/${id}`).send({ linkedCandidateID })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
    const linked = (await Promise.all(ids.map((id) => found(`Contacts/${id}`)))).filter(
      (each) => each['linkedCandidateID'] === linkedCandidateID,
    );
    expect(linked).toHaveLength(1);
  });
});
