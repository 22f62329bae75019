import { apiClient, type Body, type RecordBody } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';
import { eventID } from './support/events';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-23T01:00:00Z' })));
afterAll(() => service.close());
const { createRecord, getRecord, updateRecord, deleteRecord, expectProblem, changesTo } = apiClient(() => service);

const setting = (type: string, value: string) => service.http.post('/api/Configuration/JobPosting').send([{ type, value }]).expect(200);
const candidate = (fields: Body = {}): Promise<RecordBody> => createRecord('Candidates', { lastName: 'Nguyen', ...fields });
const job = (fields: Body = {}): Promise<RecordBody> => createRecord('Jobs', { title: 'Rigger', candidatesRequired: 1, ...fields });
const application = async (jobID: number, fields: Body = {}): Promise<RecordBody> =>
  createRecord('Applications', { jobID, candidateID: (await candidate()).id, ...fields });
const approved = async (jobID: number, fields: Body = {}): Promise<RecordBody> =>
  createRecord('Placements', { jobID, candidateID: (await candidate()).id, statusID: 2, startDate: '2027-01-11', ...fields });
const act = async (path: string, body: Body = {}): Promise<Body> =>
  (await service.http.post(`/api/${path}`).send(body).expect(200)).body as Body;
const stageOf = async (path: string): Promise<unknown> => (await getRecord(path))['stageName'];

describe('A job that was closed because it is filled', () => {
  beforeAll(() => setting('closeWhenFilled', 'true'));
  afterAll(() => service.http.delete('/api/Configuration/JobPosting/closeWhenFilled'));

  const filled = async (): Promise<{ jobID: number; placementID: number }> => {
    const { id: jobID } = await job({ stageID: 3 });
    const { id: placementID } = await approved(jobID);
    expect(await getRecord(`Jobs/${jobID}`)).toMatchObject({ stageName: 'Filled', candidatesFilled: 1, closeDate: expect.any(String) });
    return { jobID, placementID };
  };

  it.each<[what: string, fail: (placementID: number) => Promise<unknown>]>([
    ['is cancelled', (id) => updateRecord(`Placements/${id}`, { statusID: 5 })],
    ['is deleted', (id) => deleteRecord(`Placements/${id}`)],
    ['goes back to Draft', (id) => updateRecord(`Placements/${id}`, { statusID: 1 })],
    ['moves to another job', async (id) => updateRecord(`Placements/${id}`, { jobID: (await job()).id, applicationID: null })],
  ])('returns to its stage when its placement %s', async (_, fail) => {
    const { jobID, placementID } = await filled();
    await fail(placementID);
    const found = await getRecord(`Jobs/${jobID}`);
    expect(found).toMatchObject({ stageName: 'Interviewing', candidatesFilled: 0 });
    expect(found).not.toHaveProperty('closeDate');
    const last = (await changesTo('Job', jobID)).at(-1);
    expect(last?.events).toEqual([eventID('Job updated'), eventID('Job stage changed')]);
    await approved(jobID);
    expect(await stageOf(`Jobs/${jobID}`)).toBe('Filled');
  });

  it('returns to its stage when more candidates are required, and closes again when fewer are', async () => {
    const { jobID } = await filled();
    expect(await updateRecord(`Jobs/${jobID}`, { candidatesRequired: 2 })).toMatchObject({ stageName: 'Interviewing' });
    expect(await updateRecord(`Jobs/${jobID}`, { candidatesRequired: 1 })).toMatchObject({ stageName: 'Filled' });
  });

  it('stays closed while another placement fills it', async () => {
    const { jobID, placementID } = await filled();
    const other = await seedRecord(service, 'Placement', { jobID, candidateID: (await candidate()).id, statusID: 2 });
    await deleteRecord(`Placements/${placementID}`);
    expect(await stageOf(`Jobs/${jobID}`)).toBe('Filled');
    await deleteRecord(`Placements/${other}`);
    expect(await stageOf(`Jobs/${jobID}`)).toBe('Interviewing');
  });

  it('stays closed when somebody has closed it by hand since', async () => {
    const { jobID, placementID } = await filled();
    await updateRecord(`Jobs/${jobID}`, { stageID: 8 });
    await deleteRecord(`Placements/${placementID}`);
    expect(await stageOf(`Jobs/${jobID}`)).toBe('Cancelled');
    const { id: byHand } = await job({ stageID: 6, candidatesRequired: 2 });
    const placed = await seedRecord(service, 'Placement', { jobID: byHand, candidateID: (await candidate()).id, statusID: 2 });
    await updateRecord(`Jobs/${byHand}`, { candidatesRequired: 1 });
    await deleteRecord(`Placements/${placed}`);
    expect(await stageOf(`Jobs/${byHand}`)).toBe('Filled');
  });

  it('and reopened stays open when it is deleted and restored', async () => {
    const { jobID, placementID } = await filled();
    await updateRecord(`Jobs/${jobID}`, { stageID: 2 });
    const before = await getRecord(`Jobs/${jobID}`);
    await deleteRecord(`Jobs/${jobID}`);
    await updateRecord(`Jobs/${jobID}`, { deleted: false });
    const { updatedDate: _, ...same } = before;
    expect(await getRecord(`Jobs/${jobID}`)).toMatchObject(same);
    expect((await changesTo('Job', jobID)).slice(-2).map(({ fields }) => fields)).toEqual([
      { deleted: [false, true] },
      { deleted: [true, false] },
    ]);
    await deleteRecord(`Placements/${placementID}`);
    expect(await stageOf(`Jobs/${jobID}`)).toBe('Sourcing');
  });

  it('is restored as closed, and open if its placement has fallen through meanwhile', async () => {
    const { jobID } = await filled();
    await deleteRecord(`Jobs/${jobID}`);
    expect(await updateRecord(`Jobs/${jobID}`, { deleted: false })).toMatchObject({ stageName: 'Filled' });
    const other = await filled();
    await deleteRecord(`Jobs/${other.jobID}`);
    await deleteRecord(`Placements/${other.placementID}`);
    expect(await updateRecord(`Jobs/${other.jobID}`, { deleted: false })).toMatchObject({ stageName: 'Interviewing' });
  });

  it('is closed again when its placement is restored', async () => {
    const { jobID, placementID } = await filled();
    await deleteRecord(`Placements/${placementID}`);
    await updateRecord(`Placements/${placementID}`, { deleted: false });
    expect(await getRecord(`Jobs/${jobID}`)).toMatchObject({ stageName: 'Filled', candidatesFilled: 1 });
  });
});

