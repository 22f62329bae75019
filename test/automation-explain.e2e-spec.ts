import fc from 'fast-check';
import { startApp, type TestApp } from './support/app';
import { addTag, all, any, Automations, EVERYONE, idIn, rule, type Json, type AutomationInput } from './support/automations';
import { waitUntilIdle } from './support/event-processing';
import { seedRecord } from './support/database';
import { recordTypeNamed, types } from './support/record-types';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 20);

let service: TestApp;
let automations: Automations;
beforeAll(async () => {
  service = await startApp();
  automations = new Automations(service);
});
afterAll(() => service.close());

interface Part extends Json {
  passed?: boolean;
  rules?: Part[];
  actual?: unknown;
  words?: string;
}
interface Explanation extends Json {
  taken: boolean;
  reason: string;
  rank?: number;
  condition: Part;
}
const explain = (id: number, recordId: number): Promise<Explanation> =>
  automations.get(`/api/Automation/${id}/Explain?recordId=${recordId}`);
const explained = async (input: AutomationInput, recordId: number): Promise<Explanation> =>
  explain((await automations.save(input)).id, recordId);
/** A contact with the values that the tests use. */
const contact = (record: Json = {}): Promise<number> =>
  seedRecord(service, 'Contact', { surname: 'Asked', state: 'VIC', deleted: false, ...record });

