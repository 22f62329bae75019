import '../../core/database/support/kind';
import { openStore, type TestStore } from '../../core/database/support/store';
import { SYSTEM_CALLER } from '../../core/callers/system-caller';
import type { Settings } from '../../core/config';
import { Transactions, type Transaction } from '../../core/database';
import { recordTypeNamed } from '../../core/database/support/record-types';
import { insertRecord } from '../../core/records';
import { Clock } from '../../core/time/clock';
import { Automation, AutomationRun, AutomationRunRecord, DateGroupDay } from '../automation.entity';
import { automations, dateGroups } from '../automation.records';
import type { RunWorker } from '../running/run-worker.service';
import { AutomationScheduler } from './automation-scheduler.service';

const NOON = '2027-03-10T12:00:00.000Z';
const daily = (at: string, more = {}) => ({ schedule: { kind: 'daily', at }, ...more });
const [AVAILABLE, BIRTHDAY, EXPIRING, INACTIVE, PLACEMENT_ENDS] = [12, 13, 14, 29, 60];

describe('The scheduler', () => {
  let own: TestStore;
  beforeAll(async () => {
    own = await openStore();
    await write(({ em }) => insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service' }));
  }, 60_000);
  // those of other tests are not looked at
  afterEach(() => write(({ em }) => em.query('UPDATE automation SET deleted = 1')));
  afterAll(() => own.close());

  const at = (time: string): Transactions => new Transactions(own.store, own.reader, new Clock(new Date(time)));
  const write = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => at(NOON).write(SYSTEM_CALLER, work);
  const insert = (type: string, values: object): Promise<number> => write(({ em }) => insertRecord(em, recordTypeNamed(type), values));
  const worker: Partial<RunWorker> = { wake: () => undefined };
  const tick = (time: string): Promise<void> =>
    new AutomationScheduler(at(time), { timeZone: 'UTC' } as Settings, worker as RunWorker).tick();
  const saved = (values: Partial<Automation>, schedule?: object): Promise<number> =>
    write(({ em }) =>
      insertRecord(em, automations, {
        ...{ name: 'Some', statusID: 1, version: 1, filtersJSON: '{"all":true}', ...values },
        ...(schedule && { scheduleMetaDataJSON: JSON.stringify(schedule) }),
      }),
    );
  const automationOf = (id: number): Promise<Automation> => write(({ em }) => em.findOneByOrFail(Automation, { id }));
  const runsOf = (automationID: number): Promise<AutomationRun[]> =>
    write(({ em }) => em.find(AutomationRun, { where: { automationID }, order: { id: 'ASC' } }));
  const excluding = (...days: string[]): Promise<number> =>
    write(async ({ em }) => {
      const dateGroupID = await insertRecord(em, dateGroups, { name: 'Holidays' });
      await em.insert(
        DateGroupDay,
        days.map((day) => ({ dateGroupID, day })),
      );
      return dateGroupID;
    });

  describe('of an automation with a schedule', () => {
    const scheduled = (due: string | null, schedule: object, more: Partial<Automation> = {}): Promise<number> =>
      saved({ triggerID: 2, eventID: 18, nextRunDateUtc: due === null ? null : new Date(due), ...more }, schedule);

    it.each<[string, string, string, object, string[], string | null]>([
      ['queues a run when it is due', NOON, NOON, daily('12:00'), [NOON], '2027-03-11T12:00:00.000Z'],
      ['queues none before', '2027-03-10T12:10:00.000Z', NOON, daily('12:10'), [], '2027-03-10T12:10:00.000Z'],
      [
        'catches up a run that was missed, for the time when it was due',
        '2027-03-10T09:00:00.000Z',
        NOON,
        daily('09:00'),
        ['2027-03-10T09:00:00.000Z'],
        '2027-03-11T09:00:00.000Z',
      ],
      [
        'leaves out a missed run if the schedule says so',
        '2027-03-10T09:00:00.000Z',
        NOON,
        daily('09:00', { missedRun: 'skip' }),
        [],
        '2027-03-11T09:00:00.000Z',
      ],
      [
        'does not take a run for missed that is four minutes late',
        '2027-03-10T11:56:00.000Z',
        NOON,
        daily('11:56', { missedRun: 'skip' }),
        ['2027-03-10T11:56:00.000Z'],
        '2027-03-11T11:56:00.000Z',
      ],
      [
        'waits with a missed run for the next window',
        '2027-03-10T09:00:00.000Z',
        NOON,
        daily('09:00', { windows: [{ from: '08:00', to: '10:00' }] }),
        [],
        '2027-03-11T08:00:00.000Z',
      ],
      [
        'waits no longer for it than for the next run',
        '2027-03-10T09:00:00.000Z',
        NOON,
        { schedule: { kind: 'every', amount: 1, unit: 'hour' }, windows: [{ from: '12:30', to: '14:00' }] },
        [],
        '2027-03-10T12:30:00.000Z',
      ],
      ['has no next run after the last', NOON, NOON, { schedule: { kind: 'once', at: NOON } }, [NOON], null],
    ])('%s', async (_, due, now, schedule, slots, next) => {
      const id = await scheduled(due, schedule);
      await tick(now);
      await tick(now);
      expect((await runsOf(id)).map(({ trigger, status, slot }) => [trigger, status, slot?.toISOString()])).toEqual(
        slots.map((slot) => ['schedule', 'queued', slot]),
      );
      expect((await automationOf(id)).nextRunDateUtc?.toISOString() ?? null).toBe(next);
    });

    it('waits with a missed run for the end of excluded dates', async () => {
      const excludedDateGroupID = await excluding('2027-03-10');
      const id = await scheduled('2027-03-10T09:00:00.000Z', daily('13:00'), { excludedDateGroupID });
      await tick(NOON);
      expect([await runsOf(id), (await automationOf(id)).nextRunDateUtc?.toISOString().slice(0, 16)]).toEqual([[], '2027-03-11T12:00']);
    });

    it.each<[string, Partial<Automation>]>([
      ['paused', { statusID: 2 }],
      ['deleted', { deleted: true }],
      ['manual', { triggerID: 3 }],
    ])('leaves it alone when it is %s', async (_, more) => {
      const id = await scheduled(NOON, daily('12:00'), more);
      await tick(NOON);
      expect([await runsOf(id), (await automationOf(id)).nextRunDateUtc?.toISOString()]).toEqual([[], NOON]);
    });
  });

  describe('of an automation that waits for a date', () => {
    const waiting = (eventID: number, since: string | null, schedule?: object, more: Partial<Automation> = {}): Promise<number> =>
      saved({ triggerID: 1, eventID, datesCheckedUntil: since === null ? null : new Date(since), ...more }, schedule);
    const recordsOf = async (id: number): Promise<number[]> => {
      const found = await write(({ em }) => em.find(AutomationRunRecord, { where: { automationID: id }, order: { recordID: 'ASC' } }));
      return found.map(({ recordID }) => recordID);
    };
    const candidate = (values: object): Promise<number> => insert('Candidate', { surname: 'Some', ...values });

    it.each<[string, string, string, string, object | undefined, boolean]>([
      ['finds records whose day has begun', '2027-03-10', '2027-03-09T23:59:00.000Z', '2027-03-10T00:00:30.000Z', undefined, true],
      ['not those of the next day', '2027-03-11', '2027-03-09T23:59:00.000Z', '2027-03-10T00:00:30.000Z', undefined, false],
      ['nor those that it has checked', '2027-03-10', '2027-03-10T00:00:00.000Z', NOON, undefined, false],
      [
        'days before, at a time of day',
        '2027-03-13',
        '2027-03-10T08:59:00.000Z',
        '2027-03-10T09:00:00.000Z',
        { offset: { amount: 3, unit: 'day' }, at: '09:00' },
        true,
      ],
      [
        'not before that time of day',
        '2027-03-13',
        '2027-03-10T08:50:00.000Z',
        '2027-03-10T08:59:00.000Z',
        { offset: { amount: 3, unit: 'day' }, at: '09:00' },
        false,
      ],
      [
        'in the time zone of the schedule',
        '2027-03-11',
        '2027-03-10T12:59:00.000Z',
        '2027-03-10T13:00:00.000Z',
        { timeZone: 'Australia/Sydney', offset: { amount: 0, unit: 'day' } },
        true,
      ],
      [
        'hours before the day',
        '2027-03-11',
        '2027-03-10T18:59:00.000Z',
        '2027-03-10T19:00:00.000Z',
        { offset: { amount: 5, unit: 'hour' } },
        true,
      ],
      [
        'a day in hours before the day',
        '2027-03-12',
        '2027-03-10T23:59:00.000Z',
        '2027-03-11T00:00:00.000Z',
        { offset: { amount: 24, unit: 'hour' } },
        true,
      ],
      ['those of a month ago, after a downtime', '2027-02-08', '2027-01-01T00:00:00.000Z', NOON, undefined, true],
      ['but none that are older', '2027-02-06', '2027-01-01T00:00:00.000Z', NOON, undefined, false],
    ])('%s', async (_, day, since, now, schedule, isFound) => {
      const record = await candidate({ availabilityDate: new Date(`${day}T00:00:00.000Z`) });
      const gone = await candidate({ availabilityDate: new Date(`${day}T00:00:00.000Z`), deleted: true });
      const id = await waiting(AVAILABLE, since, schedule);
      await tick(now);
      const found = await recordsOf(id);
      expect([found.includes(record), found.includes(gone)]).toEqual([isFound, false]);
      expect((await automationOf(id)).datesCheckedUntil?.toISOString().slice(0, 16)).toBe(now.slice(0, 16));
    });

    it('queues one run of the event for all that are due', async () => {
      const day = new Date('2027-05-05T00:00:00.000Z');
      const records = [await candidate({ availabilityDate: day }), await candidate({ availabilityDate: day })];
      const id = await waiting(AVAILABLE, '2027-05-04T23:59:00.000Z');
      await tick('2027-05-05T00:00:00.000Z');
      expect(await recordsOf(id)).toEqual(records);
      expect(await runsOf(id)).toMatchObject([{ trigger: 'event', status: 'queued', depth: 1, matched: 2, taken: 2, slot: null }]);
      await tick('2027-05-05T00:00:40.000Z');
      expect(await runsOf(id)).toHaveLength(1);
    });

    it('checks again after half a minute', async () => {
      const id = await waiting(AVAILABLE, '2027-03-10T11:59:45.000Z');
      await tick(NOON);
      expect((await automationOf(id)).datesCheckedUntil?.toISOString()).toBe('2027-03-10T11:59:45.000Z');
      await tick('2027-03-10T12:00:15.000Z');
      expect((await automationOf(id)).datesCheckedUntil?.toISOString().slice(0, 18)).toBe('2027-03-10T12:00:1');
    });

    it('looks back to the activation at first, and no further', async () => {
      const record = await candidate({ availabilityDate: new Date('2027-06-01T00:00:00.000Z') });
      const early = await waiting(AVAILABLE, null, undefined, { activatedDate: new Date('2027-05-31T12:00:00.000Z') });
      const late = await waiting(AVAILABLE, null, undefined, { activatedDate: new Date('2027-06-01T00:00:00.000Z') });
      const never = await waiting(AVAILABLE, null);
      await tick('2027-06-01T12:00:00.000Z');
      expect([await recordsOf(early), await recordsOf(late), await recordsOf(never)]).toEqual([[record], [], []]);
    });

    it('does not check on excluded dates, but catches up on the next', async () => {
      const record = await candidate({ availabilityDate: new Date('2027-07-01T00:00:00.000Z') });
      const excludedDateGroupID = await excluding('2027-07-01');
      const id = await waiting(AVAILABLE, '2027-06-30T12:00:00.000Z', undefined, { excludedDateGroupID });
      await tick('2027-07-01T12:00:00.000Z');
      expect(await recordsOf(id)).toEqual([]);
      await tick('2027-07-02T00:00:00.000Z');
      expect(await recordsOf(id)).toEqual([record]);
    });

    it('finds birthdays of every year', async () => {
      const born = await candidate({ dateOfBirth: new Date('1991-08-05T00:00:00.000Z') });
      await candidate({ dateOfBirth: new Date('1991-08-06T00:00:00.000Z') });
      await candidate({});
      const id = await waiting(BIRTHDAY, '2027-08-04T23:59:00.000Z');
      await tick('2027-08-05T00:00:00.000Z');
      expect(await recordsOf(id)).toEqual([born]);
    });

    it('finds the records of related ones that reach their date', async () => {
      const [owner, other] = [await candidate({}), await candidate({})];
      const expiryDate = new Date('2027-09-05T00:00:00.000Z');
      await insert('Document', { candidateID: owner, expiryDate });
      await insert('Document', { candidateID: other, expiryDate, deleted: true });
      await insert('Document', { candidateID: other, expiryDate: new Date('2027-10-05T00:00:00.000Z') });
      const id = await waiting(EXPIRING, '2027-09-04T23:59:00.000Z');
      await tick('2027-09-05T00:00:00.000Z');
      expect(await recordsOf(id)).toEqual([owner]);
    });

    it('takes the creation for the last activity of a record that has none', async () => {
      const created = (time: string) => insert('Client', { name: 'Quiet', createdDate: new Date(time) });
      const found = await created('2027-09-05T10:00:00.000Z');
      await created('2027-09-05T10:00:01.000Z');
      const id = await waiting(INACTIVE, '2027-09-15T09:59:00.000Z', { offset: { amount: 10, unit: 'day' } });
      await tick('2027-09-15T10:00:00.000Z');
      expect(await recordsOf(id)).toEqual([found]);
    });

    it('leaves out those that the event is not about', async () => {
      const placement = (statusID: number) => insert('Placement', { statusID, endDate: new Date('2027-11-05T00:00:00.000Z') });
      const placements: number[] = [];
      for (const statusID of [1, 2, 3, 4, 5]) placements.push(await placement(statusID));
      const id = await waiting(PLACEMENT_ENDS, '2027-11-04T23:59:00.000Z');
      await tick('2027-11-05T00:00:00.000Z');
      const found = await recordsOf(id);
      expect(placements.map((each) => found.includes(each))).toEqual([true, true, true, false, false]);
    });
  });
});
