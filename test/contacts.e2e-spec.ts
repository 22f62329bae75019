import { startApp, type TestApp } from './support/app';
import { seedRecord } from './support/database';
import { pointersOf, apiClient } from './support/api-client';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { createRecord, getRecord, listRecords, updateRecord, deleteRecord, expectProblem, changesTo } = apiClient(() => service);

describe('A contact', () => {
  it('can be created, read, listed, changed, deleted and restored', async () => {
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
    expect(await getRecord(`Contacts/${id}`)).toEqual(body);
    expect(await updateRecord(`Contacts/${id}`, { firstName: null, mobile: '0412 345 678' })).toMatchObject({
      firstName: null,
      fullName: 'Bennett',
      mobile_Standardised: '+61412345678',
    });
    await deleteRecord(`Contacts/${id}`);
    expect((await listRecords('Contacts')).map((each) => each['id'])).not.toContain(id);
    expect(await updateRecord(`Contacts/${id}`, { deleted: false })).toMatchObject({ deleted: false });
    expect((await listRecords('Contacts')).map((each) => each['id'])).toContain(id);
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
  ])('is rejected with %j', async (body, pointer) => {
    expect(pointersOf(await expectProblem('post', 'Contacts', body, 400))).toEqual([pointer]);
  });

  it('must be at a site of its own client', async () => {
    const [own, other] = [await createRecord('Clients', { name: 'Own' }), await createRecord('Clients', { name: 'Other' })];
    const [here, existing] = [
      await createRecord('Sites', { clientID: own.id, name: 'Here' }),
      await createRecord('Sites', { clientID: other.id, name: 'There' }),
    ];
    const problem = (detail: string) => ({ errors: [{ pointer: '/siteID', detail }] });
    expect(await expectProblem('post', 'Contacts', { surname: 'Ng', clientID: own.id, siteID: existing.id }, 400)).toMatchObject(
      problem(`must be a site of client ${own.id}, or 0 for none`),
    );
    expect(await expectProblem('post', 'Contacts', { surname: 'Ng', siteID: existing.id }, 400)).toMatchObject(
      problem('must be 0 for a contact without a client'),
    );
    const { id } = await createRecord('Contacts', { clientID: own.id, siteID: here.id });
    expect(await expectProblem('put', `Contacts/${id}`, { clientID: other.id }, 400)).toMatchObject(
      problem(`must be a site of client ${other.id}, or 0 for none`),
    );
    expect(await updateRecord(`Contacts/${id}`, { clientID: other.id, siteID: existing.id })).toMatchObject({ siteName: 'There' });
    expect(await updateRecord(`Contacts/${id}`, { clientID: own.id, siteID: 0 })).toMatchObject({ siteName: null });
  });

  it('cannot report to itself', async () => {
    const { id } = await createRecord('Contacts');
    expect(pointersOf(await expectProblem('put', `Contacts/${id}`, { reportsToID: id }, 400))).toEqual(['/reportsToID']);
  });

  it('counts among the contacts of its client', async () => {
    const [one, other] = [await createRecord('Clients', { name: 'One' }), await createRecord('Clients', { name: 'Other' })];
    const counts = () => Promise.all([one, other].map(async ({ id }) => (await getRecord(`Clients/${id}`))['contacts']));
    const { id } = await createRecord('Contacts', { clientID: one.id });
    expect(await counts()).toEqual([1, 0]);
    await updateRecord(`Contacts/${id}`, { clientID: other.id });
    expect(await counts()).toEqual([0, 1]);
    await deleteRecord(`Contacts/${id}`);
    expect(await counts()).toEqual([0, 0]);
    await updateRecord(`Contacts/${id}`, { deleted: false });
    expect(await counts()).toEqual([0, 1]);
  });

  it('raises its events', async () => {
    const { id } = await createRecord('Contacts', { surname: 'Events', optOut: true });
    await updateRecord(`Contacts/${id}`, { statusID: 2, optOut: false });
    await updateRecord(`Contacts/${id}`, { optOut: true });
    await deleteRecord(`Contacts/${id}`);
    await updateRecord(`Contacts/${id}`, { deleted: false });
    expect(await changesTo('Contact', id)).toMatchObject([
      { action: 'created', events: [17, 22] },
      { action: 'updated', events: [18, 19], fields: { statusID: [null, 2], optOut: [true, false] } },
      { action: 'updated', events: [18, 22] },
      { action: 'deleted', events: [] },
      { action: 'restored', events: [18] },
    ]);
  });

  it('has its activities, newest first', async () => {
    const { id } = await createRecord('Contacts');
    const first = await createRecord('Activities', { category: 1, contactID: id, activityDate: '2026-01-02' });
    const second = await createRecord('Activities', { category: 3, linkedContacts: [id], activityDate: '2026-01-03' });
    expect((await listRecords(`Contacts/${id}/Activities`)).map((each) => each['id'])).toEqual([second.id, first.id]);
    expect((await listRecords(`Contacts/${id}/Activities?category=3&status=2`)).map((each) => each['id'])).toEqual([second.id]);
    await service.http.get('/api/Contacts/99999/Activities').expect(404);
    await service.http.get('/api/Contacts/x/Activities').expect(400);
  });
});

describe('A candidate linked to a contact', () => {
  const candidate = (): Promise<number> => seedRecord(service, 'Candidate', { fullName: 'Kim Li' });

  it('can be linked to one live contact only', async () => {
    const linkedCandidateID = await candidate();
    const first = await createRecord('Contacts', { linkedCandidateID });
    expect(first).toMatchObject({ linkedCandidateID, linkedCandidateName: 'Kim Li' });
    const second = await createRecord('Contacts');
    expect(await expectProblem('put', `Contacts/${second.id}`, { linkedCandidateID }, 409)).toMatchObject({
      detail: `Candidate ${linkedCandidateID} is already linked with contact ${first.id}.`,
    });
    await expectProblem('post', 'Contacts', { surname: 'Ng', linkedCandidateID }, 409);
    await deleteRecord(`Contacts/${first.id}`);
    await updateRecord(`Contacts/${second.id}`, { linkedCandidateID });
    await expectProblem('put', `Contacts/${first.id}`, { deleted: false }, 409);
    await updateRecord(`Contacts/${first.id}`, { deleted: false, linkedCandidateID: null });
  });

  it('is linked to one of several contacts concurrently', async () => {
    const linkedCandidateID = await candidate();
    const ids = await Promise.all(Array.from({ length: 12 }, async () => (await createRecord('Contacts')).id));
    const responses = await Promise.all(ids.map((id) => service.http.put(`/api/Contacts/${id}`).send({ linkedCandidateID })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
    const linked = (await Promise.all(ids.map((id) => getRecord(`Contacts/${id}`)))).filter(
      (each) => each['linkedCandidateID'] === linkedCandidateID,
    );
    expect(linked).toHaveLength(1);
  });
});
