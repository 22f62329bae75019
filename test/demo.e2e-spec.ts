import { createHash } from 'node:crypto';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { RecordResponse } from '../src/core/records';
import { startApp, type TestApp } from './support/app';
import { recordTypeNamed, types } from './support/record-types';

const MORNING = '2026-11-20T00:05:00Z';
const EVENING = '2026-11-20T23:30:00Z';
const NEXT_DAY = '2026-11-21T00:05:00Z';

type Row = Record<string, unknown>;

const query = (app: TestApp, text: string): Promise<Row[]> => app.app.get<DataSource>(getDataSourceToken()).query(text);
const count = async (app: TestApp, from: string): Promise<number> =>
  Number((await query(app, `SELECT COUNT(*) AS n FROM ${from}`))[0]?.['n']);

/** What a service writes for itself while it runs. */
const OWN_NOTES = ['counter', 'chore', 'recomputation', 'release_in_use'];

/** A checksum of every row of every table, except for what automations write as soon as the service starts. */
async function fingerprint(app: TestApp): Promise<string> {
  const hash = createHash('sha256');
  for (const { tableName } of app.app
    .get<DataSource>(getDataSourceToken())
    .entityMetadatas.filter((each) => !OWN_NOTES.includes(each.tableName))) {
    const rows = await query(app, `SELECT * FROM \`${tableName}\``);
    hash.update(
      `${tableName} ${rows
        .map((row) => JSON.stringify({ ...row, ...('datesCheckedUntil' in row ? { datesCheckedUntil: null } : {}) }))
        .sort()
        .join('\n')}`,
    );
  }
  return hash.digest('hex');
}

/** Every record of a type as the API returns it. */
async function responses(app: TestApp, name: string): Promise<RecordResponse[]> {
  const { Transactions } = await import('../src/core/database/index.js');
  const { SYSTEM_CALLER } = await import('../src/core/callers/index.js');
  const { readResponses } = await import('../src/core/records/index.js');
  const type = recordTypeNamed(name);
  const ids = (await query(app, `SELECT id FROM \`${type.table}\` ORDER BY id`)).map(({ id }) => Number(id));
  return app.app.get(Transactions).read(SYSTEM_CALLER, (view) => readResponses(view, type, ids));
}

let demo: TestApp;
let fingerprintAtStart: string;
beforeAll(async () => {
  demo = await startApp({ CLOCK_START: MORNING });
  // a minute later the service warns of what expires
  fingerprintAtStart = await fingerprint(demo);
});
afterAll(() => demo.close());

describe('The demonstration data', () => {
  it('are the same whenever they are loaded on the same day, and differ the next day', async () => {
    const loadedAt = async (start: string): Promise<string> => {
      const service = await startApp({ CLOCK_START: start });
      const found = await fingerprint(service);
      await service.close();
      return found;
    };
    expect(await loadedAt(EVENING)).toBe(fingerprintAtStart);
    expect(await loadedAt(NEXT_DAY)).not.toBe(fingerprintAtStart);
  });

  it('are loaded once: a restarted service keeps them', async () => {
    const before = await count(demo, 'activity');
    demo = await demo.restart();
    expect(await count(demo, 'activity')).toBe(before);
  });

  it.each([
    'activity',
    'application',
    'candidate',
    'client',
    'contact',
    'document',
    'employment_history',
    'interview',
    'job',
    'job_advert',
    'offer',
    'opportunity',
    'placement',
    'site',
    'tag',
    'timesheet',
  ])('include the records 1 to 20 of the table %s', async (table) => {
    expect(await count(demo, `\`${table}\` WHERE id BETWEEN 1 AND 20`)).toBe(20);
  });

  it('have the size of a small firm', async () => {
    const tables = ['user', 'division', 'client', 'job', 'contact', 'candidate', 'activity', 'automation', 'job_search', 'contact_search'];
    const sizes = Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(demo, `\`${table}\``)] as const)));
    expect(sizes).toEqual({
      user: 12,
      division: 6,
      client: 41,
      job: 250,
      contact: 250,
      candidate: 250,
      activity: 2400,
      automation: 10,
      job_search: 6,
      contact_search: 8,
    });
  });

  it.each([
    ['activity', 'category', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ['activity', 'statusID', [1, 2, 3]],
    ['application', 'stageID', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['job', 'stageID', [1, 2, 3, 4, 5, 6, 7, 8]],
    ['job', 'workAssignment', [0, 1, 2, 3, 4]],
    ['placement', 'statusID', [1, 2, 3, 4, 5]],
    ['timesheet', 'statusID', [1, 2, 3, 4, 5]],
    ['tag', 'typeID', [1, 2, 3, 4]],
    ['contact_tag', 'sourceID', [1, 2, 3, 4]],
    ['automation', 'triggerID', [1, 2, 3]],
  ])('in table %s cover every %s', async (table, column, expected) => {
    const found = await query(demo, `SELECT DISTINCT ${column} AS value FROM \`${table}\` WHERE ${column} IS NOT NULL ORDER BY 1`);
    expect(found.map(({ value }) => Number(value))).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['Candidates', ['nameAndDateOfBirth', 'phone']],
    ['Contacts', ['email', 'mobile']],
    ['Clients', ['registrationNumber', 'name', 'website']],
  ])('include %s who were registered twice', async (path, types) => {
    const { body } = await demo.http.get(`/api/${path}/Duplicates?limit=1000`).expect(200);
    const reasons = (body as { reasons: { type: string }[] }[]).flatMap((pair) => pair.reasons.map(({ type }) => type));
    expect([...new Set(reasons)]).toEqual(types);
  });

  it('include records that are due, in progress and new', async () => {
    expect(await count(demo, "activity WHERE category = 2 AND statusID = 1 AND activityDate < '2026-11-20'")).toBeGreaterThan(5);
    expect(await count(demo, "activity WHERE statusID = 1 AND activityDate > '2026-11-20'")).toBeGreaterThan(20);
    expect(await count(demo, "placement WHERE statusID IN (2, 3) AND startDate < '2026-11-20' AND endDate > '2026-11-20'")).toBeGreaterThan(
      5,
    );
    expect(await count(demo, "job WHERE createdDate > '2026-11-13'")).toBeGreaterThan(5);
    expect(await count(demo, "interview WHERE startsAt > '2026-11-20'")).toBeGreaterThan(5);
  });
});

