import { startApp, type TestApp } from './support/app';
import { apiClient } from './support/api-client';
import { keptNamesChanged } from '../src/core/records';
import { inTransaction, seedRecord } from './support/database';
import { RecruiterApi, type Vacancy } from './support/recruiter-api';

let service: TestApp;
let vacancy: Vacancy;
const { getRecord, updateRecord, expectProblem } = apiClient(() => service);
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  vacancy = await new RecruiterApi(service).vacancy();
});
afterAll(() => service.close());

/** Record types whose status ends, each with its first and its final status. */
describe.each([
  ['Interview', 'Interviews', 'interviewStatus', 'Scheduled', 1, 'Completed', 3],
  ['Offer', 'Offers', 'offerStatus', 'Made', 1, 'Accepted', 2],
  ['Timesheet', 'Timesheets', 'timesheetStatus', 'Open', 1, 'Paid', 5],
] as const)('%s', (type, path, list, first, firstID, last, lastID) => {
  const CUSTOM = 900;
  // not through the API, where these lists are fixed: the rule must hold for any entry that may come
  beforeAll(() =>
    inTransaction(service, async ({ em }) => {
      await em.query("INSERT INTO lookup (list, id, name, folded) VALUES (?, ?, 'Custom', 'custom')", [list, CUSTOM]);
      await keptNamesChanged(em);
    }),
  );
  const record = (statusID: number): Promise<number> =>
    seedRecord(service, type, { jobID: vacancy.jobID, candidateID: vacancy.candidateID, statusID, version: 1 });

  it(`can change from ${first} to a custom status and back`, async () => {
    const id = await record(firstID);
    expect(await updateRecord(`${path}/${id}`, { statusID: CUSTOM })).toMatchObject({ statusName: 'Custom' });
    expect(await updateRecord(`${path}/${id}`, { statusID: firstID })).toMatchObject({ statusName: first });
  });

  it(`cannot leave ${last}, not even for a custom status`, async () => {
    const id = await record(lastID);
    for (const other of [1, 2, 3, 4, 5, CUSTOM].filter((each) => each !== lastID))
      expect(await expectProblem('put', `${path}/${id}`, { statusID: other }, 409)).toMatchObject({
        type: '/problems/transition',
        detail: expect.stringMatching(new RegExp(`is ${last} and cannot become .*: that is a final state`)) as string,
      });
    expect(await getRecord(`${path}/${id}`)).toMatchObject({ statusName: last });
  });
});
