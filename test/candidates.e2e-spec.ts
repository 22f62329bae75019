import { startApp, type TestApp } from './support/app';
import { seedRecord, inTransaction } from './support/database';

type Body = Record<string, unknown>;

let service: TestApp;
beforeAll(async () => void (service = await startApp()));
afterAll(() => service.close());

const candidate = (fields: Body = {}): Promise<number> => seedRecord(service, 'Candidate', fields);
const put = (id: number | string, body: object, query = '') => service.http.put(`/api/Candidates/${id}/V2${query}`).send(body);
/** Raw JSON that a library cannot produce. */
const putRaw = (id: number, json: string) =>
  service.http.put(`/api/Candidates/${id}/V2`).set('Content-Type', 'application/json').send(json);
const saved = async (id: number, body: object): Promise<Body> => (await put(id, body).expect(200)).body as Body;
const found = async (id: number | string): Promise<Body> => (await service.http.get(`/api/Candidates/${id}`).expect(200)).body as Body;
const errorsOf = async (id: number, body: object): Promise<{ pointer: string; detail: string }[]> =>
  ((await put(id, body).expect(400)).body as { errors: { pointer: string; detail: string }[] }).errors;

/** Shortened for the title of a test. */
const shortened = (value: unknown): string => JSON.stringify(value).slice(0, 40);
const TRUCKS = '🚚'.repeat(200);