describe('An offer that comes to nothing', () => {
  const offered = async (stageID: number): Promise<{ applicationID: number; offerID: number }> => {
    const { id: applicationID } = await application((await job()).id, { stageID });
    const { id: offerID } = await createRecord('Offers', { applicationID });
    expect(await stageOf(`Applications/${applicationID}`)).toBe('Offer');
    return { applicationID, offerID };
  };

  it.each<[what: string, stageID: number, end: (id: number) => Promise<unknown>, stage: string]>([
    ['declined', 3, (id) => act(`Offers/${id}/Decline`), 'Shortlisted'],
    ['declined', 4, (id) => act(`Offers/${id}/Decline`), 'Submitted'],
    ['withdrawn', 5, (id) => updateRecord(`Offers/${id}`, { statusID: 4 }), 'Interview'],
    ['expired', 5, (id) => updateRecord(`Offers/${id}`, { statusID: 5 }), 'Interview'],
    ['deleted', 1, (id) => deleteRecord(`Offers/${id}`), 'New'],
  ])('moves its application back to the stage before: %s, %i', async (_, stageID, end, stage) => {
    const { applicationID, offerID } = await offered(stageID);
    await end(offerID);
    await end(offerID);
    expect(await stageOf(`Applications/${applicationID}`)).toBe(stage);
    const changes = await changesTo('Application', applicationID);
    expect(changes.at(-1)?.events).toEqual([eventID('Application stage changed')]);
    expect(changes).toHaveLength(3);
  });

  it('moves it forward again when it is made again, or restored', async () => {
    const { applicationID, offerID } = await offered(5);
    await act(`Offers/${offerID}/Decline`);
    await updateRecord(`Offers/${offerID}`, { statusID: 1 });
    expect(await stageOf(`Applications/${applicationID}`)).toBe('Offer');
    await deleteRecord(`Offers/${offerID}`);
    await updateRecord(`Offers/${offerID}`, { deleted: false });
    expect(await stageOf(`Applications/${applicationID}`)).toBe('Offer');
    await act(`Offers/${offerID}/Accept`);
    expect(await stageOf(`Applications/${applicationID}`)).toBe('Placed');
  });

  it('leaves an application that has another offer, or has moved on', async () => {
    const { applicationID, offerID } = await offered(5);
    const { id: second } = await createRecord('Offers', { applicationID });
    await act(`Offers/${offerID}/Decline`);
    expect(await stageOf(`Applications/${applicationID}`)).toBe('Offer');
    await act(`Applications/${applicationID}/Reject`);
    await act(`Offers/${second}/Decline`);
    expect(await stageOf(`Applications/${applicationID}`)).toBe('Rejected');
  });

  it('moves an application that was at Offer from the start back to Interview', async () => {
    const { id: applicationID } = await application((await job()).id, { stageID: 6 });
    const { id } = await createRecord('Offers', { applicationID });
    await act(`Offers/${id}/Decline`);
    expect(await stageOf(`Applications/${applicationID}`)).toBe('Interview');
  });

  it('can be declined by a candidate who has been red-flagged since the submission', async () => {
    const { applicationID, offerID } = await offered(4);
    const { candidateID } = await getRecord(`Applications/${applicationID}`);
    await updateRecord(`Candidates/${Number(candidateID)}/V2`, { isRedFlagged: true });
    await act(`Offers/${offerID}/Decline`);
    expect(await stageOf(`Applications/${applicationID}`)).toBe('Submitted');
  });
});

