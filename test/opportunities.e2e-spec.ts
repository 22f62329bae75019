import { startApp, type TestApp } from './support/app';
import { seedRecord } from './support/database';
import { pointersOf, apiClient } from './support/api-client';

let service: TestApp;
let clientID: number;
let contactID: number;
const { createRecord, getRecord, listRecords, updateRecord, deleteRecord, expectProblem, changesTo } = apiClient(() => service);

beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  clientID = await seedRecord(service, 'Client', { name: 'Harbour Construction' });
  contactID = await seedRecord(service, 'Contact', { firstName: 'Olivia', clientID });
});
afterAll(() => service.close());

describe('An opportunity', () => {
  it('starts as a lead of its creator, and can be read, listed, changed and deleted', async () => {
    const { id, ...created } = await createRecord('Opportunities', { name: 'Panel', clientID, contactID, value: 120000 });
    expect(created).toMatchObject({
      name: 'Panel',
      clientName: 'Harbour Construction',
      stageName: 'Lead',
      statusName: 'Open',
      ownerID: 1,
      deleted: false,
    });
    expect(await getRecord(`Opportunities/${id}`)).toMatchObject({ id, value: 120000 });
    expect(await updateRecord(`Opportunities/${id}`, { probability: 60, contactID: null })).toMatchObject({
      probability: 60,
      contactID: 0,
      value: 120000,
    });
    expect((await listRecords('Opportunities')).map((each) => each['id'])).toContain(id);
    await deleteRecord(`Opportunities/${id}`);
    expect(await getRecord(`Opportunities/${id}`)).toMatchObject({ deleted: true });
    expect((await listRecords('Opportunities')).map((each) => each['id'])).not.toContain(id);
  });

  it('shows when it was created and when its stage changed', async () => {
    const { id } = await createRecord('Opportunities', { name: 'Told', clientID });
    await updateRecord(`Opportunities/${id}`, { stageID: 4 });
    await updateRecord(`Opportunities/${id}`, { value: 1 });
    expect((await changesTo('Opportunity', id)).map(({ events }) => events)).toEqual([[31], [32], []]);
    expect(await getRecord(`Opportunities/${id}`)).toMatchObject({ statusName: 'Won' });
  });

  it('must have a stage', async () => {
    const { id } = await createRecord('Opportunities', { name: 'Panel' });
    expect(pointersOf(await expectProblem('put', `Opportunities/${id}`, { stageID: null }, 400))).toEqual(['/stageID']);
    expect(await getRecord(`Opportunities/${id}`)).toMatchObject({ stageName: 'Lead' });
  });

  it('can be changed when its contact has moved to another client since', async () => {
    const leaves = await seedRecord(service, 'Contact', { firstName: 'Leo', clientID, version: 1 });
    const { id } = await createRecord('Opportunities', { name: 'Panel', clientID, contactID: leaves });
    await updateRecord(`Contacts/${leaves}`, { clientID: await seedRecord(service, 'Client', { name: 'Elsewhere' }) });
    expect(await updateRecord(`Opportunities/${id}`, { stageID: 4, value: 1 })).toMatchObject({ contactID: leaves, statusName: 'Won' });
  });

  it.each([
    ['with a probability over 100', { name: 'X', probability: 101 }, ['/probability']],
    ['with the contact of another client', { name: 'X', contactID: 'another' }, ['/contactID']],
    ['with an unknown client', { name: 'X', clientID: 999 }, ['/clientID']],
  ])('is rejected %s', async (_, body: Record<string, unknown>, pointers) => {
    const another = await seedRecord(service, 'Contact', { firstName: 'Another' });
    const sent = { ...('name' in body ? { clientID } : {}), ...body, ...(body['contactID'] === 'another' ? { contactID: another } : {}) };
    expect(pointersOf(await expectProblem('post', 'Opportunities', sent, 400))).toEqual(pointers);
  });
});