describe('The fields of the demonstration data', () => {
  const UNSET = [undefined, null, 0, false, '', '0'];
  const setFields = (records: readonly RecordResponse[]): Set<string> =>
    new Set(records.flatMap((record) => Object.entries(record).flatMap(([name, value]) => (UNSET.includes(value as null) ? [] : [name]))));
  const namesOf = async (type: string): Promise<string[]> => {
    return recordTypeNamed(type).fields.flatMap(({ name, inResponse, source }) =>
      inResponse === 'field' && source.in !== 'composed' ? [name] : [],
    );
  };

  it.each(['Job', 'Contact', 'Candidate', 'Activity', 'Placement', 'JobAdvert', 'PayFrequency'])(
    'are each set in some record: %s',
    async (type) => {
      const filled = setFields(await responses(demo, type));
      expect((await namesOf(type)).filter((name) => !filled.has(name))).toEqual([]);
    },
  );

  const OTHERS = ['Client', 'Site', 'Application', 'Interview', 'Offer', 'Timesheet', 'Opportunity', 'Document'];
  it.each(OTHERS)('are each set in some record, except deleted: %s', async (type) => {
    const filled = setFields(await responses(demo, type));
    expect((await namesOf(type)).filter((name) => !filled.has(name))).toEqual(['deleted']);
  });

  it.each<[string, string[]]>([
    // an open job that is not a release of another
    [
      'Job',
      ['externalID', 'closeDate', 'outcome', 'outcomeComments', 'deleted', 'outcomeName', 'isReleasedJob', 'isJobDescriptionUploaded'],
    ],
    ['Contact', ['externalID', 'linkedCandidateID', 'reportsToID', 'optOut', 'deleted', 'linkedCandidateName', 'reportsToName']],
    ['Candidate', ['externalID', 'isRedFlagged', 'redFlaggedDate', 'redFlaggedComments', 'optOut', 'deleted', 'redFlaggedByUserName']],
    ['Activity', ['parentID', 'entityId']],
  ])('are nearly all set in record 1: %s', async (type, left) => {
    const filled = setFields((await responses(demo, type)).slice(0, 1));
    expect((await namesOf(type)).filter((name) => !filled.has(name))).toEqual(left);
  });
});