describe('The applicants of a job that closes', () => {
  const applicants = async (jobID: number): Promise<Readonly<Record<string, number>>> => ({
    New: (await application(jobID)).id,
    Screening: (await application(jobID, { stageID: 2, comments: 'Call on Friday.' })).id,
    Interview: (await application(jobID, { stageID: 5 })).id,
    Withdrawn: (await application(jobID, { stageID: 9 })).id,
  });
  const stages = async (applications: Readonly<Record<string, number>>): Promise<unknown[]> =>
    Promise.all(Object.values(applications).map((id) => stageOf(`Applications/${id}`)));

  it('stay as they are without the setting', async () => {
    const { id } = await job();
    const waiting = await applicants(id);
    await updateRecord(`Jobs/${id}`, { stageID: 7 });
    expect(await stages(waiting)).toEqual(Object.keys(waiting));
  });

  it('may be true or false in the setting', async () => {
    await service.http
      .post('/api/Configuration/JobPosting')
      .send([{ type: 'rejectWhenClosed', value: 'sometimes' }])
      .expect(400);
  });

  describe('with the setting rejectWhenClosed', () => {
    beforeAll(() => setting('RejectWhenClosed', 'True'));
    afterAll(() => service.http.delete('/api/Configuration/JobPosting/rejectWhenClosed'));

    it('are rejected with that reason, except those with an offer or a placement', async () => {
      const { id } = await job({ candidatesRequired: 3 });
      const waiting = await applicants(id);
      const offered = await application(id);
      await createRecord('Offers', { applicationID: offered.id });
      const placed = await application(id);
      await createRecord('Placements', { applicationID: placed.id, jobID: id, candidateID: placed['candidateID'] });
      await updateRecord(`Jobs/${id}`, { stageID: 7 });
      expect(await stages({ ...waiting, offered: offered.id, placed: placed.id })).toEqual([
        ...['Rejected', 'Rejected', 'Rejected', 'Withdrawn', 'Offer', 'Placed'],
      ]);
      expect(await getRecord(`Applications/${waiting['New']}`)).toMatchObject({ comments: 'The job was closed: Lost.' });
      expect(await getRecord(`Applications/${waiting['Screening']}`)).toMatchObject({
        comments: 'Call on Friday.\nThe job was closed: Lost.',
      });
      expect((await changesTo('Application', waiting['New']!)).at(-1)?.events).toEqual([
        eventID('Application stage changed'),
        eventID('Application rejected'),
      ]);
      expect(await getRecord(`Jobs/${id}`)).toMatchObject({ red: 4, yellow: 1, green: 1, total: 6 });
    });

    it('are rejected when the job is closed as filled', async () => {
      await setting('closeWhenFilled', 'true');
      const { id } = await job();
      const waiting = await applicants(id);
      await approved(id);
      expect(await stages(waiting)).toEqual(['Rejected', 'Rejected', 'Rejected', 'Withdrawn']);
      await service.http.delete('/api/Configuration/JobPosting/closeWhenFilled').expect(204);
    });

    it('stay as they are when the job changes between closed stages, or in another way', async () => {
      const { id } = await job({ stageID: 2 });
      const { id: waiting } = await application(id);
      await updateRecord(`Jobs/${id}`, { title: 'Senior rigger', stageID: 3 });
      await deleteRecord(`Jobs/${id}`);
      expect(await stageOf(`Applications/${waiting}`)).toBe('New');
    });
  });
});

