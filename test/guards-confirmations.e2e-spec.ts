import { apiClient, type Body, type RecordBody } from './support/api-client';
import { startApp, type TestApp } from './support/app';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-23T01:00:00Z' })));
afterAll(() => service.close());
const { createRecord, getRecord, updateRecord, changesTo } = apiClient(() => service);

type Method = 'post' | 'put';
const send = (method: Method, path: string, body: Body = {}) => service.http[method](`/api/${path}`).send(body);
const atOnce = <T>(amount: number, request: (index: number) => PromiseLike<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: amount }, async (_, index) => request(index)));
const statuses = (responses: readonly { status: number }[]): number[] => responses.map(({ status }) => status).sort();

const candidate = (fields: Body = {}): Promise<RecordBody> => createRecord('Candidates', { lastName: 'Nguyen', ...fields });
const job = (fields: Body = {}): Promise<RecordBody> => createRecord('Jobs', { title: 'Rigger', ...fields });
const firm = async (): Promise<{ clientID: number; contactID: number }> => {
  const { id: clientID } = await createRecord('Clients', { name: 'Harbour' });
  return { clientID, contactID: (await createRecord('Contacts', { surname: 'Bennett', clientID })).id };
};
const application = async (fields: Body = {}): Promise<RecordBody> =>
  createRecord('Applications', { jobID: (await job()).id, candidateID: (await candidate()).id, ...fields });
const offer = async (fields: Body = {}): Promise<RecordBody> =>
  createRecord('Offers', { applicationID: (await application()).id, ...fields });

/** Something that is probably a mistake: how it is sent, the other record, and the type of the record in whose change it is recorded. */
interface Mistake {
  readonly method: Method;
  readonly path: string;
  readonly body?: Body;
  readonly other?: { readonly recordType: string; readonly recordID: number };
  readonly of: string;
}