describe('The rules of the service', () => {
  it('hold for the stage of a job and its close date', async () => {
    expect(
      await count(
        demo,
        "job j JOIN lookup s ON s.list = 'jobStage' AND s.id = j.stageID WHERE (s.closed = 1) <> (j.closeDate IS NOT NULL)",
      ),
    ).toBe(0);
  });

  it('hold for the contacts of a job', async () => {
    const jobs = await query(demo, 'SELECT id, contact1ID, contact2ID, contact3ID, contact4ID FROM job');
    const links = await query(demo, 'SELECT jobID, contactID FROM job_contact');
    const expected = jobs.flatMap(({ id, ...contacts }) =>
      Object.values(contacts).flatMap((contact) => (contact === null ? [] : [JSON.stringify([id, contact])])),
    );
    expect(expected.length).toBeGreaterThan(200);
    expect(links.map(({ jobID, contactID }) => JSON.stringify([jobID, contactID])).sort()).toEqual(expected.sort());
  });

  it.each([
    ['Candidate', 'candidateID'],
    ['Contact', 'contactID'],
    ['Client', 'clientID'],
    ['Job', 'jobID'],
    ['Opportunity', 'opportunityID'],
    ['Placement', 'placementID'],
  ])('hold for the main %s of an activity', async (kind, column) => {
    const linked = `SELECT 1 FROM activity_link l WHERE l.activityID = a.id AND l.kind = '${kind}' AND l.isMain = 1 AND l.recordID = a.${column}`;
    expect(await count(demo, `activity a WHERE a.${column} IS NOT NULL AND NOT EXISTS (${linked})`)).toBe(0);
    const astray = `l.isMain = 1 AND (a.${column} IS NULL OR a.${column} <> l.recordID)`;
    expect(await count(demo, `activity_link l JOIN activity a ON a.id = l.activityID WHERE l.kind = '${kind}' AND ${astray}`)).toBe(0);
  });

  it.each([
    [7, 'interview', ''],
    [8, 'application', ' WHERE submittedDate IS NOT NULL'],
    [9, 'placement', ''],
    [10, 'document', ''],
  ])('hold for the mirror activities of category %i', async (category, table, where) => {
    const mirrors = await query(demo, `SELECT entityId FROM activity WHERE category = ${category} ORDER BY entityId`);
    const mirrored = await query(demo, `SELECT id FROM \`${table}\`${where} ORDER BY id`);
    expect(mirrors.map(({ entityId }) => Number(entityId))).toEqual(mirrored.map(({ id }) => Number(id)));
  });

  it('hold for the resume fields of a candidate, which follow the document', async () => {
    const latest = 'SELECT MAX(d.createdDate) FROM document d WHERE d.candidateID = c.id AND d.typeID = 1';
    expect(await count(demo, `candidate c WHERE c.hasResumeViewerDoc = 1 AND c.resumeUpdateDate = (${latest})`)).toBeGreaterThan(100);
    expect(await count(demo, `candidate c WHERE c.hasResumeViewerDoc = 1 AND c.resumeUpdateDate <> (${latest})`)).toBe(0);
    expect(
      await count(demo, `candidate c WHERE (c.hasResumeViewerDoc = 1) <> (EXISTS (${latest.replace('MAX(d.createdDate)', '1')}))`),
    ).toBe(0);
  });

  it.each(['Job', 'Contact', 'Candidate'])(
    'hold for the statistics of a %s: next activities are in the future, last ones in the past',
    async (type) => {
      const entries = (await responses(demo, type)).flatMap(({ statisticsDates }) => statisticsDates as { type: string; value?: string }[]);
      const dates = entries.flatMap(({ value }) => (value === undefined ? [] : [new Date(value)]));
      expect(dates.length).toBeGreaterThan(200);
      expect(dates.filter((date) => date > new Date(MORNING))).toEqual([]);
    },
  );

  it('hold for the shares of consultants', async () => {
    const sum = [1, 2, 3, 4, 5].map((place) => `consultantPercentage${place}`).join(' + ');
    expect(await count(demo, `job WHERE ${sum} > 100`)).toBe(0);
  });

  it('hold for the automations: active ones can run, and have a description', async () => {
    const { checkDefinition, actionDetailsOf } = await import('../src/automation/definition/check-definition.js');
    const { nextRun } = await import('../src/automation/schedule/next-run.js');
    const circumstances = { types, now: new Date(MORNING), timeZone: 'Australia/Sydney' };
    const { Automation } = await import('../src/automation/index.js');
    const found = await demo.app
      .get<DataSource>(getDataSourceToken())
      .getRepository(Automation)
      .find({ order: { id: 'ASC' } });
    const checked = found.map((automation) => ({ automation, ...checkDefinition(automation, circumstances) }));
    expect(checked.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect(found.map(({ actionDetails }) => actionDetails)).toEqual(checked.map(actionDetailsOf));
    const scheduled = checked.filter(({ automation, schedule }) => schedule && automation.statusID === 1);
    expect(scheduled.map(({ automation }) => automation.nextRunDateUtc)).toEqual(
      scheduled.map(({ schedule }) => schedule && nextRun(schedule, circumstances.now)),
    );
  });
});

describe('An empty database without demonstration data', () => {
  it('has the user that the service acts as, and a division', async () => {
    const empty = await startApp({ DEMO_DATA: 'false' });
    const sizes = [await count(empty, '`user`'), await count(empty, 'division'), await count(empty, 'job')];
    const me = await empty.http.get('/api/Me');
    await empty.close();
    expect(sizes).toEqual([1, 1, 0]);
    expect(me.status).toBe(200);
  });
});