describe('An explanation', () => {
  it('gives the rank of a record that would be processed', async () => {
    const ids = [await contact(), await contact(), await contact()];
    const { id } = await automations.save({
      filters: idIn(...ids),
      order: { columnName: 'id', isAscending: false },
      maxNumberOfRecordsToExecute: 2,
    });
    const one = await explain(id, ids[2]!);
    expect(one).toMatchObject({
      automationId: id,
      recordId: ids[2],
      module: 'Contacts',
      taken: true,
      trigger: 'manual',
      rank: 1,
      cap: 2,
      leftOut: false,
      deleted: false,
      outOfSight: false,
      paused: false,
      problems: [],
      lastRuns: [],
    });
    expect(one.reason).toBe('It is number 1 in the order of the next run, which takes at most 2.');
  });

  it('gives the rank of a record beyond the cap', async () => {
    const ids = [await contact(), await contact(), await contact()];
    const one = await explained({ filters: idIn(...ids), maxNumberOfRecordsToExecute: 2 }, ids[2]!);
    expect(one).toMatchObject({
      taken: false,
      rank: 3,
      cap: 2,
      leftOut: true,
      reason: 'It is number 3 in the order, and the run takes at most 2.',
    });
  });

  it('shows the condition as sent, with the result of each part', async () => {
    const id = await contact({ surname: 'Ångström', clientID: 1 });
    const sent = {
      combinator: 'or',
      id: 'root',
      rules: [
        all(rule('surname', 'beginsWith', 'ang'), { ...rule('state', '=', 'NSW'), muted: true }),
        { ...all(rule('state', '=', 'VIC')), not: true },
      ],
    };
    const { condition, taken } = await explained({ filters: sent }, id);
    expect(taken).toBe(true);
    expect(condition).toEqual({
      combinator: 'or',
      id: 'root',
      passed: true,
      rules: [
        {
          combinator: 'and',
          passed: true,
          rules: [
            {
              ...rule('surname', 'beginsWith', 'ang'),
              passed: true,
              actual: 'Ångström',
              words: 'Surname must begin with "ang"; it is "Ångström"',
            },
            { ...rule('state', '=', 'NSW'), muted: true },
          ],
        },
        {
          combinator: 'and',
          not: true,
          passed: false,
          rules: [{ ...rule('state', '=', 'VIC'), passed: true, actual: 'VIC', words: 'State must be "VIC"; it is "VIC"' }],
        },
      ],
    });
  });

  it.each<[string, Json, Json, Partial<Part>]>([
    [
      'a number',
      { statusID: 2 },
      rule('statusID', 'in', '1, 3'),
      { passed: false, actual: 2, words: 'Status ID must be one of "1", "3"; it is 2' },
    ],
    ['a name', { statusID: 2 }, rule('statusName', '!=', 'Active'), { passed: true, actual: 'Prospect' }],
    ['a flag', { optOut: true }, rule('optOut', '=', true), { passed: true, actual: true, words: 'Opt out must be true; it is true' }],
    ['nothing', { state: '' }, rule('state', 'null'), { passed: true, actual: null, words: 'State must not be set; it is not set' }],
    [
      'no reference',
      { clientID: null },
      rule('clientID', 'notNull'),
      { passed: false, actual: null, words: 'Client ID must be set; it is not set' },
    ],
    [
      'a date',
      { createdDate: new Date('2020-02-03T04:05:06.007Z') },
      rule('createdDate', '<', { relative: { amount: -90, unit: 'day' } }),
      {
        passed: true,
        actual: '2020-02-03T04:05:06.007Z',
        words: 'Created date must be before 90 days ago; it is "2020-02-03T04:05:06.007Z"',
      },
    ],
    [
      'a range',
      { statusID: 2 },
      rule('statusID', 'between', [1, 3]),
      { passed: true, words: 'Status ID must be between 1 and 3; it is 2' },
    ],
    ['a count', {}, rule('notesCount', '=', 0), { passed: true, actual: 0 }],
    ['an owner, which responses do not include', { ownerID: 3 }, rule('ownerID', '=', 3), { passed: true, actual: 3 }],
  ])('shows the actual value of %s', async (_, record, input, expected) => {
    const { condition } = await explained({ filters: all(input) }, await contact(record));
    expect(condition.rules![0]).toMatchObject(expected);
  });

  it('counts the related records that match', async () => {
    const id = await contact();
    for (const startsAt of ['2020-01-01T00:00:00Z', '2021-01-01T00:00:00Z', '2031-01-01T00:00:00Z'])
      await seedRecord(service, 'Interview', { contactID: id, startsAt: new Date(startsAt), deleted: false });
    const interviews = { field: 'interviews', match: { mode: 'atLeast', threshold: 3 }, value: all(rule('startsAt', '<', '2025-01-01')) };
    const { condition, reason } = await explained({ filters: all(interviews) }, id);
    expect(condition.rules).toEqual([{ ...interviews, passed: false, matched: 2, of: 3, words: '2 of 3 interviews match' }]);
    expect(reason).toBe('The condition does not hold: of the related records, 2 of 3 interviews match.');
  });

  it.each<[string, Json, string]>([
    [
      'the first failing rule of an "and" group',
      all(rule('state', '=', 'VIC'), rule('surname', '=', 'Other'), rule('optOut', '=', true)),
      'Surname must be "Other"; it is "Asked"',
    ],
    [
      'all rules of an "or" group',
      any(rule('state', '=', 'NSW'), rule('surname', '=', 'Other')),
      'State must be "NSW"; it is "VIC"; Surname must be "Other"; it is "Asked"',
    ],
    ['a negated group that holds', { ...all(rule('state', '=', 'VIC')), not: true }, 'a negated group of rules holds'],
  ])('gives as the reason %s', async (_, filters, reason) => {
    expect(await explained({ filters }, await contact())).toMatchObject({
      taken: false,
      reason: `The condition does not hold: ${reason}.`,
    });
  });

  it('reports when it was processed, and the outcomes of earlier runs', async () => {
    const id = await contact();
    const { automation, run } = await automations.run({
      filters: idIn(id),
      actions: [addTag('Explained')],
      excludeRecordsProcessedInDays: 5,
    });
    const one = await explain(automation.id, id);
    expect(one).toMatchObject({
      taken: false,
      excluded: { runId: run.id, days: 5 },
      condition: { passed: true },
      lastRuns: [{ runId: run.id, trigger: 'manual', outcome: 'processed' }],
    });
    const { processedDate } = one['excluded'] as { processedDate: string };
    expect(one.reason).toBe(`It was processed on ${processedDate} by run ${run.id}, and records are skipped for 5 days.`);
    await automations.rows("UPDATE automation_run_record SET finishedAt = '2020-01-01 00:00:00.000' WHERE runID = ?", [run.id]);
    expect(await explain(automation.id, id)).toMatchObject({ taken: true, lastRuns: [{ finishedAt: '2020-01-01T00:00:00.000Z' }] });
  });

  it('reports that the person has opted out', async () => {
    const id = await contact({ optOut: true, email: 'out@example.com' });
    const actions = [{ type: 'sendEmail', params: { subject: 'Hello', body: 'Hello' } }];
    expect(await explained({ filters: idIn(id), actions }, id)).toMatchObject({
      taken: false,
      optedOut: true,
      reason: 'The contact opted out of messages.',
    });
    expect(await explained({ filters: idIn(id), actions: [addTag('Quiet')] }, id)).toMatchObject({ taken: true });
  });

  it.each<[string, AutomationInput, string | RegExp]>([
    ['without a condition', {}, 'The automation has no condition, so it selects no records.'],
    [
      'that is paused',
      { statusID: 2, filters: EVERYONE, maxNumberOfRecordsToExecute: 10_000 },
      /^The automation is paused\. If it were active: It is number \d+ in the order/,
    ],
    [
      'that is paused and would not match',
      { statusID: 2, filters: all(rule('state', '=', 'NSW')) },
      'The automation is paused. If it were active: The condition does not hold: State must be "NSW"; it is "VIC".',
    ],
    [
      'that is invalid',
      { statusID: 2, filters: all(rule('colour', '=', 1)) },
      /^The automation is paused\. If it were active: The automation cannot run: \/filtersJSON#\/rules\/0\/field must be one of/,
    ],
  ])('explains an automation %s', async (_, input, reason) => {
    const one = await explained(input, await contact());
    expect(one).toMatchObject({ taken: false, reason: typeof reason === 'string' ? reason : (expect.stringMatching(reason) as string) });
    expect(one['paused']).toBe(input['statusID'] === 2);
  });

  it('reports a deleted record or automation', async () => {
    const [gone, there] = [await contact({ deleted: true }), await contact()];
    const { id } = await automations.save({ filters: EVERYONE });
    expect(await explain(id, gone)).toMatchObject({ taken: false, deleted: true, reason: 'The contact is deleted.' });
    await service.http.delete(`/api/Automation/${id}`).expect(204);
    expect(await explain(id, there)).toMatchObject({ taken: false, reason: 'The automation is deleted.' });
  });

  it('reports for an event trigger whether the record is eligible', async () => {
    const event = { triggerID: 1, filters: all(rule('state', '=', 'VIC')) };
    const known = await contact();
    const changed = await automations.save({ ...event, eventID: 18 });
    expect(await explain(changed.id, known)).toMatchObject({
      taken: true,
      trigger: 'event',
      event: { id: 18, name: 'Contact updated', kind: 'C' },
      reason: 'It is taken when the event happens to it.',
    });
    const matching = await automations.save({ ...event, eventID: 25 });
    expect(await explain(matching.id, known)).toMatchObject({
      taken: false,
      event: { kind: 'M', matchesAlready: true },
      reason: 'It already matches; it is taken when it stops matching and then matches again.',
    });
    expect(await explain(matching.id, await contact())).toMatchObject({
      taken: true,
      event: { kind: 'M', matchesAlready: false },
      reason: 'It is taken when it starts to match.',
    });
    expect(await explain(matching.id, await contact({ state: 'NSW' }))).toMatchObject({ taken: false });
  });

  it('reports the due date for a date event', async () => {
    const candidate = await seedRecord(service, 'Candidate', {
      lastName: 'Dated',
      availabilityDate: new Date('2050-03-10T00:00:00Z'),
      dateOfBirth: new Date('1990-06-01T00:00:00Z'),
      deleted: false,
    });
    const scheduleMetaDataJSON = '{"offset":{"amount":1,"unit":"day"},"at":"09:00","timeZone":"UTC"}';
    const available = await automations.save({ triggerID: 1, eventID: 12, scheduleMetaDataJSON });
    expect((await explain(available.id, candidate))['event']).toEqual({
      id: 12,
      name: 'Availability date reached',
      kind: 'D',
      date: '2050-03-10T00:00:00.000Z',
    });
    const birthday = await automations.save({ triggerID: 1, eventID: 13, scheduleMetaDataJSON });
    expect((await explain(birthday.id, candidate))['event']).toMatchObject({
      date: '1990-06-01T00:00:00.000Z',
      dueDate: expect.stringMatching(/^\d{4}-05-31T09:00:00\.000Z$/) as string,
    });
  });

  it('reports that an event takes no more records today', async () => {
    const { id } = await automations.save({
      ...{ triggerID: 1, eventID: 18, filters: EVERYONE, actions: [addTag('One a day')], maxNumberOfRecordsToExecute: 1 },
    });
    const [first, second] = [await contact(), await contact()];
    expect(await explain(id, second)).toMatchObject({ taken: true, cap: 1, leftOut: false });
    await service.http.put(`/api/Contacts/${first}`).send({ jobTitle: 'Changed' }).expect(200);
    await waitUntilIdle(service);
    expect(await explain(id, second)).toMatchObject({
      ...{ taken: false, cap: 1, leftOut: true },
      reason: 'The automation has taken its maximum of today: 1.',
    });
  });

  it('reports that the event of a date does not happen to a record', async () => {
    const scheduleMetaDataJSON = '{"offset":{"amount":1,"unit":"day"},"timeZone":"UTC"}';
    const due = await automations.save({ triggerID: 1, eventID: 68, scheduleMetaDataJSON });
    const birthday = await automations.save({ triggerID: 1, eventID: 13, scheduleMetaDataJSON });
    const task = (statusID: number, activityDate: string): Promise<number> =>
      seedRecord(service, 'Activity', { category: 2, statusID, activityDate: new Date(activityDate), deleted: false });
    expect(await explain(due.id, await task(2, '2050-01-02T10:00:00Z'))).toMatchObject({
      taken: false,
      reason: 'The event does not happen to it: Status ID must be 1; it is 2.',
    });
    const past = await explain(due.id, await task(1, '2020-01-02T10:00:00Z'));
    expect(past).toMatchObject({ taken: false, event: { date: '2020-01-02T10:00:00.000Z' } });
    expect(past.reason).toMatch(/^Its date has passed: the event was due on 2020-01-0[13]T10:00:00\.000Z\.$/);
    expect(await explain(due.id, await task(1, '2050-01-02T10:00:00Z'))).toMatchObject({
      taken: true,
      reason: 'It is taken when its date comes.',
    });
    const ageless = await seedRecord(service, 'Candidate', { lastName: 'Ageless', deleted: false });
    expect(await explain(birthday.id, ageless)).toMatchObject({ taken: false, reason: 'Date of birth is not set.' });
  });

  it('reports that none of the related records has a date to come, and when the next one is due', async () => {
    const { id } = await automations.save({
      triggerID: 1,
      eventID: 14,
      scheduleMetaDataJSON: '{"offset":{"amount":7,"unit":"day"},"timeZone":"UTC"}',
    });
    const candidate = await seedRecord(service, 'Candidate', { lastName: 'Documented', deleted: false });
    const add = (expiryDate: string | null, more: Json = {}) =>
      seedRecord(service, 'Document', { candidateID: candidate, expiryDate: expiryDate && new Date(expiryDate), deleted: false, ...more });
    const none = { taken: false, reason: 'None of its documents has a date that is still to come.' };
    await add(null);
    await add('2020-01-02T00:00:00Z');
    await add('2050-03-10T00:00:00Z', { deleted: true });
    expect(await explain(id, candidate)).toMatchObject(none);
    const now = Date.now();
    const dayIn = (days: number): string => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
    for (const days of [20, 9, 15]) await add(dayIn(days));
    const found = await explain(id, candidate);
    expect(found).toMatchObject({ taken: true, reason: 'It is taken when its date comes.' });
    expect(found['event']).toMatchObject({ id: 14, kind: 'D', dueDate: `${dayIn(2)}T00:00:00.000Z` });
  });

  it.each(['999999/Explain?recordId=1', '1/Explain?recordId=999999', '1/Explain?recordId=0'])(
    'returns 404 for %s',
    async (path) => void (await service.http.get(`/api/Automation/${path}`).expect(404)),
  );
  it.each(['', '?recordId=', '?recordId=one', '?recordID=1&colour=red'])(
    'rejects %s',
    async (query) => void (await service.http.get(`/api/Automation/1/Explain${query}`).expect(400)),
  );
});

