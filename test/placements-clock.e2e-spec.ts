import { Housekeeping } from '../src/core/housekeeping';
import { startApp, type TestApp } from './support/app';
import { seedRecord } from './support/database';
import { RecruiterApi } from './support/recruiter-api';
import { eventID } from './support/events';

let service: TestApp;
afterEach(() => service.close());

const at = (moment: string) => ({ DEMO_DATA: 'false', CLOCK_START: moment });
const catchUp = () => service.app.get(Housekeeping, { strict: false }).catchUp();
const office = () => new RecruiterApi(service);
const statusOf = async (id: number) => (await office().getRecord(`Placements/${id}`))['statusName'];
const placement = (statusID: number, startDate: string | null, endDate?: string, more: object = {}) =>
  seedRecord(service, 'Placement', {
    statusID,
    startDate: startDate === null ? undefined : new Date(startDate),
    endDate: endDate === undefined ? undefined : new Date(endDate),
    version: 1,
    ...more,
  });

/** In summer the day begins in Sydney at 13:00 UTC. */
describe("By the firm's calendar", () => {
  it('an approved placement starts on its first day, and ends after its last day', async () => {
    service = await startApp(at('2027-01-10T12:50:00Z'));
    const id = await placement(2, '2027-01-11', '2027-01-15');
    await catchUp();
    expect([await statusOf(id), await office().changesTo('Placement', id)]).toEqual(['Approved', []]);
    service = await service.restart(at('2027-01-10T13:05:00Z'));
    await catchUp();
    await catchUp();
    expect(await statusOf(id)).toBe('Started');
    expect((await office().changesTo('Placement', id)).map(({ events }) => events)).toEqual([[eventID('Placement status changed')]]);
    service = await service.restart(at('2027-01-15T12:50:00Z'));
    await catchUp();
    expect(await statusOf(id)).toBe('Started');
    service = await service.restart(at('2027-01-15T13:05:00Z'));
    await catchUp();
    expect(await statusOf(id)).toBe('Ended');
    expect(await office().latestEvents('Placement', id)).toEqual([eventID('Placement status changed'), eventID('Placement ended')]);
  });

  it('it runs from the first moment of its first day to the last of its last day, in figures and searches', async () => {
    service = await startApp(at('2027-01-10T12:50:00Z'));
    const { jobID, contactID, candidateID } = await office().vacancy();
    const days = { startDate: '2027-01-11T00:00:00Z', endDate: '2027-01-15T00:00:00Z' };
    const pay = { payRate: 50, chargeRate: 80, rateUnits: 1, hoursPerDay: 8 };
    await office().createRecord('Placements', { jobID, candidateID, statusID: 2, ...days, ...pay });
    const seen = async () => {
      const [contact, job, candidate] = await Promise.all(
        [`Contacts/${contactID}`, `Jobs/${jobID}`, `Candidates/${candidateID}`].map((path) => office().getRecord(path)),
      );
      const { body: current } = await service.http.post('/api/Candidates/Search').send({ placed: 'current' }).expect(200);
      return [
        contact?.['contractors'],
        job?.['averageDailyMargin'],
        Number(candidate?.['candidatePlacementTypeID']) > 0,
        (current as object[]).length,
      ];
    };
    const running = ['1', 240, true, 1];
    const notRunning = ['0', 0, false, 0];
    expect(await seen()).toEqual(notRunning);
    for (const [moment, expected] of [
      ['2027-01-10T13:05:00Z', running],
      ['2027-01-15T12:50:00Z', running],
      ['2027-01-15T13:05:00Z', notRunning],
    ] as const) {
      service = await service.restart(at(moment));
      expect([moment, ...(await seen())]).toEqual([moment, ...expected]);
    }
  });

  it('a candidate is not erased before the last day of the placement is over', async () => {
    service = await startApp({ ...at('2027-01-16T02:00:00Z'), TIME_ZONE: 'America/New_York' });
    const candidateID = await office().candidate();
    const id = await placement(3, '2027-01-11', '2027-01-15', { candidateID });
    const { body } = await service.http.post(`/api/Candidates/${candidateID}/Erase`).expect(409);
    expect(body).toMatchObject({ detail: expect.stringContaining(`The placement ${id} has not ended.`) });
    service = await service.restart({ ...at('2027-01-16T05:00:00Z'), TIME_ZONE: 'America/New_York' });
    await service.http.post(`/api/Candidates/${candidateID}/Erase`).expect(200);
  });

  it('all placements that are due are updated, and no others', async () => {
    service = await startApp(at('2027-01-11T01:00:00Z'));
    const due = await Promise.all(Array.from({ length: 45 }, () => placement(2, '2027-01-04', '2027-01-08')));
    const others = [
      await placement(1, '2027-01-04', '2027-01-08'),
      await placement(5, '2027-01-04', '2027-01-08'),
      await placement(2, '2027-01-04', '2027-01-08', { deleted: true }),
      await placement(2, null),
    ];
    const [forever, never] = [await placement(2, '2027-01-04'), await placement(2, null, '2027-01-08')];
    await catchUp();
    expect(new Set(await Promise.all(due.map(statusOf)))).toEqual(new Set(['Ended']));
    expect(await Promise.all(others.map(statusOf))).toEqual(['Draft', 'Cancelled', 'Approved', 'Approved']);
    expect([await statusOf(forever), await statusOf(never)]).toEqual(['Started', 'Ended']);
  });
});
