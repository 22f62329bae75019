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

/** The same service, as seen by the user of a key. */
export const withKey = (service: TestApp, key: string): TestApp => ({
  ...service,
  http: request.agent(service.app.getHttpServer()).set('Authorization', `Bearer ${key}`),
});

/** The calls of the API around pay runs, of somebody who makes them and somebody who approves them. */
export class PayRunsApi {
  private constructor(
    readonly maker: TestApp,
    readonly approver: TestApp,
    readonly sheets: TimesheetsApi,
  ) {}

  /** @param service with an administrator */
  static async of(service: TestApp): Promise<PayRunsApi> {
    const userID = await createUser(service, { name: 'Approver', roleID: ADMINISTRATOR });
    const { key } = await createKey(service, { name: 'Approver', userID });
    const maker = withKey(service, ADMIN_KEY);
    return new PayRunsApi(maker, withKey(service, key), new TimesheetsApi(maker));
  }

  /** A division with payroll settings and a pay frequency of its own. */
  async division(payroll: Body = {}): Promise<{ division: number; payFrequencyID: number; periodEnd: string }> {
    const { id } = await this.sheets.office.createRecord('divisions', { name: `Division ${Math.random()}` });
    await this.maker.http
      .put(`/api/divisions/${id}/payroll-integration`)
      .send({ ...PAYROLL, ...payroll })
      .expect(200);
    return { division: id, payFrequencyID: await this.sheets.frequency(), periodEnd: '2026-11-22' };
  }

  post(path: string, body?: Body) {
    return this.maker.http.post(`/api/PayRuns${path}`).send(body);
  }

  async create(body: Body): Promise<{ id: number } & Body> {
    return this.sheets.office.createRecord('PayRuns', body);
  }

  async lines(id: number): Promise<Body[]> {
    return (await this.maker.http.get(`/api/PayRuns/${id}/Lines?limit=1000`).expect(200)).body as Body[];
  }

  async totals(id: number, by: string): Promise<Body[]> {
    return (await this.maker.http.get(`/api/PayRuns/${id}/Totals?by=${by}`).expect(200)).body as Body[];
  }

  approve(id: number) {
    return this.approver.http.post(`/api/PayRuns/${id}/Approve`);
  }

  /** @returns its id */
  async approved(body: Body): Promise<number> {
    const { id } = await this.create(body);
    await this.approve(id).expect(200);
    return id;
  }
}
