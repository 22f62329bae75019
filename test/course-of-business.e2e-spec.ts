import { startApp, type TestApp } from './support/app';
import { byType, RecruiterApi, type Body, type Vacancy } from './support/recruiter-api';
import { eventID } from './support/events';

let service: TestApp;
let office: RecruiterApi;
let vacancy: Vacancy;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-23T01:00:00Z' });
  office = new RecruiterApi(service);
  vacancy = await office.vacancy({ candidatesRequired: 1 });
});
afterAll(() => service.close());

const post = (path: string, body: Body = {}) => service.http.post(`/api/${path}`).send(body);

/** The figures that show the progress of the vacancy. */
async function figures() {
  const { clientID, contactID, jobID, candidateID } = vacancy;
  const [job, contact, candidate, client] = await Promise.all(
    [`Jobs/${jobID}`, `Contacts/${contactID}`, `Candidates/${candidateID}`, `Clients/${clientID}`].map((path) => office.getRecord(path)),
  );
  const { applications, submissions, interviews, placements } = byType(candidate?.['statisticsCounts']);
  const { toDo, blue, yellow, green, red, total, candidatesFilled } = job ?? {};
  return {
    job: { toDo, blue, yellow, green, red, total, candidatesFilled, placements: job?.['placements'] },
    candidate: { applications, submissions, interviews, placements },
    contact: { openJobs: contact?.['openJobs'], placements: contact?.['placements'], ...submissionsOf(contact) },
    client: { openJobs: client?.['openJobs'], placements: client?.['placements'] },
  };
}

const submissionsOf = (contact: Body | undefined) => {
  const { applications, submissions, interviews } = byType(contact?.['statisticsCounts']);
  return { applications, submissions, interviews };
};

