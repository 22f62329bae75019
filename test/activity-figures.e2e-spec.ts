import { startApp, type TestApp } from './support/app';
import { seedRecord } from './support/database';

type Answer = Record<string, unknown>;
interface Entry {
  type: string;
  value: unknown;
}

const [PAST, LATER_PAST, FUTURE, LATER_FUTURE] = [
  '2026-11-10T01:00:00.000Z',
  '2026-11-12T01:00:00.000Z',
  '2026-12-10T01:00:00.000Z',
  '2026-12-12T01:00:00.000Z',
];

let service: TestApp;
beforeAll(async () => void (service = await startApp({ CLOCK_START: '2026-11-20T12:00:00.000Z' })));
afterAll(() => service.close());

const read = async (path: string): Promise<Answer> => (await service.http.get(`/api/${path}`).expect(200)).body as Answer;
const created = async (body: object): Promise<number> =>
  ((await service.http.post('/api/Activities').send(body).expect(201)).body as { id: number }).id;
const put = (id: number, body: object) => service.http.put(`/api/Activities/${id}`).send(body).expect(200);

const entry = (list: unknown, type: string): unknown => (list as Entry[]).find((each) => each.type === type)?.value;

/** The figures of a record that are derived from its activities, without those that are unset. */
function figuresOf(response: Answer): Answer {
  const names = ['lastActivityDate', 'nextActivityDate', 'lastContactDate', 'nextContactDate', 'lastMeetingDate', 'nextMeetingDate'];
  const dates = ['lastNote', 'lastCall', 'lastEmail', 'lastMeeting'].map((type) => [type, entry(response['statisticsDates'] ?? [], type)]);
  const counts = ['notes', 'calls', 'emails', 'meetings'].map((type) => [
    type,
    entry(response['statisticsCounts'] ?? [], type) || undefined,
  ]);
  const all = [...names.map((name) => [name, response[name]]), ...dates, ...counts] as [string, unknown][];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== null));
}

interface Party {
  readonly path: string;
  readonly main: string;
  readonly list: string;
  readonly type: string;
}
const PARTIES: readonly Party[] = [
  { type: 'Candidate', path: 'Candidates', main: 'candidateID', list: 'linkedCandidates' },
  { type: 'Contact', path: 'Contacts', main: 'contactID', list: 'linkedContacts' },
  { type: 'Client', path: 'Clients', main: 'clientID', list: 'linkedClients' },
  { type: 'Job', path: 'Jobs', main: 'jobID', list: 'linkedJobIds' },
];
/**
 * The figures returned for a type, given those of a contact, which has all of them: clients have no statistics, candidates have only
 * those, and a job's last activity is the latest past one.
 */
const answeredBy = (type: string, figures: Answer): Answer => {
  const own: Record<string, (name: string) => boolean> = {
    Candidate: (name) => !/Date$/.test(name),
    Contact: () => true,
    Client: (name) => /ActivityDate$/.test(name),
    Job: (name) => !/Date$/.test(name) || name === 'lastActivityDate',
  };
  return Object.fromEntries(Object.entries(figures).filter(([name]) => own[type]?.(name)));
};

const CALLED = { lastActivityDate: PAST, lastContactDate: PAST, lastCall: PAST, calls: 1 };
const MET = { lastActivityDate: PAST, lastContactDate: PAST, lastMeetingDate: PAST, lastMeeting: PAST, meetings: 1 };
const TO_MEET = { nextActivityDate: FUTURE, nextContactDate: FUTURE, nextMeetingDate: FUTURE, meetings: 1 };
const at = (activityDate: string, category: number, more: object = {}) => ({ category, activityDate, ...more });