describe('A field of a candidate', () => {
  const cases: [field: string, sent: unknown, shown: unknown, unset: unknown][] = [
    ['jobTitle', 'Site Engineer', 'Site Engineer', ''],
    ['jobTitle', ' kept as typed ', ' kept as typed ', ''],
    ['employer', TRUCKS, TRUCKS, ''],
    ['summary', 'Zeile\n🚚\t"x"\\'.repeat(5000), 'Zeile\n🚚\t"x"\\'.repeat(5000), ''],
    ['email2', 'Grace+jobs@Example.com', 'Grace+jobs@Example.com', ''],
    ['website', 'grace.example.com/?a=b&c=<d>', 'grace.example.com/?a=b&c=<d>', ''],
    ['nationality', 'Ελληνίδα', 'Ελληνίδα', ''],
    ['preferredRate', 68.55, 68.55, 0],
    ['preferredSalary', 99_999_999_999.9999, 99_999_999_999.9999, 0],
    ['weeksNotice', 0.5, 0.5, 0],
    ['genderID', 2, 2, 0],
    ['preferredRateUnitsId', 5, 5, 0],
    ['candidateClientID', 2, 2, 0],
    ['optOut', true, true, false],
    ['resumeUpdateDate', '2026-05-01T10:20:30.456Z', '2026-05-01T10:20:30.456Z', undefined],
    ['dateOfBirth', '1992-02-29', '1992-02-29T00:00:00.000Z', undefined],
    ['dateOfBirth', '1930-01-01', '1930-01-01T00:00:00.000Z', undefined],
    ['customField1', 'Blue badge', 'Blue badge', ''],
    ['customField30', 'é'.repeat(250), 'é'.repeat(250), ''],
    ['customField31', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z', undefined],
    ['customField46', -12.125, -12.125, 0],
    ['customField60', 1e-7, 1e-7, 0],
  ];

  it.each(cases.map(([field, sent, ...rest]) => [field, shortened(sent), sent, ...rest] as const))(
    '%s: %s is saved, kept when absent, and cleared by null',
    async (field, _, sent, shown, unset) => {
      const id = await candidate();
      expect((await saved(id, { [field]: sent }))[field]).toEqual(shown);
      expect((await saved(id, {}))[field]).toEqual(shown);
      expect((await found(id))[field]).toEqual(shown);
      expect((await saved(id, { [field]: null }))[field]).toEqual(unset);
      expect((await found(id))[field]).toEqual(unset);
    },
  );

  it('that is a date is left out while it is unset', async () => {
    expect(await found(await candidate())).not.toHaveProperty('availabilityDate');
  });

  it.each([0, -0])('that is a number can be %s', async (zero) => {
    const id = await candidate({ preferredRate: 5 });
    expect((await putRaw(id, `{"preferredRate": ${Object.is(zero, -0) ? '-0.0' : '0'}}`).expect(200)).text).toContain('"preferredRate":0,');
  });
});

describe('An invalid value is rejected with the name of its field, and nothing is saved', () => {
  const cases: [field: string, sent: unknown, why: RegExp][] = [
    ['jobTitle', 12, /must be a string/],
    ['jobTitle', {}, /must be a string/],
    ['jobTitle', ['a'], /must be a string/],
    ['jobTitle', true, /must be a string/],
    ['jobTitle', `${TRUCKS}!`, /at most 200 characters/],
    ['jobTitle', 'half \ud83d', /surrogate/],
    ['jobTitle', '\ude9a half', /surrogate/],
    ['jobTitle', 'a\0b', /NUL/],
    ['customField1', 'x'.repeat(251), /at most 250 characters/],
    ['summary', 'x'.repeat(100_001), /at most 100000 characters/],
    ['preferredRate', '12', /must be a number/],
    ['preferredRate', -1, /from 0 to/],
    ['preferredRate', [1], /must be a number/],
    ['genderID', '12', /whole number/],
    ['genderID', 1.5, /whole number/],
    ['genderID', -1, /whole number from 0/],
    ['genderID', 2147483648, /2147483647/],
    ['genderID', 1e300, /whole number/],
    ['optOut', 'true', /true or false/],
    ['optOut', 1, /true or false/],
    ['dateOfBirth', '2026-02-30', /ISO 8601/],
    ['dateOfBirth', '2025-02-29', /ISO 8601/],
    ['dateOfBirth', '2026-13-01', /ISO 8601/],
    ['dateOfBirth', '0999-12-31', /1000 to 9999/],
    ['dateOfBirth', '17.04.1991', /ISO 8601/],
    ['dateOfBirth', '', /ISO 8601/],
    ['dateOfBirth', 20260101, /ISO 8601/],
    ['resumeUpdateDate', '2026-05-01T24:00:00Z', /ISO 8601/],
    ['resumeUpdateDate', '2026-05-01T10:00:00+25:00', /ISO 8601/],
    ['email1', 'no address', /one @/],
    ['email1', 'two@at@example.com', /one @/],
    ['website', ' JavaScript:alert(1)', /script/],
    ['website', 'java\n\tscript:alert(1)', /script/],
    ['employmentHistories', {}, /must be (a list|an array)/],
    ['employmentHistories', 'none', /must be (a list|an array)/],
    ['nickName', 'Gracie', /is not a field/],
    ['firstname', 'Grace', /did you mean firstName\?/],
    ['redFlaggedByID', 1, /is not a field/],
    ['emailKey', 'x', /is not a field/],
    ['constructor', 'x', /is not a field/],
  ];

  it.each(cases.map(([field, sent, why]) => [field, shortened(sent), sent, why] as const))('%s: %s', async (field, _, sent, why) => {
    const id = await candidate({ jobTitle: 'Site Engineer', genderID: 3 });
    const before = await found(id);
    expect(await errorsOf(id, { employer: 'Nobody', [field]: sent })).toEqual([
      { pointer: `/${field}`, detail: expect.stringMatching(why) },
    ]);
    expect(await found(id)).toEqual(before);
  });

  it.each([
    ['{"__proto__": {"deleted": true}}', '/__proto__'],
    ['{"preferredRate": 1e400}', '/preferredRate'],
    ['{"a/b~c": 1}', '/a~1b~0c'],
    ['[]', ''],
    ['"text"', ''],
    ['null', ''],
  ])('as raw JSON: %s', async (json, pointer) => {
    const { body } = await putRaw(await candidate(), json).expect(400);
    expect(body).toMatchObject({ type: '/problems/invalid-request', errors: [{ pointer }] });
  });

  it.each(['{"preferredRate": NaN}', '{"jobTitle": "a"', '{"jobTitle": \'a\'}', '{} {}', '{"jobTitle": undefined}'])(
    'as invalid JSON: %s',
    async (json) => {
      const { body } = await putRaw(await candidate(), json).expect(400);
      expect(body).toMatchObject({ status: 400, detail: expect.stringContaining('not valid JSON') });
    },
  );

  it('along with every other one at once', async () => {
    const pointers = (await errorsOf(await candidate(), { jobTitle: 1, optOut: 'no', nonsense: 0 })).map(({ pointer }) => pointer);
    expect(pointers.sort()).toEqual(['/jobTitle', '/nonsense', '/optOut']);
  });

  it('also when there is no body', async () => {
    await service.http.put(`/api/Candidates/${await candidate()}/V2`).expect(400);
  });
});

describe('Computed fields', () => {
  const DERIVED: Body = {
    fullName: 'Somebody Else',
    candidateDisplayName: 12,
    mobile_Standardised: true,
    home_Standardised: [],
    work_Standardised: {},
    lastUpdateDate: 'yesterday',
    jobSeekingStatusName: 5,
    preferredJobTypeName: null,
    preferredRateUnits: 1,
    preferredSalaryUnits: {},
    candidateClientName: false,
    candidatePlacementTypeID: 'x',
    candidatePlacementClientID: 1.5,
    candidatePlacementClientName: 3,
    redFlaggedByUserName: [],
    tags: 'yes',
    divisions: 7,
    statisticsCounts: 'many',
    statisticsDates: { type: 1 },
    lastApplicationDate: 0,
  };

  it.each(Object.keys(DERIVED))('%s is accepted and ignored', async (field) => {
    const before = await found(1);
    expect(await saved(1, { [field]: DERIVED[field] })).toEqual(before);
  });

  it('follow the names immediately', async () => {
    const id = await candidate();
    expect(await saved(id, { firstName: 'Grace', lastName: 'Nguyen' })).toMatchObject({
      fullName: 'Grace Nguyen',
      candidateDisplayName: 'Grace Nguyen',
    });
    expect(await saved(id, { preferredName: 'Gracie' })).toMatchObject({ fullName: 'Grace Nguyen', candidateDisplayName: 'Gracie Nguyen' });
    expect(await saved(id, { lastName: null })).toMatchObject({ fullName: 'Grace', candidateDisplayName: 'Gracie' });
    expect(await saved(id, { preferredName: '' })).toMatchObject({ fullName: 'Grace', candidateDisplayName: 'Grace' });
  });

  it('follow the lookup lists immediately', async () => {
    expect(
      await saved(await candidate(), {
        preferredRateUnitsId: 1,
        preferredSalaryUnitsId: 5,
        jobSeekingStatusID: 2,
        preferredJobTypeID: 2,
        candidateClientID: 1,
      }),
    ).toMatchObject({
      preferredRateUnits: 'Hour',
      preferredSalaryUnits: 'Year',
      jobSeekingStatusName: 'Open to offers',
      preferredJobTypeName: 'Contract',
      candidateClientName: 'Harbour Construction Group',
    });
  });
});

describe('The id', () => {
  it.each(['own', 0, null, undefined])('in the body can be %s', async (given) => {
    const id = await candidate();
    expect((await saved(id, { id: given === 'own' ? id : given }))['id']).toBe(id);
  });

  it.each(['another', '1', 1.5, true])('in the body cannot be %s', async (given) => {
    const id = await candidate();
    expect(await errorsOf(id, { id: given === 'another' ? id + 1 : given, jobTitle: 'Lost' })).toEqual([
      { pointer: '/id', detail: expect.stringContaining(String(id)) },
    ]);
    expect((await found(id))['jobTitle']).toBe('');
  });

  it.each(['0', '-1', '999999', '2147483647', '-2147483648'])('%s returns 404', async (id) => {
    for (const response of [service.http.get(`/api/Candidates/${id}`), put(id, {}), service.http.get(`/api/Candidates/${id}/Activities`)]) {
      expect((await response.expect(404)).body).toMatchObject({
        status: 404,
        type: '/problems/not-found',
        detail: expect.stringContaining(id),
      });
    }
  });

  it.each(['abc', '1.5', '99999999999', '2147483648', '1e3', '+1', '0x1', '%20', '1%2F2'])('%s is not a valid id', async (id) => {
    for (const response of [service.http.get(`/api/Candidates/${id}`), put(id, {}), service.http.get(`/api/Candidates/${id}/Activities`)]) {
      expect((await response.expect(400)).body).toMatchObject({ status: 400, errors: [{ pointer: '/id', in: 'path' }] });
    }
  });

  it('is found with a path in any case', async () => {
    const id = await candidate();
    await service.http.put(`/API/candidates/${id}/v2`).send({ jobTitle: 'Found' }).expect(200);
    expect((await service.http.get(`/api/CANDIDATES/${id}`).expect(200)).body).toMatchObject({ jobTitle: 'Found' });
  });
});

describe('Phone numbers', () => {
  it.each([
    ['AU', '0412 345 678', '+61412345678'],
    ['AU', '(02) 9555 0101', '+61295550101'],
    ['AU', '+44 20 7946 0958', '+442079460958'],
    ['AU', '0011 44 20 7946 0958', '+442079460958'],
    ['GB', '020 7946 0958', '+442079460958'],
    ['NZ', '021 123 4567', '+64211234567'],
    ['AU', 'see resume', ''],
    ['AU', '12', ''],
    [null, '0412 345 678', ''],
    [null, '+61 412 345 678', '+61412345678'],
  ])('in %s: %s becomes %s', async (countryCode, typed, standardised) => {
    const response = await saved(await candidate(), { countryCode, mobile: typed, home: typed, work: typed });
    expect(response).toMatchObject({
      mobile: typed,
      home: typed,
      work: typed,
      mobile_Standardised: standardised,
      home_Standardised: standardised,
      work_Standardised: standardised,
    });
  });

  it('are parsed again when the country changes, and cleared when the number is', async () => {
    const id = await candidate({ mobile: '020 7946 0958' });
    expect(await saved(id, { countryCode: 'GB' })).toMatchObject({ mobile_Standardised: '+442079460958' });
    expect(await saved(id, { mobile: null })).toMatchObject({ mobile: '', mobile_Standardised: '' });
  });

  it('use the country of the division when the candidate has none', async () => {
    const id = await candidate();
    const divisionID = await seedRecord(service, 'Division', { name: 'Auckland', countryCode: 'NZ' });
    await inTransaction(service, ({ em }) =>
      em.query('INSERT INTO candidate_division (recordID, divisionID) VALUES (?, ?)', [id, divisionID]),
    );
    expect(await saved(id, { mobile: '021 123 4567' })).toMatchObject({ mobile_Standardised: '+64211234567' });
    expect(await saved(id, { mobile: '020 7946 0958', countryCode: 'GB' })).toMatchObject({ mobile_Standardised: '+442079460958' });
  });
});

describe('The country', () => {
  it.each([
    [{ countryCode: 'AU' }, 'AU', 'Australia'],
    [{ countryCode: 'au' }, 'AU', 'Australia'],
    [{ countryCode: 'AUS' }, 'AU', 'Australia'],
    [{ countryCode: 'nzl' }, 'NZ', 'New Zealand'],
    [{ countryName: 'New Zealand' }, 'NZ', 'New Zealand'],
    [{ countryName: 'GERMANY' }, 'DE', 'Germany'],
    [{ countryCode: 'AU', countryName: 'New Zealand' }, 'AU', 'Australia'],
    [{ countryCode: null, countryName: 'Germany' }, 'DE', 'Germany'],
    [{ countryCode: '', countryName: '' }, '', ''],
    [{ countryCode: null }, '', ''],
    [{ countryName: null }, '', ''],
    [{}, 'FR', 'France'],
  ])('%j', async (body, countryCode, countryName) => {
    expect(await saved(await candidate({ countryCode: 'FR' }), body)).toMatchObject({ countryCode, countryName });
  });

  it.each([
    [{ countryCode: 'XX' }, '/countryCode'],
    [{ countryCode: 'Australia' }, '/countryCode'],
    [{ countryName: 'Atlantis' }, '/countryName'],
  ])('that does not exist is rejected: %j', async (body, pointer) => {
    expect(await errorsOf(await candidate(), body)).toEqual([{ pointer, detail: expect.any(String) }]);
  });
});

describe('A reference', () => {
  const REFERENCES = [
    'genderID',
    'preferredRateUnitsId',
    'preferredSalaryUnitsId',
    'jobSeekingStatusID',
    'preferredJobTypeID',
    'profileStatusID',
    'candidateClientID',
    'nationalityID',
  ];

  it.each(REFERENCES)('%s to an unknown id is rejected; 0 and null mean none', async (field) => {
    const id = await candidate({ [field]: 1 });
    expect(await errorsOf(id, { [field]: 999_999 })).toEqual([{ pointer: `/${field}`, detail: expect.stringMatching(/^must be the id/) }]);
    expect((await found(id))[field]).toBe(1);
    expect((await saved(id, { [field]: 0 }))[field]).toBe(0);
    expect((await saved(id, { [field]: 1 }))[field]).toBe(1);
    expect((await saved(id, { [field]: null }))[field]).toBe(0);
  });

  it('is reported together with the other errors', async () => {
    expect((await errorsOf(await candidate(), { genderID: 99, candidateClientID: 999_999 })).map(({ pointer }) => pointer)).toEqual([
      '/genderID',
      '/candidateClientID',
    ]);
  });

  it('to a deleted client can be kept but not newly set', async () => {
    const client = await seedRecord(service, 'Client', { name: 'Gone Pty Ltd', deleted: true });
    expect(
      await saved(await candidate({ candidateClientID: client }), { candidateClientID: client, jobTitle: 'Still there' }),
    ).toMatchObject({ candidateClientName: 'Gone Pty Ltd' });
    expect(await errorsOf(await candidate(), { candidateClientID: client })).toMatchObject([{ pointer: '/candidateClientID' }]);
  });
});

describe('Dates', () => {
  it.each([
    ['resumeViewerDate', '2026-05-01T23:30:00+10:00', '2026-05-01T13:30:00.000Z'],
    ['resumeViewerDate', '2026-05-01T23:30:00-0330', '2026-05-02T03:00:00.000Z'],
    ['resumeViewerDate', '2026-05-01T23:30:00', '2026-05-01T23:30:00.000Z'],
    ['resumeViewerDate', '2026-05-01', '2026-05-01T00:00:00.000Z'],
    ['resumeViewerDate', '2026-05-01T23:30:00.1239999Z', '2026-05-01T23:30:00.123Z'],
    ['availabilityDate', '2026-05-01T23:30:00-11:00', '2026-05-01T00:00:00.000Z'],
    ['availabilityDate', '2026-05-01T00:30:00+13:00', '2026-05-01T00:00:00.000Z'],
    ['dateOfBirth', '1991-04-17T14:00:00.000Z', '1991-04-17T00:00:00.000Z'],
    ['availabilityDate', '0001-01-01T00:00:00', undefined],
    ['resumeViewerDate', '0001-01-01T00:00:00Z', undefined],
  ])('%s %s is returned as %s', async (field, sent, shown) => {
    const id = await candidate({ availabilityDate: new Date(), resumeViewerDate: new Date() });
    expect((await saved(id, { [field]: sent }))[field]).toBe(shown);
  });
});

describe('A red flag', () => {
  it('is raised now and by the caller by default', async () => {
    const before = Date.now();
    const response = await saved(await candidate(), { isRedFlagged: true, redFlaggedComments: 'Left without notice.' });
    expect(response).toMatchObject({ isRedFlagged: true, redFlaggedByUserName: 'Amelia Hart', redFlaggedComments: 'Left without notice.' });
    expect(Date.parse(String(response['redFlaggedDate']))).toBeGreaterThanOrEqual(before);
  });

  it('is raised at the given time', async () => {
    expect(await saved(await candidate(), { isRedFlagged: true, redFlaggedDate: '2026-01-02T03:04:05Z' })).toMatchObject({
      redFlaggedDate: '2026-01-02T03:04:05.000Z',
    });
  });

  it('keeps its author when it is raised again', async () => {
    const id = await candidate({ isRedFlagged: true, redFlaggedByID: 2, redFlaggedDate: new Date('2026-01-02') });
    const before = await found(id);
    expect(before['redFlaggedByUserName']).not.toBe('Amelia Hart');
    expect(await saved(id, { isRedFlagged: true })).toEqual(before);
  });

  it('is removed with its date, author and comments', async () => {
    const id = await candidate({ isRedFlagged: true, redFlaggedByID: 2, redFlaggedDate: new Date(), redFlaggedComments: 'Late.' });
    const response = await saved(id, { isRedFlagged: false, redFlaggedComments: 'Ignored.' });
    expect(response).toMatchObject({ isRedFlagged: false, redFlaggedByUserName: '', redFlaggedComments: '' });
    expect(response).not.toHaveProperty('redFlaggedDate');
  });
});

describe('Employment histories', () => {
  const PAST = [
    { jobTitle: 'Foreman', employer: 'Bayside Civil', startDate: '2019-07-01T00:00:00.000Z', endDate: '2024-01-31T00:00:00.000Z' },
    {
      jobTitle: 'Graduate Engineer',
      employer: 'Ölund & Söhne',
      startDate: '2016-02-01T00:00:00.000Z',
      endDate: '2016-02-01T00:00:00.000Z',
    },
  ];

  it('keep their order, are replaced as a list, and cleared by null', async () => {
    const id = await candidate();
    expect((await saved(id, { employmentHistories: PAST }))['employmentHistories']).toEqual(PAST);
    expect((await saved(id, { jobTitle: 'Engineer' }))['employmentHistories']).toEqual(PAST);
    expect((await saved(id, { employmentHistories: PAST.toReversed() }))['employmentHistories']).toEqual(PAST.toReversed());
    expect((await saved(id, { employmentHistories: [PAST[1]] }))['employmentHistories']).toEqual([PAST[1]]);
    expect((await saved(id, { employmentHistories: null }))['employmentHistories']).toEqual([]);
    expect((await found(id))['employmentHistories']).toEqual([]);
  });

  it.each(['"quoted"', 'back\\slash \\n', 'two\nlines\tand a tab', '\u0001\u001f', '\u2028', '😀 Ωß', "it's", '[1, null]'])(
    'keep %j character by character',
    async (employer) => {
      const id = await candidate();
      const entries = await saved(id, {
        employmentHistories: Array.from({ length: 12 }, (_, index) => ({ jobTitle: `${index}`, employer })),
      });
      expect(entries['employmentHistories']).toMatchObject(Array.from({ length: 12 }, (_, index) => ({ jobTitle: `${index}`, employer })));
    },
  );

  it('have no required fields', async () => {
    expect(
      (await saved(await candidate(), { employmentHistories: [{}, { jobTitle: null, startDate: '2020-01-01' }] }))['employmentHistories'],
    ).toEqual([
      { jobTitle: '', employer: '' },
      { jobTitle: '', employer: '', startDate: '2020-01-01T00:00:00.000Z' },
    ]);
  });

  it.each([
    [[PAST[0], { startDate: '2020-01-02', endDate: '2020-01-01' }], '/employmentHistories/1/endDate'],
    [[{ jobTitle: 5 }], '/employmentHistories/0/jobTitle'],
    [[PAST[0], { salary: 5 }], '/employmentHistories/1/salary'],
    [[PAST[0], { candidateID: 5 }], '/employmentHistories/1/candidateID'],
    [[{ startDate: '2020-02-30' }], '/employmentHistories/0/startDate'],
    [[PAST[0], null], '/employmentHistories/1'],
    [['Foreman'], '/employmentHistories/0'],
    [Array.from({ length: 101 }, () => ({})), '/employmentHistories'],
  ])('with errors are rejected and change nothing (%#)', async (employmentHistories, pointer) => {
    const id = await candidate();
    const before = await saved(id, { employmentHistories: PAST });
    expect(await errorsOf(id, { jobTitle: 'Nothing', employmentHistories })).toEqual([{ pointer, detail: expect.any(String) }]);
    expect(await found(id)).toEqual(before);
  });

  it('can have a hundred entries', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ jobTitle: `Job ${index}`, employer: 'Bayside Civil' }));
    expect((await saved(await candidate(), { employmentHistories: many }))['employmentHistories']).toEqual(many);
  });
});