describe('A candidate', () => {
  let applicationID: number;
  let interviewID: number;
  let offerID: number;
  let placementID: number;
  let timesheetID: number;

  it('applies', async () => {
    const { jobID, candidateID } = vacancy;
    const application = await office.createRecord('Applications', { jobID, candidateID, source: 'Referral' });
    applicationID = application.id;
    expect(application).toMatchObject({
      jobID,
      candidateID,
      stageID: 1,
      stageName: 'New',
      source: 'Referral',
      ownerID: 1,
      jobTitle: 'Site Engineer',
      candidateName: 'Charlotte Nguyen',
    });
    expect(await office.changesTo('Application', applicationID)).toMatchObject([
      { action: 'created', events: [eventID('Application received')], fields: { source: [null, 'Referral'] } },
    ]);
    expect(await figures()).toEqual({
      job: { toDo: 1, blue: 0, yellow: 0, green: 0, red: 0, total: 1, candidatesFilled: 0, placements: 0 },
      candidate: { applications: 1, submissions: 0, interviews: 0, placements: 0 },
      contact: { openJobs: '1', placements: '0', applications: 1, submissions: 0, interviews: 0 },
      client: { openJobs: 1, placements: 0 },
    });
  });

  it('is shortlisted', async () => {
    await service.http.put(`/api/Applications/${applicationID}`).send({ stageID: 3 }).expect(200);
    expect(await office.latestEvents('Application', applicationID)).toEqual([eventID('Application stage changed')]);
    expect(await figures()).toMatchObject({ job: { toDo: 0, blue: 1, total: 1 } });
  });

  it('is submitted to the client', async () => {
    const { body } = await post(`Applications/${applicationID}/Submit`).expect(200).expect('ETag', /^"3-/);
    expect(body).toMatchObject({ stageID: 4, stageName: 'Submitted', submittedDate: expect.any(String) });
    expect(await office.latestEvents('Application', applicationID)).toEqual([
      eventID('Application stage changed'),
      eventID('Candidate submitted to client'),
    ]);
    expect(await office.mirrorActivities(8, applicationID)).toMatchObject([
      {
        candidateID: vacancy.candidateID,
        jobID: vacancy.jobID,
        clientID: vacancy.clientID,
        contactID: vacancy.contactID,
        statusID: 2,
        deleted: 0,
      },
    ]);
    expect(await figures()).toMatchObject({ job: { blue: 0, yellow: 1 }, candidate: { submissions: 1 }, contact: { submissions: 1 } });
  });

  it('is interviewed', async () => {
    const { jobID, candidateID, contactID } = vacancy;
    const interview = await office.createRecord('Interviews', { applicationID, startsAt: '2026-11-22T23:00:00Z', duration: 45 });
    interviewID = interview.id;
    expect(interview).toMatchObject({
      applicationID,
      jobID,
      candidateID,
      contactID,
      statusID: 1,
      statusName: 'Scheduled',
      startsAt: '2026-11-22T23:00:00.000Z',
    });
    expect(await office.latestEvents('Interview', interviewID)).toEqual([eventID('Interview scheduled')]);
    expect(await office.latestEvents('Application', applicationID)).toEqual([eventID('Application stage changed')]);
    expect(await office.getRecord(`Applications/${applicationID}`)).toMatchObject({ stageName: 'Interview' });
    expect(await office.mirrorActivities(7, interviewID)).toMatchObject([
      { candidateID, contactID, jobID, clientID: vacancy.clientID, statusID: 1, duration: 45 },
    ]);
    expect(await figures()).toMatchObject({ job: { yellow: 1 }, candidate: { interviews: 1 }, contact: { interviews: 1 } });
  });

  it('makes a good impression', async () => {
    const { body } = await post(`Interviews/${interviewID}/Feedback`, { feedback: 'Knows the trade.', score: 5 }).expect(200);
    expect(body).toMatchObject({ statusID: 3, statusName: 'Completed', feedback: 'Knows the trade.', score: 5 });
    expect(await office.latestEvents('Interview', interviewID)).toEqual([eventID('Interview feedback submitted')]);
    expect(await office.mirrorActivities(7, interviewID)).toMatchObject([{ statusID: 2 }]);
    expect(byType((await office.getRecord(`Candidates/${vacancy.candidateID}`))['statisticsDates'])).toMatchObject({
      lastInterview: '2026-11-22T23:00:00.000Z',
    });
  });

  it('gets an offer', async () => {
    const offer = await office.createRecord('Offers', { applicationID, amount: 65, amountUnits: 1, startDate: '2027-01-11' });
    offerID = offer.id;
    expect(offer).toMatchObject({
      applicationID,
      jobID: vacancy.jobID,
      candidateID: vacancy.candidateID,
      statusID: 1,
      statusName: 'Made',
      placementID: 0,
    });
    expect(await office.latestEvents('Offer', offerID)).toEqual([eventID('Offer made')]);
    expect(await office.getRecord(`Applications/${applicationID}`)).toMatchObject({ stageName: 'Offer' });
  });

  it('accepts it', async () => {
    const response = await post(`Offers/${offerID}/Accept`).expect(200);
    placementID = (response.body as { placementID: number }).placementID;
    expect(response.body).toMatchObject({ statusID: 2, statusName: 'Accepted', answeredDate: expect.any(String) });
    expect(response.headers['location']).toBe(`/api/Placements/${placementID}`);
    expect(await office.latestEvents('Offer', offerID)).toEqual([eventID('Offer answered')]);
    expect(await office.getRecord(`Applications/${applicationID}`)).toMatchObject({ stageName: 'Placed' });
    expect(await office.getRecord(`Placements/${placementID}`)).toMatchObject({
      applicationID,
      jobID: vacancy.jobID,
      candidateID: vacancy.candidateID,
      clientID: vacancy.clientID,
      contactID: vacancy.contactID,
      division: 1,
      typeName: 'Contract',
      statusName: 'Draft',
      payRate: 65,
      rateUnits: 1,
      startDate: '2027-01-11T00:00:00.000Z',
    });
    expect(await office.changesTo('Placement', placementID)).toMatchObject([{ action: 'created', events: [eventID('Placement created')] }]);
    expect(await office.mirrorActivities(9, placementID)).toMatchObject([
      { candidateID: vacancy.candidateID, clientID: vacancy.clientID, contactID: vacancy.contactID, statusID: 2 },
    ]);
    expect(await figures()).toMatchObject({
      job: { yellow: 0, green: 1, total: 1, placements: 1, candidatesFilled: 0 },
      candidate: { placements: 1 },
      contact: { placements: '1' },
      client: { placements: 1 },
    });
  });

  it('is approved by the office once there is something to charge, which fills the job', async () => {
    expect((await post(`Placements/${placementID}/Approve`).expect(409)).body).toMatchObject({ type: '/problems/negative-margin' });
    await service.http.put(`/api/Placements/${placementID}`).send({ chargeRate: 92 }).expect(200);
    const { body } = await post(`Placements/${placementID}/Approve`).expect(200);
    expect(body).toMatchObject({ statusName: 'Approved', approvedDate: expect.any(String) });
    expect(await office.latestEvents('Placement', placementID)).toEqual([
      eventID('Placement status changed'),
      eventID('Placement approved'),
    ]);
    expect(await figures()).toMatchObject({ job: { candidatesFilled: 1, placements: 1 } });
    expect(await office.latestEvents('Job', vacancy.jobID)).toContain(eventID('Job filled'));
  });

  it('submits a timesheet', async () => {
    const timesheet = await office.createRecord('Timesheets', {
      placementID,
      periodStart: '2027-01-11',
      periodEnd: '2027-01-17',
      hours: 38,
    });
    timesheetID = timesheet.id;
    expect(timesheet).toMatchObject({ candidateID: vacancy.candidateID, statusID: 1, statusName: 'Open' });
    expect(await office.latestEvents('Timesheet', timesheetID)).toEqual([]);
    expect((await post(`Timesheets/${timesheetID}/Submit`).expect(200)).body).toMatchObject({
      statusName: 'Submitted',
      submittedDate: expect.any(String),
    });
    expect(await office.latestEvents('Timesheet', timesheetID)).toEqual([eventID('Timesheet submitted')]);
    expect((await post(`Timesheets/${timesheetID}/Approve`).expect(200)).body).toMatchObject({
      statusName: 'Approved',
      decidedDate: expect.any(String),
    });
    expect(await office.latestEvents('Timesheet', timesheetID)).toEqual([eventID('Timesheet approved')]);
  });

  it('leaves when the placement ends, before the days of the timesheet, which are taken back first', async () => {
    await service.http.put(`/api/Placements/${placementID}`).send({ statusID: 3, startDate: '2026-10-01' }).expect(200);
    await post(`Placements/${placementID}/End`, { endDate: '2026-11-20' }).expect(409);
    await post(`Timesheets/${timesheetID}/Reopen`).expect(200);
    await service.http.delete(`/api/Timesheets/${timesheetID}`).expect(204);
    const { body } = await post(`Placements/${placementID}/End`, { endDate: '2026-11-20', endReason: 'The project is complete.' }).expect(
      200,
    );
    expect(body).toMatchObject({ statusName: 'Ended', endDate: '2026-11-20T00:00:00.000Z', endReason: 'The project is complete.' });
    expect(await office.latestEvents('Placement', placementID)).toEqual([eventID('Placement status changed'), eventID('Placement ended')]);
    expect(await figures()).toEqual({
      job: { toDo: 0, blue: 0, yellow: 0, green: 1, red: 0, total: 1, candidatesFilled: 1, placements: 1 },
      candidate: { applications: 1, submissions: 1, interviews: 1, placements: 1 },
      contact: { openJobs: '1', placements: '1', applications: 1, submissions: 1, interviews: 1 },
      client: { openJobs: 1, placements: 1 },
    });
  });
});
