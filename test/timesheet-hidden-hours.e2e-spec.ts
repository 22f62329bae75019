import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { createAsAdmin, makeOffice } from './support/offices';

const ADMINISTRATOR = 1;
const MONDAY = '2026-11-02';

let service: TestApp;
let key: string;
let placements: { own: number; hidden: number };

beforeAll(async () => {
  service = await startApp(WITH_ADMIN);
  const [north, south] = [
    await createAsAdmin(service, 'divisions', { name: 'North' }),
    await createAsAdmin(service, 'divisions', { name: 'South' }),
  ];
  const [own, other] = [await makeOffice(service, north, 'Lindqvist'), await makeOffice(service, south, 'Quillfeather')];
  const userID = await createUser(service, { name: 'Limited', roleID: ADMINISTRATOR, divisionIDs: [north] });
  ({ key } = await createKey(service, { name: 'Limited', userID }));
  const [jobID, candidateID] = [other['Jobs'], own['Candidates']];
  const hidden = await createAsAdmin(service, 'Placements?allowOverlappingPlacement=true', {
    jobID,
    candidateID,
    division: south,
    typeID: 3,
    startDate: MONDAY,
    statusID: 2,
  });
  placements = { own: own['Placements']!, hidden };
  await requestAs(service, ADMIN_KEY, 'delete', `/api/Timesheets/${own['Timesheets']}`).expect(204);
});
afterAll(() => service.close());

describe('Hours that the caller does not see', () => {
  it('count, and are not told', async () => {
    const lines = (hours: number) => [{ day: MONDAY, hours }];
    const week = { periodStart: MONDAY, periodEnd: '2026-11-08' };
    await createAsAdmin(service, 'Timesheets', { placementID: placements.hidden, ...week, lines: lines(20.25) });
    const post = (as: string, hours: number) =>
      requestAs(service, as, 'post', '/api/Timesheets').send({ placementID: placements.own, ...week, lines: lines(hours) });
    expect((await post(key, 8).expect(400)).body).toMatchObject({
      errors: [{ pointer: '/lines/0/hours', detail: 'must not make more than 24 hours of 2026-11-02 in all timesheets of the candidate' }],
    });
    expect((await post(ADMIN_KEY, 8).expect(400)).body).toMatchObject({
      errors: [{ detail: expect.stringContaining('it would have 28.25, 20.25 of them in timesheet') }],
    });
    await post(key, 3.75).expect(201);
  });
});
