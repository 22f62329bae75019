import type { TestApp } from './app';
import { RecruiterApi, type Body } from './recruiter-api';

/** The rates of placements in tests of timesheets. */
export const RATES = { payRate: 65, onCosts: 7, chargeRate: 92, rateUnits: 1, hoursPerDay: 7.6 } as const;
const WEEKLY = 1;

/** The calls of the API around the timesheets of placements. */
export class TimesheetsApi {
  readonly office: RecruiterApi;

  constructor(private readonly service: TestApp) {
    this.office = new RecruiterApi(service);
  }

  /** A pay frequency. @returns its id */
  async frequency(fields: Body = {}): Promise<number> {
    return (await this.office.createRecord('Configuration/Placements/Pay-Frequencies', { name: 'Weekly', periodID: WEEKLY, ...fields })).id;
  }

  /** An approved contract placement with rates and weekly pay. @returns its id */
  async placement(fields: Body = {}): Promise<number> {
    const { jobID, candidateID } = await this.office.vacancy();
    const payFrequencyID = 'payFrequencyID' in fields ? {} : { payFrequencyID: await this.frequency() };
    const dates = { startDate: '2026-09-01', endDate: '2027-03-31' };
    const { id } = await this.office.createRecord('Placements?allowOverlappingPlacement=true', {
      jobID,
      candidateID,
      ...dates,
      ...RATES,
      ...payFrequencyID,
      ...fields,
    });
    await this.service.http.post(`/api/Placements/${id}/Approve`).expect(200);
    return id;
  }

  post(path: string, body?: Body) {
    return this.service.http.post(`/api/Timesheets${path}`).send(body);
  }

  put(id: number, body: Body) {
    return this.service.http.put(`/api/Timesheets/${id}`).send(body);
  }

  async create(body: Body): Promise<{ id: number } & Body> {
    return this.office.createRecord('Timesheets', body);
  }

  find(id: number): Promise<Body> {
    return this.office.getRecord(`Timesheets/${id}`);
  }

  /** Creates a timesheet and approves it. @returns its id */
  async approved(body: Body): Promise<number> {
    const { id } = await this.create(body);
    await this.post(`/${id}/Submit`).expect(200);
    await this.post(`/${id}/Approve`).expect(200);
    return id;
  }

  /** An approved timesheet that has been paid. @returns its id */
  async paid(body: Body): Promise<number> {
    const id = await this.approved(body);
    await this.put(id, { statusID: 5 }).expect(200);
    return id;
  }

  /** The live timesheets of a placement, by id. */
  async ofPlacement(placementID: number): Promise<Body[]> {
    const filters = JSON.stringify({ combinator: 'and', rules: [{ field: 'placementID', operator: '=', value: placementID }] });
    const { body } = await this.service.http.post('/api/Timesheets/Query').send({ filters }).expect(200);
    return (body as { id: number }[]).toSorted((one, other) => one.id - other.id);
  }
}

/** The periods of timesheets as text. */
export const periodsOf = (timesheets: readonly Body[]): string[] =>
  timesheets.map(({ periodStart, periodEnd }) => `${String(periodStart).slice(0, 10)} ${String(periodEnd).slice(0, 10)}`);