describe('The resume', () => {
  it('is what was sent while there is no resume document, and follows the newest document afterwards', async () => {
    const id = await candidate();
    expect(await saved(id, { hasResumeViewerDoc: true, resumeViewerDate: '2026-01-01' })).toMatchObject({
      hasResumeViewerDoc: true,
      resumeViewerDate: '2026-01-01T00:00:00.000Z',
    });
    const day = (text: string) => ({ createdDate: new Date(text), updatedDate: new Date(text) });
    await seedRecord(service, 'Document', { candidateID: id, typeID: 1, name: 'New.pdf', ...day('2026-03-01') });
    await seedRecord(service, 'Document', { candidateID: id, typeID: 1, name: 'Old.pdf', ...day('2025-03-01') });
    await seedRecord(service, 'Document', { candidateID: id, typeID: 1, name: 'Deleted.pdf', deleted: true, ...day('2026-04-01') });
    await seedRecord(service, 'Document', { candidateID: id, typeID: 2, name: 'Licence.pdf', ...day('2026-05-01') });
    expect(await saved(id, { hasResumeViewerDoc: false, resumeViewerDate: '2020-01-01', resumeUpdateDate: null })).toMatchObject({
      hasResumeViewerDoc: true,
      resumeViewerDate: '2026-03-01T00:00:00.000Z',
      resumeUpdateDate: '2026-03-01T00:00:00.000Z',
    });
  });
});

