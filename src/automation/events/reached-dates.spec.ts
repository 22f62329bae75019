import '../../core/database/support/kind';
import { AutomationRunRecord, type Automation } from '../automation.entity';
import { NOON, ScheduledAutomations } from './support/scheduled-automations';

const [AVAILABLE, BIRTHDAY, EXPIRING, INACTIVE, PLACEMENT_ENDS] = [12, 13, 14, 29, 60];

describe('The scheduler of an automation that waits for a date', () => {
  let all: ScheduledAutomations;
  beforeAll(async () => {
    all = await ScheduledAutomations.open();
  });
  afterEach(() => all.deleteAll());
  afterAll(() => all.close());

  const waiting = (eventID: number, since: string | null, schedule?: object, more: Partial<Automation> = {}): Promise<number> =>
    all.save({ triggerID: 1, eventID, datesCheckedUntil: since === null ? null : new Date(since), ...more }, schedule);
  const recordsOf = async (id: number): Promise<number[]> => {
    const found = await all.write(({ em }) => em.find(AutomationRunRecord, { where: { automationID: id }, order: { recordID: 'ASC' } }));
    return found.map(({ recordID }) => recordID);
  };
  const candidate = (values: object): Promise<number> => all.insert('Candidate', { surname: 'Some', ...values });

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
    [
      'a day in hours before the day, when that day is an hour shorter',
      '2027-10-04',
      '2027-10-02T12:59:00.000Z',
      '2027-10-02T13:00:00.000Z',
      { timeZone: 'Australia/Sydney', offset: { amount: 24, unit: 'hour' } },
      true,
    ],
    ['those of a month ago, after a downtime', '2027-02-08', '2027-01-01T00:00:00.000Z', NOON, undefined, true],
    ['but none that are older', '2027-02-06', '2027-01-01T00:00:00.000Z', NOON, undefined, false],
  ])('%s', async (_, day, since, now, schedule, isFound) => {
    const record = await candidate({ availabilityDate: new Date(`${day}T00:00:00.000Z`) });
    const gone = await candidate({ availabilityDate: new Date(`${day}T00:00:00.000Z`), deleted: true });
    const id = await waiting(AVAILABLE, since, schedule);
    await all.tick(now);
    const found = await recordsOf(id);
    expect([found.includes(record), found.includes(gone)]).toEqual([isFound, false]);
    expect((await all.get(id)).datesCheckedUntil?.toISOString().slice(0, 16)).toBe(now.slice(0, 16));
  });

  it('queues one run of the event for all that are due', async () => {
    const day = new Date('2027-05-05T00:00:00.000Z');
    const records = [await candidate({ availabilityDate: day }), await candidate({ availabilityDate: day })];
    const id = await waiting(AVAILABLE, '2027-05-04T23:59:00.000Z');
    await all.tick('2027-05-05T00:00:00.000Z');
    expect(await recordsOf(id)).toEqual(records);
    expect(await all.runsOf(id)).toMatchObject([{ trigger: 'event', status: 'queued', chain: null, matched: 2, taken: 2, slot: null }]);
    await all.tick('2027-05-05T00:00:40.000Z');
    expect(await all.runsOf(id)).toHaveLength(1);
  });

  it('checks again after half a minute', async () => {
    const id = await waiting(AVAILABLE, '2027-03-10T11:59:45.000Z');
    await all.tick(NOON);
    expect((await all.get(id)).datesCheckedUntil?.toISOString()).toBe('2027-03-10T11:59:45.000Z');
    await all.tick('2027-03-10T12:00:15.000Z');
    expect((await all.get(id)).datesCheckedUntil?.toISOString().slice(0, 18)).toBe('2027-03-10T12:00:1');
  });

  it('leaves alone what another process has checked meanwhile, whose clock is ahead', async () => {
    const id = await waiting(AVAILABLE, '2027-03-10T12:00:20.000Z');
    await all.write((transaction) => all.schedulerAt(NOON)['trigger'](transaction, id));
    expect((await all.get(id)).datesCheckedUntil?.toISOString()).toBe('2027-03-10T12:00:20.000Z');
  });

  it('looks back to the activation at first, and no further', async () => {
    const record = await candidate({ availabilityDate: new Date('2027-06-01T00:00:00.000Z') });
    const early = await waiting(AVAILABLE, null, undefined, { activatedDate: new Date('2027-05-31T12:00:00.000Z') });
    const late = await waiting(AVAILABLE, null, undefined, { activatedDate: new Date('2027-06-01T00:00:00.000Z') });
    const never = await waiting(AVAILABLE, null);
    await all.tick('2027-06-01T12:00:00.000Z');
    expect([await recordsOf(early), await recordsOf(late), await recordsOf(never)]).toEqual([[record], [], []]);
    expect((await all.get(never)).datesCheckedUntil?.toISOString().slice(0, 16)).toBe('2027-06-01T12:00');
  });

  it('does not check on excluded dates, but catches up on the next', async () => {
    const record = await candidate({ availabilityDate: new Date('2027-07-01T00:00:00.000Z') });
    const excludedDateGroupID = await all.dateGroup('2027-07-01');
    const id = await waiting(AVAILABLE, '2027-06-30T12:00:00.000Z', undefined, { excludedDateGroupID });
    await all.tick('2027-07-01T12:00:00.000Z');
    expect(await recordsOf(id)).toEqual([]);
    await all.tick('2027-07-02T00:00:00.000Z');
    expect(await recordsOf(id)).toEqual([record]);
  });

  it('finds nothing while it cannot be read', async () => {
    await candidate({ availabilityDate: new Date('2027-07-11T00:00:00.000Z') });
    const id = await waiting(AVAILABLE, '2027-07-10T12:00:00.000Z', undefined, { filtersJSON: '{"rules":1}' });
    await all.tick('2027-07-11T12:00:00.000Z');
    expect([await all.runsOf(id), (await all.get(id)).datesCheckedUntil?.toISOString().slice(0, 16)]).toEqual([[], '2027-07-11T12:00']);
  });

  it('finds birthdays of every year', async () => {
    const born = await candidate({ dateOfBirth: new Date('1991-08-05T00:00:00.000Z') });
    await candidate({ dateOfBirth: new Date('1991-08-06T00:00:00.000Z') });
    await candidate({});
    const id = await waiting(BIRTHDAY, '2027-08-04T23:59:00.000Z');
    await all.tick('2027-08-05T00:00:00.000Z');
    expect(await recordsOf(id)).toEqual([born]);
  });

  it('finds birthdays years ahead', async () => {
    const born = await candidate({ dateOfBirth: new Date('1991-04-05T00:00:00.000Z') });
    await candidate({ dateOfBirth: new Date('1991-04-06T00:00:00.000Z') });
    await candidate({});
    const id = await waiting(BIRTHDAY, '2027-04-04T23:59:00.000Z', { offset: { amount: 36, unit: 'month' } });
    await all.tick('2027-04-05T00:00:00.000Z');
    expect(await recordsOf(id)).toEqual([born]);
  });

  it('finds the records of related ones that reach their date', async () => {
    const [owner, other] = [await candidate({}), await candidate({})];
    const expiryDate = new Date('2027-09-05T00:00:00.000Z');
    await all.insert('Document', { candidateID: owner, expiryDate });
    await all.insert('Document', { candidateID: other, expiryDate, deleted: true });
    await all.insert('Document', { candidateID: other, expiryDate: new Date('2027-10-05T00:00:00.000Z') });
    const id = await waiting(EXPIRING, '2027-09-04T23:59:00.000Z');
    await all.tick('2027-09-05T00:00:00.000Z');
    expect(await recordsOf(id)).toEqual([owner]);
  });

  it('takes the creation for the last activity of a record that has none', async () => {
    const created = (time: string) => all.insert('Client', { name: 'Quiet', createdDate: new Date(time) });
    const found = await created('2027-09-05T10:00:00.000Z');
    await created('2027-09-05T10:00:01.000Z');
    const id = await waiting(INACTIVE, '2027-09-15T09:59:00.000Z', {
      timeZone: 'Australia/Sydney',
      offset: { amount: 10, unit: 'day' },
    });
    await all.tick('2027-09-15T10:00:00.000Z');
    expect(await recordsOf(id)).toEqual([found]);
  });

  it('leaves out those that the event is not about', async () => {
    const placement = (statusID: number) => all.insert('Placement', { statusID, endDate: new Date('2027-11-05T00:00:00.000Z') });
    const placements: number[] = [];
    for (const statusID of [1, 2, 3, 4, 5]) placements.push(await placement(statusID));
    const id = await waiting(PLACEMENT_ENDS, '2027-11-04T23:59:00.000Z');
    await all.tick('2027-11-05T00:00:00.000Z');
    const found = await recordsOf(id);
    expect(placements.map((each) => found.includes(each))).toEqual([true, true, true, false, false]);
  });
});