const MISTAKES: readonly (readonly [what: string, type: string, parameter: string, make: () => Promise<Mistake>])[] = [
  [
    'a second candidate with an e-mail address',
    'duplicate-candidate',
    'allowDuplicate',
    async () => {
      const email1 = `twin${Math.random()}@example.com`;
      const { id } = await candidate({ email1 });
      return { method: 'post', path: 'Candidates', body: { lastName: 'Twin', email1 }, other: about('Candidate', id), of: 'Candidate' };
    },
  ],
  [
    'a second application to the same job',
    'second-application',
    'allowSecondApplication',
    async () => {
      const { id, jobID, candidateID } = await application();
      return { method: 'post', path: 'Applications', body: { jobID, candidateID }, other: about('Application', id), of: 'Application' };
    },
  ],
  [
    'an application that moves to the job of another one',
    'second-application',
    'allowSecondApplication',
    async () => {
      const { id, jobID, candidateID } = await application();
      const { id: moved } = await application({ candidateID });
      return { method: 'put', path: `Applications/${moved}`, body: { jobID }, other: about('Application', id), of: 'Application' };
    },
  ],
  [
    'an application that is reopened beside another one',
    'second-application',
    'allowSecondApplication',
    async () => {
      const first = await application();
      await send('post', `Applications/${first.id}/Reject`).expect(200);
      const { id } = await application({ jobID: first['jobID'], candidateID: first['candidateID'] });
      return { method: 'put', path: `Applications/${first.id}`, body: { stageID: 1 }, other: about('Application', id), of: 'Application' };
    },
  ],
  [
    'an application that is restored beside another one',
    'second-application',
    'allowSecondApplication',
    async () => {
      const first = await application();
      await service.http.delete(`/api/Applications/${first.id}`).expect(204);
      const { id } = await application({ jobID: first['jobID'], candidateID: first['candidateID'] });
      return {
        method: 'put',
        path: `Applications/${first.id}`,
        body: { deleted: false },
        other: about('Application', id),
        of: 'Application',
      };
    },
  ],
  [
    'the application of a red-flagged candidate',
    'red-flagged-candidate',
    'allowRedFlagged',
    async () => {
      const { id: candidateID } = await candidate({ isRedFlagged: true });
      const { id: jobID } = await job();
      return {
        method: 'post',
        path: 'Applications',
        body: { jobID, candidateID },
        other: about('Candidate', candidateID),
        of: 'Application',
      };
    },
  ],
  [
    'the submission of a candidate who has been red-flagged since',
    'red-flagged-candidate',
    'allowRedFlagged',
    async () => {
      const { id, candidateID } = await application();
      await updateRecord(`Candidates/${Number(candidateID)}/V2`, { isRedFlagged: true });
      return { method: 'post', path: `Applications/${id}/Submit`, other: about('Candidate', candidateID), of: 'Application' };
    },
  ],
  [
    'an offer to a red-flagged candidate',
    'red-flagged-candidate',
    'allowRedFlagged',
    async () => {
      const { id: applicationID, candidateID } = await application();
      await updateRecord(`Candidates/${Number(candidateID)}/V2`, { isRedFlagged: true });
      return { method: 'post', path: 'Offers', body: { applicationID }, other: about('Candidate', candidateID), of: 'Offer' };
    },
  ],
  [
    'the placement of a red-flagged candidate',
    'red-flagged-candidate',
    'allowRedFlagged',
    async () => {
      const { id: candidateID } = await candidate({ isRedFlagged: true });
      const { id: jobID } = await job();
      return { method: 'post', path: 'Placements', body: { jobID, candidateID }, other: about('Candidate', candidateID), of: 'Placement' };
    },
  ],
  [
    'the approval of a placement whose candidate has been red-flagged since',
    'red-flagged-candidate',
    'allowRedFlagged',
    async () => {
      const { id: candidateID } = await candidate();
      const { id } = await createRecord('Placements', { jobID: (await job()).id, candidateID, startDate: '2027-01-11' });
      await updateRecord(`Candidates/${candidateID}/V2`, { isRedFlagged: true });
      return { method: 'post', path: `Placements/${id}/Approve`, other: about('Candidate', candidateID), of: 'Placement' };
    },
  ],
  [
    'two interviews of a candidate at once',
    'double-booking',
    'allowDoubleBooking',
    async () => {
      const { candidateID } = await application();
      const interview = { candidateID, startsAt: '2026-12-01T23:00:00Z', duration: 60 };
      const { id } = await createRecord('Interviews', { ...interview, jobID: (await job()).id });
      const body = { ...interview, jobID: (await job()).id, startsAt: '2026-12-01T23:59:00Z' };
      return { method: 'post', path: 'Interviews', body, other: about('Interview', id), of: 'Interview' };
    },
  ],
  [
    'an interview that is moved to the time of another one by the same contact',
    'double-booking',
    'allowDoubleBooking',
    async () => {
      const { clientID, contactID } = await firm();
      const interview = async (startsAt: string): Promise<RecordBody> =>
        createRecord('Interviews', {
          ...{ jobID: (await job({ clientID })).id, candidateID: (await candidate()).id },
          ...{ contactID, startsAt, duration: 45 },
        });
      const [one, other] = [await interview('2026-12-02T01:00:00Z'), await interview('2026-12-02T01:45:00Z')];
      const body = { startsAt: '2026-12-02T01:44:00Z' };
      return { method: 'put', path: `Interviews/${other.id}`, body, other: about('Interview', one.id), of: 'Interview' };
    },
  ],
  [
    'the acceptance of an offer whose last day is over',
    'expired-offer',
    'allowExpiredOffer',
    async () => {
      const { id } = await offer({ expiryDate: '2026-11-20' });
      return { method: 'post', path: `Offers/${id}/Accept`, other: about('Offer', id), of: 'Offer' };
    },
  ],
  [
    'the acceptance of an offer that is Expired',
    'expired-offer',
    'allowExpiredOffer',
    async () => {
      const { id } = await offer();
      await updateRecord(`Offers/${id}`, { statusID: 5 });
      return { method: 'put', path: `Offers/${id}`, body: { statusID: 2 }, other: about('Offer', id), of: 'Offer' };
    },
  ],
  [
    'a full-time placement beside another one',
    'overlapping-placement',
    'allowOverlappingPlacement',
    async () => {
      const placed = { candidateID: (await candidate()).id, startDate: '2027-01-11', endDate: '2027-03-31' };
      const { id } = await createRecord('Placements', { ...placed, jobID: (await job()).id });
      const body = { ...placed, jobID: (await job({ workTypeID: 1 })).id, startDate: '2027-03-31', endDate: null };
      return { method: 'post', path: 'Placements', body, other: about('Placement', id), of: 'Placement' };
    },
  ],
  [
    'a placement that is extended into another one',
    'overlapping-placement',
    'allowOverlappingPlacement',
    async () => {
      const { id: candidateID } = await candidate();
      const placement = async (startDate: string, endDate: string): Promise<RecordBody> =>
        createRecord('Placements', { candidateID, jobID: (await job()).id, startDate, endDate });
      const [one, other] = [await placement('2027-01-01', '2027-01-31'), await placement('2027-02-01', '2027-02-28')];
      return {
        method: 'put',
        path: `Placements/${one.id}`,
        body: { endDate: '2027-02-01' },
        other: about('Placement', other.id),
        of: 'Placement',
      };
    },
  ],
  [
    'an accepted offer that becomes an overlapping placement',
    'overlapping-placement',
    'allowOverlappingPlacement',
    async () => {
      const { id, candidateID } = await offer({ startDate: '2027-01-11' });
      const other = await createRecord('Placements', { candidateID, jobID: (await job()).id, startDate: '2027-01-04' });
      return { method: 'post', path: `Offers/${id}/Accept`, other: about('Placement', other.id), of: 'Placement' };
    },
  ],
  [
    'a job with a contact of another client',
    'contact-of-another-client',
    'allowContactOfAnotherClient',
    async () => {
      const [{ clientID }, { contactID }] = [await firm(), await firm()];
      return {
        method: 'post',
        path: 'Jobs',
        body: { title: 'Rigger', clientID, contact2ID: contactID },
        other: about('Contact', contactID),
        of: 'Job',
      };
    },
  ],
  [
    'a job that moves away from the client of its contact',
    'contact-of-another-client',
    'allowContactOfAnotherClient',
    async () => {
      const [one, other] = [await firm(), await firm()];
      const { id } = await job({ clientID: one.clientID, contact1ID: one.contactID });
      return { method: 'put', path: `Jobs/${id}`, body: { clientID: other.clientID }, other: about('Contact', one.contactID), of: 'Job' };
    },
  ],
  [
    'an interview with a contact of another client',
    'contact-of-another-client',
    'allowContactOfAnotherClient',
    async () => {
      const [{ clientID }, { contactID }] = [await firm(), await firm()];
      const body = { jobID: (await job({ clientID })).id, candidateID: (await candidate()).id, contactID };
      return { method: 'post', path: 'Interviews', body, other: about('Contact', contactID), of: 'Interview' };
    },
  ],
  [
    'a placement with a contact of another client',
    'contact-of-another-client',
    'allowContactOfAnotherClient',
    async () => {
      const [{ clientID }, { contactID }] = [await firm(), await firm()];
      const body = { jobID: (await job({ clientID })).id, candidateID: (await candidate()).id, contactID };
      return { method: 'post', path: 'Placements', body, other: about('Contact', contactID), of: 'Placement' };
    },
  ],
  [
    'a placement with a negative margin',
    'negative-margin',
    'allowNegativeMargin',
    async () => {
      const rates = { payRate: 65, onCosts: 7, chargeRate: 71.99, rateUnits: 1, hoursPerDay: 7.6 };
      const body = { jobID: (await job()).id, candidateID: (await candidate()).id, ...rates };
      return { method: 'post', path: 'Placements', body, of: 'Placement' };
    },
  ],
  [
    'a pay rise beyond the charge rate',
    'negative-margin',
    'allowNegativeMargin',
    async () => {
      const rates = { payRate: 65, onCosts: 7, chargeRate: 80, rateUnits: 2 };
      const { id } = await createRecord('Placements', { jobID: (await job()).id, candidateID: (await candidate()).id, ...rates });
      return { method: 'put', path: `Placements/${id}`, body: { payRate: 73.01 }, of: 'Placement' };
    },
  ],
  [
    'a negative margin of a placement whose unit and hours are not known yet',
    'negative-margin',
    'allowNegativeMargin',
    async () => {
      const { id } = await createRecord('Placements', { jobID: (await job()).id, candidateID: (await candidate()).id });
      return { method: 'put', path: `Placements/${id}`, body: { payRate: 65, chargeRate: 64.99 }, of: 'Placement' };
    },
  ],
  [
    'the approval of a placement without a charge rate',
    'negative-margin',
    'allowNegativeMargin',
    async () => {
      const terms = { payRate: 65, rateUnits: 2, startDate: '2027-01-11' };
      const { id } = await createRecord('Placements', { jobID: (await job()).id, candidateID: (await candidate()).id, ...terms });
      return { method: 'post', path: `Placements/${id}/Approve`, of: 'Placement' };
    },
  ],
];