describe('Merging candidates joins their applications to the same job', () => {
  const merge = (id: number, ...candidateIDs: number[]) =>
    service.http.post(`/api/Candidates/${id}/Merge`).send({ candidateIDs }).expect(200);

  it('the one that has come furthest remains, with everything of both', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    const { id: jobID } = await job();
    const behind = await createRecord('Applications', {
      ...{ jobID, candidateID: stays.id, stageID: 4, source: 'Referral', coverLetter: 'Dear team' },
      submittedDate: '2026-01-05T10:00:00Z',
    });
    const interview = await createRecord('Interviews', { applicationID: behind.id, startsAt: '2026-12-01T01:00:00Z', duration: 30 });
    const ahead = await createRecord('Applications', { jobID, candidateID: goes.id, stageID: 3, source: 'Job board' });
    const offer = await createRecord('Offers', { applicationID: ahead.id });
    const other = await application((await job()).id, { candidateID: goes.id });
    await merge(stays.id, goes.id);
    expect(await getRecord(`Applications/${ahead.id}`)).toMatchObject({
      ...{ deleted: false, candidateID: stays.id, stageName: 'Offer', source: 'Job board', coverLetter: 'Dear team' },
      submittedDate: '2026-01-05T10:00:00.000Z',
    });
    expect(await getRecord(`Applications/${behind.id}`)).toMatchObject({ deleted: true });
    expect(await getRecord(`Interviews/${interview.id}`)).toMatchObject({ applicationID: ahead.id, candidateID: stays.id });
    expect(await getRecord(`Offers/${offer.id}`)).toMatchObject({ applicationID: ahead.id, candidateID: stays.id });
    expect(await getRecord(`Applications/${other.id}`)).toMatchObject({ deleted: false, candidateID: stays.id });
    expect(await getRecord(`Jobs/${jobID}`)).toMatchObject({ total: 1, yellow: 1 });
    expect((await getRecord(`Candidates/${stays.id}`))['statisticsCounts']).toContainEqual({ type: 'applications', value: 2 });
    const mirrors = await queryRows<Body>(service, 'SELECT entityId, deleted FROM activity WHERE category = 8 AND jobID = ?', [jobID]);
    expect(mirrors.map(({ entityId, deleted }) => [entityId, Number(deleted)]).sort()).toEqual(
      [
        [behind.id, 1],
        [ahead.id, 0],
      ].sort(),
    );
    expect((await changesTo('Application', behind.id)).at(-1)).toMatchObject({ action: 'deleted' });
  });

  it.each([
    ['an open one before a rejected one', 8, 1, 1],
    ['of two at the same stage the first', 2, 2, 0],
    ['Placed before all others', 6, 7, 1],
  ])('%s', async (_, one, other, survivor) => {
    const people = [await candidate(), await candidate()];
    const { id: jobID } = await job({ candidatesRequired: 3 });
    const ids: number[] = [];
    for (const [index, stageID] of [one, other].entries()) {
      const about = { jobID, candidateID: people[index]!.id };
      const { id } = await createRecord('Applications', { ...about, stageID: Math.min(stageID, stageID === 7 ? 6 : 9) });
      if (stageID === 7) await createRecord('Placements', { ...about, applicationID: id });
      ids.push(id);
    }
    await merge(people[0]!.id, people[1]!.id);
    expect(await Promise.all(ids.map(async (id) => (await getRecord(`Applications/${id}`))['deleted']))).toEqual(
      ids.map((__, index) => index !== survivor),
    );
    expect(await getRecord(`Applications/${ids[survivor]!}`)).toMatchObject({ stageID: [one, other][survivor] });
  });

  it('not two that one candidate was allowed to have', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    const body = { jobID: (await job()).id, candidateID: stays.id };
    const ids = [await createRecord('Applications', body), await createRecord('Applications?allowSecondApplication=true', body)];
    await merge(stays.id, goes.id);
    for (const { id } of ids) expect(await getRecord(`Applications/${id}`)).toMatchObject({ deleted: false });
  });
});

