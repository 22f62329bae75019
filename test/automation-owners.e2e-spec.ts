import type { Body } from './support/api-client';
import { pointersOf } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { processedBy, waitUntilIdle } from './support/event-processing';
import { addTag, bodyOf, idIn } from './support/automations';

let service: TestApp;
beforeAll(async () => void (service = await startApp()));
afterAll(() => service.close());

const [ADMINISTRATOR, CONSULTANT, READ_ONLY] = [1, 2, 4];
const create = async (path: string, body: object): Promise<number> =>
  ((await service.http.post(`/api/${path}`).send(body)).body as { id: number }).id;
const newUser = (name: string, roleID = CONSULTANT): Promise<number> => create('Users', { name, roleID });
const found = async (path: string): Promise<Body> => (await service.http.get(`/api/${path}`).expect(200)).body as Body;
const put = (path: string, body: object) => service.http.put(`/api/${path}`).send(body);
const notifications = async (): Promise<string[]> =>
  ((await service.http.get('/api/Me/Notifications').expect(200)).body as { message: string }[]).map(({ message }) => message);

/** Tags a contact when it is updated. */
const watching = (userId: number, name: string): Promise<number> =>
  create('Automation', bodyOf({ name, userId, triggerID: 1, eventID: 18, filters: idIn(5), actions: [addTag(name)] }));
const updateContact = async (jobTitle: string): Promise<void> => {
  await put('Contacts/5', { jobTitle }).expect(200);
  await waitUntilIdle(service);
};
const tagsOfContact = async (): Promise<string> => JSON.stringify((await service.http.get('/api/Contacts/5/Tags').expect(200)).body);
const problemsOf = async (id: number): Promise<string> => JSON.stringify(await found(`Automation/${id}/Problems`));

describe('An automation whose user', () => {
  it.each<[string, (userID: number) => Promise<unknown>, string]>([
    ['is deactivated', (id) => put(`Users/${id}`, { isActive: false }).expect(200), 'is no longer active'],
    ['is deleted', (id) => service.http.delete(`/api/Users/${id}`).expect(204), 'is no longer active'],
    ['may no longer write automations', (id) => put(`Users/${id}`, { roleID: READ_ONLY }).expect(200), 'lacks the scope automation:write'],
  ])('%s is paused with that reason, and administrators are told', async (what, lose, reason) => {
    const userID = await newUser(`Owner who ${what}`);
    const id = await watching(userID, `Of one who ${what}`);
    await updateContact(`Before ${what}`);
    expect(await tagsOfContact()).toContain(`Of one who ${what}`);
    await service.http.delete(`/api/Contacts/5/Tags/${encodeURIComponent(`Of one who ${what}`)}`).expect(204);
    await lose(userID);
    await updateContact(`After ${what}`);
    expect(await tagsOfContact()).not.toContain(`Of one who ${what}`);
    expect(await found(`Automation/${id}`)).toMatchObject({ statusID: 2 });
    expect(await problemsOf(id)).toContain(`its user Owner who ${what} ${reason}`);
    expect(await notifications()).toContain(`The automation Of one who ${what} has been paused: its user Owner who ${what} ${reason}.`);
  });

  it('is deactivated cannot be activated until another user has it', async () => {
    const userID = await newUser('Gone');
    const id = await watching(userID, 'Orphan');
    await put(`Users/${userID}`, { isActive: false }).expect(200);
    await put(`Automation/${id}`, { statusID: 2 }).expect(200);
    const { body } = await put(`Automation/${id}`, { statusID: 1 }).expect(400);
    expect(pointersOf(body as Body)).toEqual(['/userId']);
    await put(`Automation/${id}`, { statusID: 1, userId: await newUser('Heir', ADMINISTRATOR) }).expect(200);
    await updateContact('For the heir');
    expect(await tagsOfContact()).toContain('Orphan');
  });

  it('sees only some divisions is told of records that match once they are in one of these', async () => {
    const [own, other] = [await create('divisions', { name: 'Own' }), await create('divisions', { name: 'Other' })];
    const userId = await create('Users', { name: 'Limited', roleID: CONSULTANT, divisionIDs: [own] });
    const contact = await create('Contacts', { surname: 'Moves' });
    const job = await create('Jobs', { title: 'Moves', division: other });
    const assign = (divisionIDs: number[]) => put(`Contacts/${contact}/Assignment`, { divisionIDs }).expect(200);
    await assign([other]);
    await waitUntilIdle(service);
    const watch = (eventID: number, id: number): Promise<number> =>
      create('Automation', bodyOf({ name: 'Matching', userId, triggerID: 1, eventID, filters: idIn(id), actions: [addTag('Moved')] }));
    const [onContacts, onJobs] = [await watch(25, contact), await watch(43, job)];
    const moveBoth = async (division: number): Promise<void> => {
      await assign([division]);
      await put(`Jobs/${job}`, { division }).expect(200);
      await waitUntilIdle(service);
    };
    for (const division of [own, other, own]) await moveBoth(division);
    expect([await processedBy(service, onContacts), await processedBy(service, onJobs)]).toEqual([
      [contact, contact],
      [job, job],
    ]);
  });

  it('is deactivated ends a run that was queued before', async () => {
    const userID = await newUser('Leaver');
    const id = await create('Automation', bodyOf({ name: 'Queued', userId: userID, filters: idIn(5), actions: [addTag('Queued')] }));
    await put(`Users/${userID}`, { isActive: false }).expect(200);
    const { headers } = await service.http.post(`/api/Automation/${id}/Runs`).expect(202);
    await waitUntilIdle(service);
    expect((await service.http.get(headers['location'] as string).expect(200)).body).toMatchObject({
      ...{ status: 'skipped', processed: 0, reason: 'its user Leaver is no longer active' },
    });
    expect(await tagsOfContact()).not.toContain('Queued');
    expect(await found(`Automation/${id}`)).toMatchObject({ statusID: 2 });
  });
});