function about(recordType: string, recordID: unknown): { recordType: string; recordID: number } {
  return { recordType, recordID: Number(recordID) };
}

describe('What is probably a mistake', () => {
  it.each(MISTAKES)('is refused, and done when it is confirmed: %s', async (_, type, parameter, make) => {
    const { method, path, body, other, of } = await make();
    const { body: problem } = await send(method, path, body)
      .expect(409)
      .expect('Content-Type', /problem\+json/);
    expect(problem).toMatchObject({ type: `/problems/${type}`, parameter, ...other });
    expect((problem as Body)['detail']).toMatch(new RegExp(`Send \\?${parameter}=true to save anyway\\.$`));

    const response = await service.http[method](`/api/${path}?${parameter}=true`).send(body ?? {});
    expect([response.status, response.text]).toEqual([method === 'post' && body ? 201 : 200, expect.any(String)]);
    const { id, placementID } = response.body as { id: number; placementID?: number };
    const changes = await changesTo(of, of === 'Placement' && placementID ? placementID : id);
    expect(changes.at(-1)?.fields['confirmed']).toEqual([null, [{ parameter, ...other }]]);
  });

  it('is refused whatever else is confirmed, and so is a confirmation of nothing', async () => {
    const { jobID, candidateID } = await application();
    await send('post', 'Applications?allowRedFlagged=true', { jobID, candidateID }).expect(409);
    await send('post', 'Applications?allowSecondApplication=false', { jobID, candidateID }).expect(409);
    await send('post', 'Applications?allowSecondApplication=yes', { jobID, candidateID }).expect(400);
    await send('post', 'Applications?allowExpiredOffer=true', { jobID, candidateID }).expect(400);
  });

  it('is recorded only where it was', async () => {
    const { id } = await createRecord('Applications?allowSecondApplication=true&allowRedFlagged=true', {
      jobID: (await job()).id,
      candidateID: (await candidate()).id,
    });
    expect((await changesTo('Application', id))[0]?.fields).not.toHaveProperty('confirmed');
  });

  it('is shown with its confirmation in the feed, the history and the audit', async () => {
    const { id: other, jobID, candidateID } = await application();
    const { id } = await createRecord('Applications?allowSecondApplication=true', { jobID, candidateID });
    const confirmed = { before: null, after: [{ parameter: 'allowSecondApplication', recordType: 'Application', recordID: other }] };
    const shown = async (path: string): Promise<Body[]> => (await service.http.get(path).expect(200)).body as Body[];
    const feed = await shown('/api/Changes?types=Application&limit=1000');
    expect(feed.find(({ recordID }) => recordID === id)).toMatchObject({ fields: { confirmed } });
    expect(await shown(`/api/Applications/${id}/History`)).toMatchObject([{ fields: { confirmed } }]);
    expect(await shown(`/api/Audit?type=Application&recordID=${id}`)).toMatchObject([{ fields: { confirmed } }]);
  });
});

