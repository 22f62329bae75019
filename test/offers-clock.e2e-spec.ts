import { Housekeeping } from '../src/core/housekeeping';
import { startApp, type TestApp } from './support/app';
import { seedRecord } from './support/database';
import { setClock } from './support/event-processing';
import { RecruiterApi } from './support/recruiter-api';

let service: TestApp;
let office: RecruiterApi;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2027-01-10T12:50:00Z' });
  office = new RecruiterApi(service);
});
afterAll(() => service.close());

const statusOf = async (id: number) => (await office.getRecord(`Offers/${id}`))['statusName'];
const catchUp = () => service.app.get(Housekeeping, { strict: false }).catchUp();

/** In summer the day begins in Sydney at 13:00 UTC. */
describe('An offer that nobody has answered', () => {
  it('expires when the day of its expiry date is over, once, and others do not', async () => {
    const { jobID, candidateID } = await office.vacancy();
    const offer = (more: object) => seedRecord(service, 'Offer', { jobID, candidateID, statusID: 1, version: 1, ...more });
    const expiryDate = new Date('2027-01-10');
    const [due, declined, later, without, deleted] = [
      await offer({ expiryDate }),
      await offer({ expiryDate, statusID: 3 }),
      await offer({ expiryDate: new Date('2027-01-11') }),
      await offer({}),
      await offer({ expiryDate, deleted: true }),
    ];
    await catchUp();
    expect(await statusOf(due)).toBe('Made');
    await setClock(service, '2027-01-10T13:01:00Z');
    await catchUp();
    expect([
      await statusOf(due),
      await statusOf(declined),
      await statusOf(later),
      await statusOf(without),
      await statusOf(deleted),
    ]).toEqual(['Expired', 'Declined', 'Made', 'Made', 'Made']);
    expect(await office.changesTo('Offer', due)).toHaveLength(1);
    await setClock(service, '2027-01-10T13:05:00Z');
    await catchUp();
    expect(await office.changesTo('Offer', due)).toHaveLength(1);
    // nobody has answered it
    expect(await office.getRecord(`Offers/${due}`)).not.toMatchObject({ answeredDate: expect.any(String) as string });
  });
});