describe('A placement without a start date', () => {
  it.each<[what: string, approve: (id: number) => { expect(status: number): PromiseLike<{ body: unknown }> }]>([
    ['by Approve', (id) => service.http.post(`/api/Placements/${id}/Approve`)],
    ['by PUT', (id) => service.http.put(`/api/Placements/${id}`).send({ statusID: 2 })],
  ])('cannot be approved: %s', async (_, approve) => {
    const { id } = await createRecord('Placements', { jobID: (await job()).id, candidateID: (await candidate()).id });
    const { body } = await approve(id).expect(400);
    expect(body).toMatchObject({ errors: [{ pointer: '/startDate', detail: 'is required for a placement that is approved' }] });
    await updateRecord(`Placements/${id}`, { startDate: '2027-01-11' });
    await approve(id).expect(200);
    await expectProblem('put', `Placements/${id}`, { startDate: null }, 400);
  });

  it('that was approved once can still end', async () => {
    const about = { jobID: (await job()).id, candidateID: (await candidate()).id, version: 1 };
    const id = await seedRecord(service, 'Placement', { ...about, statusID: 2 });
    expect(await updateRecord(`Placements/${id}`, { notes: 'Never came.' })).toMatchObject({ statusName: 'Approved' });
    expect(await act(`Placements/${id}/End`)).toMatchObject({ statusName: 'Ended' });
  });
});