describe('Figures derived from activities', () => {
  const two = async (type: string): Promise<[number, number]> => [await seedRecord(service, type), await seedRecord(service, type)];

  it.each<[what: string, activity: object, figures: Answer]>([
    ['a note', at(PAST, 1), { lastActivityDate: PAST, lastNote: PAST, notes: 1 }],
    ['a completed task', at(PAST, 2, { statusID: 2 }), { lastActivityDate: PAST }],
    ['an open task', at(FUTURE, 2), { nextActivityDate: FUTURE }],
    ['a completed call', at(PAST, 3), CALLED],
    ['a future call', at(FUTURE, 3), { nextActivityDate: FUTURE, nextContactDate: FUTURE, calls: 1 }],
    ['an e-mail', at(PAST, 4), { lastActivityDate: PAST, lastContactDate: PAST, lastEmail: PAST, emails: 1 }],
    ['an SMS', at(PAST, 5), { lastActivityDate: PAST, lastContactDate: PAST }],
    ['a past meeting', at(PAST, 6), MET],
    ['a future meeting', at(FUTURE, 6), TO_MEET],
    ['a cancelled meeting', at(FUTURE, 6, { statusID: 3 }), {}],
    ['a system entry', at(PAST, 11), { lastActivityDate: PAST }],
  ])('are correct after adding %s', async (_, activity, figures) => {
    for (const { type, path, main, list } of PARTIES) {
      const [own, linked] = await two(type);
      await created({ ...activity, [main]: own, [list]: [linked] });
      for (const id of [own, linked]) {
        const { lastActivityDate, ...others } = figuresOf(await read(`${path}/${id}`));
        const { lastActivityDate: expected, ...rest } = answeredBy(type, figures);
        expect([type, others]).toEqual([type, rest]);
        expect([type, lastActivityDate]).toEqual([type, expected]);
      }
    }
  });

  it.each(PARTIES)('stay correct throughout the life of a meeting: $type', async ({ type, path, main, list }) => {
    const [own, other] = await two(type);
    const expected = async (ofOwn: Answer, ofOther: Answer): Promise<void> => {
      expect([figuresOf(await read(`${path}/${own}`)), figuresOf(await read(`${path}/${other}`))]).toEqual([
        answeredBy(type, ofOwn),
        answeredBy(type, ofOther),
      ]);
    };
    const id = await created({ ...at(FUTURE, 6), [main]: own });
    await expected(TO_MEET, {});
    await put(id, { activityDate: LATER_FUTURE });
    await expected({ nextActivityDate: LATER_FUTURE, nextContactDate: LATER_FUTURE, nextMeetingDate: LATER_FUTURE, meetings: 1 }, {});
    await put(id, { activityDate: PAST, statusID: 2 });
    await expected(MET, {});
    await put(id, { [main]: other });
    await expected({}, MET);
    await put(id, { [list]: [own] });
    await expected(MET, MET);
    await put(id, { [main]: null, category: 3 });
    await expected(CALLED, {});
    await put(id, { [list]: [own, other] });
    await expected(CALLED, CALLED);
    await service.http.delete(`/api/Activities/${id}`).expect(204);
    await expected({}, {});
    await put(id, { deleted: false, [list]: [other] });
    await expected({}, CALLED);
  });

  it.each(PARTIES)('are those of the latest and the next of several: $type', async ({ type, path, main, list }) => {
    const [own, linked] = await two(type);
    const ids: number[] = [];
    for (const activityDate of [PAST, LATER_PAST, FUTURE, LATER_FUTURE])
      ids.push(await created({ ...at(activityDate, 6), [main]: own, [list]: [linked] }));
    const both = async (figures: Answer): Promise<void> => {
      for (const id of [own, linked]) expect(figuresOf(await read(`${path}/${id}`))).toEqual(answeredBy(type, figures));
    };
    const of = (last: string, next: string, meetings: number): Answer => ({
      lastActivityDate: last,
      lastContactDate: last,
      lastMeetingDate: last,
      lastMeeting: last,
      nextActivityDate: next,
      nextContactDate: next,
      nextMeetingDate: next,
      meetings,
    });
    await both(of(LATER_PAST, FUTURE, 4));
    await put(ids[1] ?? 0, { statusID: 3 });
    // for a job it is the latest past one, whatever its status
    await both({ ...of(PAST, FUTURE, 3), ...(type === 'Job' ? { lastActivityDate: LATER_PAST } : {}) });
    await service.http.delete(`/api/Activities/${ids[2]}`).expect(204);
    await both({ ...of(PAST, LATER_FUTURE, 2), ...(type === 'Job' ? { lastActivityDate: LATER_PAST } : {}) });
  });

  it('are correct after completing an activity', async () => {
    const contact = await seedRecord(service, 'Contact');
    const id = await created({ ...at(FUTURE, 6), linkedContacts: [contact] });
    const { activityDate } = (await service.http.post(`/api/Activities/${id}/Complete`).expect(200)).body as Answer;
    const figures = figuresOf(await read(`Contacts/${contact}`));
    expect(figures).toEqual({
      lastActivityDate: activityDate,
      lastContactDate: activityDate,
      lastMeetingDate: activityDate,
      lastMeeting: activityDate,
      meetings: 1,
    });
  });
});