describe('lastUpdateDate', () => {
  const LONG_AGO = '2020-01-01T00:00:00.000Z';
  const unchanged = {
    jobTitle: 'Foreman',
    email1: 'Last.Update@example.com',
    optOut: true,
    preferredRate: 5,
    genderID: 1,
    dateOfBirth: '1991-04-17',
    countryCode: 'AUS',
    employer: '',
    address1: null,
  };

  it('changes only when a value changes', async () => {
    const id = await candidate();
    await saved(id, { ...unchanged, employmentHistories: [{ jobTitle: 'Foreman', startDate: '2020-01-01' }] });
    await inTransaction(service, ({ em }) =>
      em.query('UPDATE candidate SET lastUpdateDate = ? WHERE id = ?', ['2020-01-01 00:00:00.000', id]),
    );
    const same = [
      {},
      unchanged,
      { employer: null, address1: '', mobile: '' },
      { employmentHistories: [{ jobTitle: 'Foreman', employer: '', startDate: '2020-01-01' }] },
      { candidateClientID: 0, countryName: 'Australia' },
    ];
    for (const body of same) expect((await saved(id, body))['lastUpdateDate']).toBe(LONG_AGO);
    const response = await saved(id, { employmentHistories: [{ jobTitle: 'Foreperson', startDate: '2020-01-01' }] });
    expect(Date.parse(String(response['lastUpdateDate']))).toBeGreaterThan(Date.parse(LONG_AGO));
  });

  it.each([1, 2, 3, 4, 5, 41, 50])('does not change when the response for demonstration candidate %i is sent back', async (id) => {
    const before = await found(id);
    expect(await saved(id, before)).toEqual(before);
  });
});

