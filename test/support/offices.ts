import { ADMIN_KEY, requestAs } from './api-keys';
import type { TestApp } from './app';

/** The ids of records by the name of their collection; `divisions` is the division. */
export type Ids = Readonly<Record<string, number>>;

/** Creates a record as the first administrator. @returns its id */
export async function createAsAdmin(service: TestApp, path: string, body: object): Promise<number> {
  const { status, body: answer } = await requestAs(service, ADMIN_KEY, 'post', `/api/${path}`).send(body);
  expect([status, answer]).toEqual([201, answer]);
  return (answer as { id: number }).id;
}

/** One record of each type, all of them of one division. @param name in texts of each */
export async function makeOffice(service: TestApp, division: number, name: string): Promise<Ids> {
  const asAdmin = (method: 'post' | 'put', path: string) => requestAs(service, ADMIN_KEY, method, `/api/${path}`);
  const created = (path: string, body: object): Promise<number> => createAsAdmin(service, path, body);
  const divisionIDs = [division];
  const Clients = await created('Clients', { name });
  await asAdmin('put', `Clients/${Clients}/Assignment`).send({ divisionIDs }).expect(200);
  const Sites = await created('Sites', { clientID: Clients, name });
  const Contacts = await created('Contacts', { firstName: name, surname: name, clientID: Clients });
  await asAdmin('put', `Contacts/${Contacts}/Assignment`).send({ divisionIDs }).expect(200);
  const Candidates = await created('Candidates', { firstName: name, lastName: name, email1: `${name}@example.com` });
  await asAdmin('put', `Candidates/${Candidates}/Assignment`).send({ divisionIDs }).expect(200);
  const items = [{ name: 'Induction', kind: 'statement', required: false }];
  const complianceChecklistID = await created('Configuration/Checklists', { name: 'Sites', items });
  const Jobs = await created('Jobs', { title: name, clientID: Clients, contact1ID: Contacts, division, complianceChecklistID });
  const JobAdverts = await created('JobAdverts', { jobID: Jobs, title: name });
  const Opportunities = await created('Opportunities', { name, clientID: Clients, division });
  const Applications = await created('Applications', { jobID: Jobs, candidateID: Candidates, source: name });
  const Interviews = await created('Interviews', { applicationID: Applications, startsAt: '2026-12-01T01:00:00Z', place: name });
  const Offers = await created('Offers', { applicationID: Applications, amount: 50, amountUnits: 1, comments: name });
  const Placements = await created('Placements', {
    jobID: Jobs,
    candidateID: Candidates,
    division,
    typeID: 3,
    startDate: '2026-11-02T00:00:00Z',
    endDate: '2027-11-02T00:00:00Z',
    payRate: 50,
    chargeRate: 80,
    rateUnits: 1,
  });
  await asAdmin('post', `Placements/${Placements}/Approve`).send({}).expect(200);
  const Timesheets = await created('Timesheets', {
    placementID: Placements,
    periodStart: '2026-11-02',
    periodEnd: '2026-11-08',
    hours: 38,
  });
  const Activities = await created('Activities', { typeID: 1, notes: name, jobID: Jobs });
  const Documents = await created('Documents', { name, candidateID: Candidates });
  for (const path of [`Candidates/${Candidates}`, `Contacts/${Contacts}`, `Jobs/${Jobs}`])
    await asAdmin('post', `${path}/Tags`).send({ tag: name }).expect(201);
  return {
    ...{ Clients, Sites, Contacts, Candidates, Jobs, JobAdverts, Opportunities, Applications, Interviews, Offers, Placements },
    ...{ Timesheets, Activities, Documents, divisions: division },
  };
}