/** Whether the result of each group follows from those of its parts. */
function isConsistent(part: Part): boolean {
  if (!part.rules) return typeof part.passed === 'boolean';
  const passed = part.rules.map((each) => each.passed);
  const holds = part['combinator'] === 'and' ? passed.every(Boolean) : passed.some(Boolean);
  return part.passed === (part['not'] === true ? !holds : holds) && part.rules.every(isConsistent);
}

describe('For any condition, order, cap and exclusion', () => {
  it('the explained ranks match the records of the next run', async () => {
    const { filters, orders } = await import('../src/core/query/support/filters.js');
    const contacts = recordTypeNamed('Contact');
    const input = fc.record({
      filters: filters(types, contacts),
      order: orders(contacts),
      maxNumberOfRecordsToExecute: fc.constantFrom(null, 1, 3, 100),
      excludeRecordsProcessedInDays: fc.constantFrom(null, 3),
    });
    const everyone = await automations.previewIds({});
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(input, fc.infiniteStream(fc.nat()), async (each, chance) => {
        const automation = await automations.save({ ...each, actions: [addTag('Explained')] });
        for (const isSecond of [false, true]) {
          if (isSecond) await automations.runAgain(automation);
          const next = await automations.previewIds({ automationId: automation.id, nextRunOnly: true });
          const others = [...chance.take(3)].map((number) => everyone[number % everyone.length]!);
          for (const id of new Set([...next.slice(0, 2), ...next.slice(-1), ...others])) {
            const { taken: isTaken, rank, condition } = await explain(automation.id, id);
            expect({ ...each, id, isTaken }).toEqual({ ...each, id, isTaken: next.includes(id) });
            if (isTaken) expect(rank).toBe(next.indexOf(id) + 1);
            expect({ condition, isConsistent: isConsistent(condition) }).toEqual({ condition, isConsistent: true });
          }
          taken += next.length;
        }
      }),
      { numRuns: RUNS },
    );
    expect(taken).toBeGreaterThan(0);
  }, 600_000);
});
