import { DataSource } from 'typeorm';
import { WholeMirrors1764910000000 } from '../src/core/database/migrations/1764910000000-whole-mirrors';
import { startApp, type TestApp } from './support/app';
import { apiClient, type Body } from './support/api-client';
import { queryRows } from './support/database';

let service: TestApp;
const { createRecord, getRecord, listRecords } = apiClient(() => service);
const put = (path: string, body: Body) => service.http.put(`/api/${path}`).send(body).expect(200);

let owner: number, other: number, jobID: number, candidateID: number, applicationID: number;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  const { id: clientID } = await createRecord('Clients', { name: 'Harbour' });
  ({ id: owner } = await createRecord('Users', { name: 'Olivia Bennett' }));
  ({ id: other } = await createRecord('Users', { name: 'Noah Fraser' }));
  const { id: contactID } = await createRecord('Contacts', { surname: 'Hartley', clientID });
  ({ id: candidateID } = await createRecord('Candidates', { lastName: 'Nguyen' }));
  ({ id: jobID } = await createRecord('Jobs', { title: 'Site Engineer', clientID, contact1ID: contactID }));
  const application = { jobID, candidateID, ownerID: owner, stageID: 4, comments: 'Good fit.' };
  ({ id: applicationID } = await createRecord('Applications', application));
});
afterAll(() => service.close());

const timeline = async (category: number): Promise<Body[]> =>
  (await listRecords(`Candidates/${candidateID}/Activities`)).filter((activity) => activity['category'] === category);

describe('The activity of an interview', () => {
  it.each([
    [1, 16],
    [2, 17],
    [3, 18],
    [4, 7],
    [null, 7],
  ])('of type %p has the type %i', async (typeID, activityType) => {
    const { id } = await createRecord('Interviews', { applicationID, typeID, ownerID: owner });
    expect((await timeline(7)).find(({ entityId }) => entityId === id)).toMatchObject({ typeID: activityType, assignedToID: owner });
  });

  it('follows its type, owner and feedback', async () => {
    const { id } = await createRecord('Interviews', { applicationID, typeID: 1, ownerID: owner, startsAt: '2026-11-10T01:00:00Z' });
    await put(`Interviews/${id}`, { typeID: 2, ownerID: other });
    await service.http.post(`/api/Interviews/${id}/Feedback`).send({ feedback: 'Knows the trade.' }).expect(200);
    expect((await timeline(7)).find(({ entityId }) => entityId === id)).toMatchObject({
      typeID: 17,
      assignedToID: other,
      notes: 'Knows the trade.',
      activityDate: '2026-11-10T01:00:00.000Z',
    });
  });
});

describe('The activity of a submission', () => {
  it('follows its owner and comments', async () => {
    expect(await timeline(8)).toMatchObject([{ typeID: 8, assignedToID: owner, notes: 'Good fit.', entityId: applicationID }]);
  });
});

describe('The activity of a placement', () => {
  it('follows its owner and notes', async () => {
    const { id } = await createRecord('Placements', { jobID, candidateID, ownerID: other, notes: 'Induction at 6:30.' });
    expect(await timeline(9)).toMatchObject([{ typeID: 9, assignedToID: other, notes: 'Induction at 6:30.', placementID: id }]);
  });
});

describe('The migration', () => {
  it('repairs activities of former versions', async () => {
    const fields = async () => queryRows(service, 'SELECT id, typeID, assignedToID, notes FROM activity WHERE entityId > 0 ORDER BY id');
    const made = await fields();
    await queryRows(service, 'UPDATE activity SET typeID = category, assignedToID = NULL, notes = NULL WHERE entityId > 0');
    const runner = service.app.get(DataSource, { strict: false }).createQueryRunner();
    await new WholeMirrors1764910000000().up(runner);
    await runner.release();
    expect(await fields()).toEqual(made);
    const [first] = await timeline(8);
    expect(first).toMatchObject({ assignedToID: owner });
    expect(await getRecord(`Activities/${String(first!['id'])}`)).toMatchObject({ notes: 'Good fit.' });
  });
});