describe('A deleted candidate', () => {
  it('can be read, changed and restored, and its activities can be read', async () => {
    const id = await candidate();
    expect(await saved(id, { deleted: true })).toMatchObject({ deleted: true });
    expect(await found(id)).toMatchObject({ deleted: true });
    expect(await saved(id, { jobTitle: 'Retired' })).toMatchObject({ deleted: true, jobTitle: 'Retired' });
    await service.http.get(`/api/Candidates/${id}/Activities`).expect(200, []);
    expect(await saved(id, { deleted: false })).toMatchObject({ deleted: false });
  });
});

describe('Concurrent changes', () => {
  it('of different fields are all saved', async () => {
    const id = await candidate();
    const fields = Array.from({ length: 20 }, (_, index) => `customField${index + 1}`);
    const responses = await Promise.all(fields.map((field) => put(id, { [field]: `value of ${field}` })));
    expect(responses.map(({ status }) => status)).toEqual(fields.map(() => 200));
    expect(await found(id)).toMatchObject(Object.fromEntries(fields.map((field) => [field, `value of ${field}`])));
  });

  it('of the employment histories leave one complete list', async () => {
    const id = await candidate();
    const lists = Array.from({ length: 8 }, (_, list) =>
      Array.from({ length: 4 }, (__, job) => ({ jobTitle: `Job ${job} of list ${list}`, employer: '' })),
    );
    const responses = await Promise.all(lists.map((employmentHistories) => put(id, { employmentHistories })));
    expect(responses.map(({ status }) => status)).toEqual(lists.map(() => 200));
    expect(lists).toContainEqual((await found(id))['employmentHistories']);
  });
});
