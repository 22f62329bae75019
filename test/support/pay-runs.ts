import request from 'supertest';
import { createKey, createUser, ADMIN_KEY } from './api-keys';
import type { TestApp } from './app';
import type { Body } from './recruiter-api';
import { TimesheetsApi } from './timesheets';

const ADMINISTRATOR = 1;

export const REGION = {
  region: 'AU',
  defaultSuperItemID: 31,
  glGroupEmployee: 501,
  glGroupSubContractor: 502,
  permIncomeAccount: '4-1000',
  contractIncomeAccountEmployee: '4-2000',
  contractExpenseAccountEmployee: '5-2000',
  contractIncomeAccountSubContractor: '4-3000',
  contractExpenseAccountSubContractor: '5-3000',
} as const;
const PAYROLL = { permChargeItemID: 880, collectTimesheetData: true, region: 'AU', regionSettings: [REGION] };

/** Whose timesheets a run collects, and up to when. */
export type Where = {
  readonly division: number;
  readonly payFrequencyID: number;
  readonly periodEnd: string;
};

/** The same service, as seen by the user of a key. */
export const withKey = (service: TestApp, key: string): TestApp => ({
  ...service,
  http: request.agent(service.app.getHttpServer()).set('Authorization', `Bearer ${key}`),
});

/** The calls of the API around pay runs or charge runs, of somebody who makes them and somebody who approves them. */
export class PayRunsApi {
  readonly sheets: TimesheetsApi;

  private constructor(
    readonly maker: TestApp,
    readonly approver: TestApp,
    readonly approverKey: string,
    readonly path: 'PayRuns' | 'ChargeRuns' = 'PayRuns',
  ) {
    this.sheets = new TimesheetsApi(maker);
  }

  /** The same users on another service with the same database. */
  on(service: TestApp): PayRunsApi {
    return new PayRunsApi(withKey(service, ADMIN_KEY), withKey(service, this.approverKey), this.approverKey, this.path);
  }

  /** The same of charge runs. */
  get charging(): PayRunsApi {
    return new PayRunsApi(this.maker, this.approver, this.approverKey, 'ChargeRuns');
  }

  /** @param service with an administrator */
  static async of(service: TestApp): Promise<PayRunsApi> {
    const userID = await createUser(service, { name: 'Approver', roleID: ADMINISTRATOR });
    const { key } = await createKey(service, { name: 'Approver', userID });
    return new PayRunsApi(withKey(service, ADMIN_KEY), withKey(service, key), key);
  }

  /** Of a service without keys, on which one user does everything and can approve nothing. */
  static alone(service: TestApp): PayRunsApi {
    return new PayRunsApi(service, service, '');
  }

  /** A division with payroll settings and a pay frequency of its own. */
  async division(payroll: Body = {}): Promise<Where> {
    const { id } = await this.sheets.office.createRecord('divisions', { name: `Division ${Math.random()}` });
    await this.maker.http
      .put(`/api/divisions/${id}/payroll-integration`)
      .send({ ...PAYROLL, ...payroll })
      .expect(200);
    return { division: id, payFrequencyID: await this.sheets.frequency(), periodEnd: '2026-11-22' };
  }

  /** An approved contract placement. @returns its id */
  placement({ division, payFrequencyID }: Where, fields: Body = {}): Promise<number> {
    return this.sheets.placement({ division, payFrequencyID, ...fields });
  }

  /** One approved timesheet of eight hours, in the week to 22 November. @returns its id */
  async sheet(where: Where, fields: Body = {}, hours = 8): Promise<number> {
    const lines = [{ day: '2026-11-16', hours }];
    return this.sheets.approved({ placementID: await this.placement(where, fields), periodStart: '2026-11-16', lines });
  }

  /** An approved permanent placement that has begun, with a fee of 18,000. @returns its id */
  async fee({ division, payFrequencyID }: Where, fields: Body = {}): Promise<number> {
    const { jobID, candidateID } = await this.sheets.office.vacancy({ type: 'PERM' });
    const terms = { typeID: 1, salary: 100_000, feePercentage: 18, startDate: '2026-11-02', division, payFrequencyID, ...fields };
    const { id } = await this.sheets.office.createRecord('Placements', { jobID, candidateID, ...terms });
    await this.maker.http.post(`/api/Placements/${id}/Approve`).expect(200);
    return id;
  }

  post(path: string, body?: Body) {
    return this.maker.http.post(`/api/${this.path}${path}`).send(body);
  }

  async create(body: Body): Promise<{ id: number } & Body> {
    return this.sheets.office.createRecord(this.path, body);
  }

  async lines(id: number, query = 'limit=1000'): Promise<Body[]> {
    return (await this.maker.http.get(`/api/${this.path}/${id}/Lines?${query}`).expect(200)).body as Body[];
  }

  async totals(id: number, by: string): Promise<Body[]> {
    return (await this.maker.http.get(`/api/${this.path}/${id}/Totals?by=${by}`).expect(200)).body as Body[];
  }

  get(path: string) {
    return this.maker.http.get(`/api/${this.path}${path}`);
  }

  approve(id: number) {
    return this.approver.http.post(`/api/${this.path}/${id}/Approve`);
  }

  /** @returns its id */
  async approved(body: Body): Promise<number> {
    const { id } = await this.create(body);
    await this.approve(id).expect(200);
    return id;
  }
}