describe('At once', () => {
  it.each<[what: string, query: string, expected: number[]]>([
    ['one of eight applications to a job succeeds', '', [201, 409, 409, 409, 409, 409, 409, 409]],
    ['eight applications to a job succeed if they are confirmed', '?allowSecondApplication=true', Array<number>(8).fill(201)],
  ])('%s', async (_, query, expected) => {
    const body = { jobID: (await job()).id, candidateID: (await candidate()).id };
    expect(statuses(await atOnce(8, () => send('post', `Applications${query}`, body)))).toEqual(expected);
  });

  it('one of six overlapping placements succeeds', async () => {
    const { id: candidateID } = await candidate();
    const jobs = await atOnce(6, () => job());
    const bodies = jobs.map(({ id }, index) => ({ jobID: id, candidateID, startDate: `2027-02-0${index + 1}` }));
    expect(statuses(await atOnce(6, (index) => send('post', 'Placements', bodies[index])))).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('one of six interviews by one contact succeeds', async () => {
    const { clientID, contactID } = await firm();
    const bodies = await atOnce(6, async () => ({
      ...{ jobID: (await job({ clientID })).id, candidateID: (await candidate()).id },
      ...{ contactID, startsAt: '2026-12-05T01:00:00Z', duration: 30 },
    }));
    expect(statuses(await atOnce(6, (index) => send('post', 'Interviews', bodies[index])))).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('a candidate is either put to work or deleted', async () => {
    const { id: candidateID } = await candidate();
    const { id } = await createRecord('Placements', { jobID: (await job()).id, candidateID, startDate: '2027-01-11' });
    const [approval, deletion] = await Promise.all([
      send('post', `Placements/${id}/Approve`),
      service.http.delete(`/api/Candidates/${candidateID}`),
    ]);
    expect([
      [200, 409],
      [409, 204],
    ]).toContainEqual([approval.status, deletion.status]);
  });
});

describe('No mistake', () => {
  it('is an application to a job from which the candidate was rejected or has withdrawn', async () => {
    const { id, jobID, candidateID } = await application();
    await updateRecord(`Applications/${id}`, { stageID: 9 });
    const again = await application({ jobID, candidateID });
    await send('post', `Applications/${again.id}/Reject`).expect(200);
    await application({ jobID, candidateID });
  });

  it('is a change of one of two applications that were confirmed', async () => {
    const { jobID, candidateID } = await application();
    const { id } = await createRecord('Applications?allowSecondApplication=true', { jobID, candidateID });
    expect(await updateRecord(`Applications/${id}`, { comments: 'By referral.', stageID: 3 })).toMatchObject({ stageID: 3 });
  });

  const PAST = '2026-11-09T01:00:00Z';
  it.each<[what: string, one: Body, other: Body]>([
    ['one after the other', { duration: 60 }, { startsAt: '2026-12-09T02:00:00Z' }],
    ['at the same time, one of them cancelled', { duration: 60, statusID: 4 }, {}],
    ['at the same time, the candidate missed the other', { startsAt: PAST, duration: 60 }, { startsAt: PAST, statusID: 5 }],
    ['without a time', { startsAt: null }, { startsAt: null }],
  ])('are interviews %s', async (_, one, other) => {
    const { id: candidateID } = await candidate();
    for (const fields of [one, other])
      await createRecord('Interviews', { jobID: (await job()).id, candidateID, startsAt: '2026-12-09T01:00:00Z', duration: 30, ...fields });
  });

  it('is the feedback about an interview that was booked twice', async () => {
    const { candidateID } = await application();
    const body = { candidateID, startsAt: '2026-11-20T23:00:00Z', duration: 30 };
    const first = await createRecord('Interviews', { ...body, jobID: (await job()).id });
    await createRecord('Interviews?allowDoubleBooking=true', { ...body, jobID: (await job()).id });
    await send('post', `Interviews/${first.id}/Feedback`, { feedback: 'Came.' }).expect(200);
  });

  it.each<[what: string, workTypeID: number, fields: Body]>([
    ['one after the other', 1, { startDate: '2027-04-01' }],
    ['beside each other, one of them part-time', 2, {}],
    ['beside each other, one of them cancelled', 1, { statusID: 5 }],
    ['without a start date', 1, { startDate: null }],
  ])('are placements %s', async (_, workTypeID, fields) => {
    const placed = { candidateID: (await candidate()).id, startDate: '2027-01-11', endDate: '2027-03-31' };
    await createRecord('Placements', { ...placed, jobID: (await job()).id });
    await createRecord('Placements', { ...placed, endDate: null, jobID: (await job({ workTypeID })).id, ...fields });
  });

  it('is ending one of two placements that were confirmed', async () => {
    const placed = { candidateID: (await candidate()).id, startDate: '2026-10-01', statusID: 3 };
    await createRecord('Placements', { ...placed, jobID: (await job()).id });
    const { id } = await createRecord('Placements?allowOverlappingPlacement=true', { ...placed, jobID: (await job()).id });
    await updateRecord(`Placements/${id}`, { endDate: '2026-12-24', notes: 'Until Christmas.' });
    await send('post', `Placements/${id}/End`).expect(200);
  });

  it('is an offer that was accepted in time and is recorded late', async () => {
    const { id } = await offer({ expiryDate: '2026-11-20' });
    await updateRecord(`Offers/${id}`, { statusID: 5 });
    expect(await updateRecord(`Offers/${id}`, { statusID: 2, answeredDate: '2026-11-20T05:00:00Z' })).toMatchObject({ statusID: 2 });
  });

  it('is a contact of the job, whose client is confirmed already, at its interviews and placements', async () => {
    const [{ clientID }, { contactID }] = [await firm(), await firm()];
    const { id: jobID } = await createRecord('Jobs?allowContactOfAnotherClient=true', { title: 'Rigger', clientID, contact1ID: contactID });
    const { id: candidateID } = await candidate();
    expect(await createRecord('Interviews', { jobID, candidateID })).toMatchObject({ contactID });
    expect(await createRecord('Placements', { jobID, candidateID })).toMatchObject({ contactID });
    await updateRecord(`Jobs/${jobID}`, { title: 'Senior rigger', contact1ID: contactID });
  });

  it('is a contact of no client, or on a job of no client', async () => {
    const { clientID, contactID } = await firm();
    await job({ contact1ID: contactID });
    await job({ clientID, contact1ID: (await createRecord('Contacts', { surname: 'Solo' })).id });
  });

  it('is a draft whose charge rate is not known yet, and a placement without any margin', async () => {
    const body = { payRate: 65, rateUnits: 2, jobID: (await job()).id };
    expect(await createRecord('Placements', { ...body, candidateID: (await candidate()).id })).toMatchObject({ dailyMargin: -65 });
    const even = { ...body, candidateID: (await candidate()).id, chargeRate: 65, startDate: '2027-01-11' };
    const { id } = await createRecord('Placements', even);
    await send('post', `Placements/${id}/Approve`).expect(200);
  });
});

describe('An import', () => {
  it('takes the confirmations of its rows', async () => {
    const [{ clientID }, { contactID }] = [await firm(), await firm()];
    const rows = `title,clientID,contact1ID\nImported,${clientID},${contactID}\n`;
    const lines = async (query: string): Promise<Body[]> => {
      const { text } = await service.http.post(`/api/Jobs/Import${query}`).set('Content-Type', 'text/csv').send(rows).expect(200);
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Body);
    };
    expect((await lines(''))[0]).toMatchObject({ outcome: 'failed', detail: expect.stringContaining('?allowContactOfAnotherClient=true') });
    const [{ id, outcome } = {}] = await lines('?allowContactOfAnotherClient=true');
    expect(outcome).toBe('created');
    const [change] = await changesTo('Job', Number(id));
    expect(change?.fields['confirmed']).toEqual([
      null,
      [{ parameter: 'allowContactOfAnotherClient', recordType: 'Contact', recordID: contactID }],
    ]);
    expect(await getRecord(`Jobs/${Number(id)}`)).toMatchObject({ contact1ID: contactID });
  });

  it.each<[path: string, fields: Body]>([
    ['Applications', {}],
    ['Placements', { startDate: '2027-01-11' }],
  ])('sees the rows before a row in the same file: %s', async (path, fields) => {
    const about = { jobID: (await job()).id, candidateID: (await candidate()).id, ...fields };
    const imported = async (query: string): Promise<unknown[]> => {
      const rows = [about, { ...about, candidateID: (await candidate()).id }, about].map((row) => JSON.stringify(row)).join('\n');
      const request = service.http.post(`/api/${path}/Import${query}`).set('Content-Type', 'application/x-ndjson');
      const { text } = await request.send(rows).expect(200);
      return text
        .trim()
        .split('\n')
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as Body)['outcome']);
    };
    expect(await imported('')).toEqual(['created', 'created', 'failed']);
    const confirmed = path === 'Applications' ? '?allowSecondApplication=true' : '?allowOverlappingPlacement=true';
    expect(await imported(confirmed)).toEqual(['created', 'created', 'created']);
  });
});
