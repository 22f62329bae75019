import { startApp, type TestApp } from './support/app';
import { make } from './support/make';
import { pointersOf, speaking } from './support/speaking';

let service: TestApp;
let clientID: number;
let contactID: number;
const { made, found, listed, saved, removed, refused, told } = speaking(() => service);

beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  clientID = await make(service, 'Client', { name: 'Harbour Construction' });
  contactID = await make(service, 'Contact', { firstName: 'Olivia', clientID });
});
afterAll(() => service.close());

describe('An opportunity', () => {
  it('begins as a lead of whoever enters it, and is found, listed, changed and deleted', async () => {
    const { id, ...begun } = await made('Opportunities', { name: 'Panel', clientID, contactID, value: 120000 });
    expect(begun).toMatchObject({
      name: 'Panel',
      clientName: 'Harbour Construction',
      stageName: 'Lead',
      statusName: 'Open',
      ownerID: 1,
      deleted: false,
    });
    expect(await found(`Opportunities/${id}`)).toMatchObject({ id, value: 120000 });
    expect(await saved(`Opportunities/${id}`, { probability: 60, contactID: null })).toMatchObject({
      probability: 60,
      contactID: 0,
      value: 120000,
    });
    expect((await listed('Opportunities')).map((each) => each['id'])).toContain(id);
    await removed(`Opportunities/${id}`);
    expect(await found(`Opportunities/${id}`)).toMatchObject({ deleted: true });
    expect((await listed('Opportunities')).map((each) => each['id'])).not.toContain(id);
  });

  it('tells when it was created and when its stage changed', async () => {
    const { id } = await made('Opportunities', { name: 'Told', clientID });
    await saved(`Opportunities/${id}`, { stageID: 4 });
    await saved(`Opportunities/${id}`, { value: 1 });
    expect((await told('Opportunity', id)).map(({ events }) => events)).toEqual([[31], [32], []]);
    expect(await found(`Opportunities/${id}`)).toMatchObject({ statusName: 'Won' });
  });

  it('stands on some stage', async () => {
    const { id } = await made('Opportunities', { name: 'Panel' });
    expect(pointersOf(await refused('put', `Opportunities/${id}`, { stageID: null }, 400))).toEqual(['/stageID']);
    expect(await found(`Opportunities/${id}`)).toMatchObject({ stageName: 'Lead' });
  });

  it('can be changed when its contact has gone to another client since', async () => {
    const leaves = await make(service, 'Contact', { firstName: 'Leo', clientID, version: 1 });
    const { id } = await made('Opportunities', { name: 'Panel', clientID, contactID: leaves });
    await saved(`Contacts/${leaves}`, { clientID: await make(service, 'Client', { name: 'Elsewhere' }) });
    expect(await saved(`Opportunities/${id}`, { stageID: 4, value: 1 })).toMatchObject({ contactID: leaves, statusName: 'Won' });
  });

  it.each([
    ['more than certain', { name: 'X', probability: 101 }, ['/probability']],
    ['with the contact of another client', { name: 'X', contactID: 'another' }, ['/contactID']],
    ['of a client that is not there', { name: 'X', clientID: 999 }, ['/clientID']],
  ])('is not taken %s', async (_, body: Record<string, unknown>, pointers) => {
    const another = await make(service, 'Contact', { firstName: 'Another' });
    const sent = { ...('name' in body ? { clientID } : {}), ...body, ...(body['contactID'] === 'another' ? { contactID: another } : {}) };
    expect(pointersOf(await refused('post', 'Opportunities', sent, 400))).toEqual(pointers);
  });
});
