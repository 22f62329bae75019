import { DemoContext } from './demo-context';
import type { Kind, Kinds } from './demo-record';
import { firm } from './firm';
import { DEMO_SIZES, sizesOf } from './sizes';

const DAYS = ['2026-11-22', '2026-11-25', '2027-02-28'];
const [CANCELLED, NO_SHOW] = [4, 5];
const [REJECTED, WITHDRAWN] = [8, 9];
const OPEN_STAGES = [1, 2, 3, 4, 5];
const DAY = 24 * 60 * 60 * 1000;

type Pair<T> = readonly [one: T, other: T];
const pairs = <T>(records: readonly T[], key: (record: T) => unknown): Pair<T>[] => {
  const groups = new Map<unknown, T[]>();
  for (const each of records) if (key(each)) groups.set(key(each), [...(groups.get(key(each)) ?? []), each]);
  return [...groups.values()].flatMap((group) =>
    group.flatMap((one, index) => group.slice(index + 1).map((other) => [one, other] as const)),
  );
};

/** What the rules of the service refuse or ask to confirm; written down once more here, with nothing of theirs. */
describe.each(DAYS)('The demonstration data of %s', (day) => {
  const all = [...firm(new DemoContext(sizesOf(DEMO_SIZES), new Date(`${day}T09:30:00Z`)))];
  const of = <K extends Kind>(kind: K): Kinds[K][] => all.filter((each) => each.kind === kind).map(({ record }) => record as Kinds[K]);
  const byID = <T extends { id: number }>(records: readonly T[]): ReadonlyMap<number | null, T> =>
    new Map(records.map((each) => [each.id, each]));
  const [jobs, contacts, candidates, clients, users] = [
    byID(of('Job')),
    byID(of('Contact')),
    byID(of('Candidate')),
    byID(of('Client')),
    byID(of('User')),
  ];
  const placements = of('Placement').filter(({ statusID, deleted }) => statusID !== 5 && !deleted);
  const ids = (records: readonly { id: number }[]): number[] => records.map(({ id }) => id);

  it('has one application of a candidate to a job that is not over', () => {
    const open = of('Application').filter(({ stageID, deleted }) => !deleted && stageID !== REJECTED && stageID !== WITHDRAWN);
    expect(open.length).toBeGreaterThan(100);
    expect(pairs(open, ({ jobID, candidateID }) => `${jobID} ${candidateID}`)).toEqual([]);
  });

  it('has nobody in two interviews at once', () => {
    const held = of('Interview').filter(({ statusID, deleted }) => !deleted && statusID !== CANCELLED && statusID !== NO_SHOW);
    const isAtOnce = ([one, other]: Pair<Kinds['Interview']>): boolean => {
      const [first, second] = [one, other].sort((a, b) => Number(a.startsAt) - Number(b.startsAt));
      return Number(first!.startsAt) + first!.duration * 60_000 > Number(second!.startsAt);
    };
    expect(held.length).toBeGreaterThan(100);
    for (const key of ['candidateID', 'contactID'] as const) expect(pairs(held, (each) => each[key]).filter(isAtOnce)).toEqual([]);
  });

  it('has nobody in two full-time placements at once', () => {
    const fullTime = placements.filter(({ jobID }) => [null, undefined, 1].includes(jobs.get(jobID)?.workTypeID));
    const isBeside = ([one, other]: Pair<Kinds['Placement']>): boolean =>
      (!other.endDate || one.startDate! <= other.endDate) && (!one.endDate || other.startDate! <= one.endDate);
    expect(fullTime.length).toBeGreaterThan(10);
    expect(pairs(fullTime, ({ candidateID }) => candidateID).filter(isBeside)).toEqual([]);
  });

  it('has placements with a margin, a start, and a candidate who is there', () => {
    expect(ids(placements.filter(({ dailyMargin }) => dailyMargin < 0))).toEqual([]);
    expect(ids(placements.filter(({ statusID, startDate }) => statusID !== 1 && !startDate))).toEqual([]);
    expect(ids(placements.filter(({ candidateID }) => candidates.get(candidateID)?.deleted))).toEqual([]);
  });

  it('has done nothing for candidates since they were red-flagged', () => {
    const flagged = [...candidates.values()].filter(({ isRedFlagged }) => isRedFlagged);
    expect(flagged.length).toBeGreaterThan(2);
    for (const kind of ['Application', 'Offer', 'Placement'] as const)
      expect(
        of(kind).filter(({ candidateID, createdDate }) => {
          const { isRedFlagged, redFlaggedDate } = candidates.get(candidateID)!;
          return isRedFlagged && createdDate! > redFlaggedDate!;
        }),
      ).toEqual([]);
  });

  it('has offers that were answered in time', () => {
    const accepted = of('Offer').filter(({ statusID }) => statusID === 2);
    expect(accepted.length).toBeGreaterThan(10);
    expect(ids(accepted.filter(({ expiryDate, answeredDate }) => Number(answeredDate) > Number(expiryDate) + DAY))).toEqual([]);
  });

  it('has jobs with their own contacts, ranges in order, and shares of consultants', () => {
    for (const job of jobs.values()) {
      const contactIDs = [job.contact1ID, job.contact2ID, job.contact3ID, job.contact4ID].filter(Boolean) as number[];
      expect(new Set(contactIDs).size).toBe(contactIDs.length);
      for (const id of contactIDs) expect([null, job.clientID]).toContain(contacts.get(id)?.clientID ?? null);
      for (const [from, to] of [
        [job.rateFrom, job.rateTo],
        [job.chargeRateFrom, job.chargeRateTo],
        [job.onCostsFrom, job.onCostsTo],
        [job.salaryFrom, job.salaryTo],
        [job.startDate, job.endDate],
      ] as const)
        expect(!from || !to || from <= to).toBe(true);
      const shares = [1, 2, 3, 4, 5].filter((place) => Number(job[`consultantPercentage${place}` as keyof typeof job] ?? 0) > 0);
      for (const place of shares) expect(users.get(job[`consultantID${place}` as keyof typeof job] as number)?.isActive).toBe(true);
    }
  });

  it('has names, birth dates of people who can work, and activities that are over when they are completed', () => {
    expect([...candidates.values()].filter(({ firstName, lastName }) => !firstName && !lastName)).toEqual([]);
    expect([...contacts.values()].filter(({ firstName, surname }) => !firstName && !surname)).toEqual([]);
    expect([...jobs.values()].filter(({ title }) => !title)).toEqual([]);
    const years = [...candidates.values()].flatMap(({ dateOfBirth }) => dateOfBirth?.getUTCFullYear() ?? []);
    expect([Math.min(...years) > 1926, Math.max(...years) < 2012]).toEqual([true, true]);
    const early = of('Activity').filter(
      ({ category, statusID, activityDate }) => category !== 2 && statusID === 2 && activityDate! > new Date(`${day}T09:30:00Z`),
    );
    expect(ids(early)).toEqual([]);
  });

  it('has no inactive clients and no deleted ones with open jobs', () => {
    const open = [...jobs.values()].filter(({ stageID, deleted }) => !deleted && OPEN_STAGES.includes(stageID ?? 0));
    expect(open.length).toBeGreaterThan(50);
    expect(
      ids(open.filter(({ clientID }) => clientID && (clients.get(clientID)?.deleted || clients.get(clientID)?.statusID === 3))),
    ).toEqual([]);
    expect([...clients.values()].filter(({ statusID }) => statusID === 3)).toHaveLength(1);
  });
});