describe('A client with open jobs or current placements', () => {
  const LOOKUPS = 'Configuration/Lookups';
  /** A job on a stage that is closed, and is opened then. */
  async function withStageThatOpens(clientID: number, dates: object = {}): Promise<void> {
    const status = await createRecord(`${LOOKUPS}/jobStatus`, { name: `On hold ${clientID}`, closed: true });
    const stage = await createRecord(`${LOOKUPS}/jobStage`, { name: `Frozen ${clientID}`, parentID: status.id });
    await updateRecord(`Jobs/${(await job({ clientID, stageID: stage.id })).id}`, dates);
    expect(await getRecord(`Clients/${clientID}`)).toMatchObject({ statusName: 'Inactive' });
    await updateRecord(`${LOOKUPS}/jobStatus`, [{ id: status.id, closed: false }]);
  }

  it.each([3, 5])('cannot become inactive by hand: %i', async (statusID) => {
    const { id } = await createRecord('Clients', { name: 'Busy' });
    const { id: jobID } = await job({ clientID: id });
    const { id: placementID } = await approved(jobID);
    expect(await expectProblem('put', `Clients/${id}`, { statusID }, 409)).toMatchObject({
      type: '/problems/in-use',
      usedBy: [
        { kind: 'open job', count: 1 },
        { kind: 'current placement', count: 1 },
      ],
    });
    expect(await updateRecord(`Clients/${id}`, { statusID: 4 })).toMatchObject({ statusName: 'Blocked' });
    await updateRecord(`Jobs/${jobID}`, { stageID: 8 });
    await expectProblem('put', `Clients/${id}`, { statusID }, 409);
    await updateRecord(`Placements/${placementID}`, { statusID: 4 });
    expect(await updateRecord(`Clients/${id}`, { statusID })).toMatchObject({ statusID });
  });

  it.each<[what: string, open: (clientID: number) => Promise<unknown>]>([
    ['a new job', (clientID) => job({ clientID })],
    ['a job that is reopened', async (clientID) => updateRecord(`Jobs/${(await job({ clientID, stageID: 8 })).id}`, { stageID: 1 })],
    ['a job that becomes theirs', async (clientID) => updateRecord(`Jobs/${(await job()).id}`, { clientID })],
    ['a job that is restored', async (clientID) => updateRecord(`Jobs/${(await job({ clientID, deleted: true })).id}`, { deleted: false })],
    ['a job whose stage is opened', withStageThatOpens],
    ['a job without a close date whose stage is opened', (clientID) => withStageThatOpens(clientID, { closeDate: null })],
  ])('is active again: %s', async (_, open) => {
    const { id } = await createRecord('Clients', { name: 'Back', statusID: 3 });
    await job({ clientID: id, stageID: 7 });
    expect(await getRecord(`Clients/${id}`)).toMatchObject({ statusName: 'Inactive' });
    await open(id);
    expect(await getRecord(`Clients/${id}`)).toMatchObject({ statusName: 'Active' });
    expect((await changesTo('Client', id)).at(-1)?.events).toEqual([eventID('Client updated'), eventID('Client status changed')]);
  });

  describe('and is deleted', () => {
    const REFUSED = { detail: expect.stringMatching(/^Client \d+ of job \d+ is deleted: restore it before opening the job\.$/) as string };

    it.each<[what: string, fields: Body, opening: Body]>([
      ['a closed one is moved to an open stage', { stageID: 8 }, { stageID: 1 }],
      ['a deleted one is restored', { deleted: true }, { deleted: false }],
    ])('does not get an open job again until it is restored: %s', async (_, fields, opening) => {
      const { id: clientID } = await createRecord('Clients', { name: 'Gone' });
      const { id } = await job({ clientID, ...fields });
      await deleteRecord(`Clients/${clientID}`);
      expect(await expectProblem('put', `Jobs/${id}`, opening, 409)).toMatchObject(REFUSED);
      await updateRecord(`Jobs/${id}`, { title: 'Renamed' });
      await updateRecord(`Clients/${clientID}`, { deleted: false });
      await updateRecord(`Jobs/${id}`, opening);
    });

    it('does not get one back that is filled no longer', async () => {
      await setting('closeWhenFilled', 'true');
      const { id: clientID } = await createRecord('Clients', { name: 'Gone' });
      const { id } = await job({ clientID });
      const { id: placementID } = await approved(id, { startDate: '2026-11-01' });
      await act(`Placements/${placementID}/End`, { endDate: '2026-11-20' });
      await deleteRecord(`Clients/${clientID}`);
      await deleteRecord(`Placements/${placementID}`);
      const after = await getRecord(`Jobs/${id}`);
      expect([after['stageName'], after['candidatesFilled'], after['filledDate'] ?? null]).toEqual(['Filled', 0, null]);
      await service.http.delete('/api/Configuration/JobPosting/closeWhenFilled').expect(204);
    });
  });

  it('is either deactivated or has a new job, at once', async () => {
    const { id } = await createRecord('Clients', { name: 'Race' });
    await Promise.all([
      service.http.put(`/api/Clients/${id}`).send({ statusID: 3 }),
      service.http.post('/api/Jobs').send({ title: 'Rigger', clientID: id }).expect(201),
    ]);
    expect(await getRecord(`Clients/${id}`)).toMatchObject({ statusName: 'Active', openJobs: 1 });
  });
});
