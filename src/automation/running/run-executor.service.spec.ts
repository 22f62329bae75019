import '../../core/database/support/kind';
import { SYSTEM_CALLER } from '../../core/callers/system-caller';
import { insertRecord } from '../../core/records';
import { Automation, DateGroupDay, type AutomationRun } from '../automation.entity';
import { dateGroups } from '../automation.records';
import { endRun } from './end-run';
import { lease, releaseAll } from './lease';
import { insertPlanned } from './plan-run';
import type { RunTrigger } from './queue-run';
import { idIn, NEVER, NOW, rename, reportTo, Runs, tag } from './support/runs';
import { resumeSuspended } from './suspend-run';

describe('A run', () => {
  let runs: Runs;
  beforeAll(async () => {
    runs = await Runs.open();
  });
  afterAll(() => runs.close());

  it('acts on the records of its automation, and counts them', async () => {
    const ids = await runs.contacts(45);
    const id = await runs.automation(ids, [rename('Director')], { orderByJSON: '{"columnName":"id","isAscending":false}' });
    const run = await runs.queue(id);
    await runs.executor().execute(run, NEVER);
    expect(await runs.runOf(run)).toMatchObject({
      ...{ automationID: id, automationVersion: 4, trigger: 'manual', status: 'completed', reason: null },
      ...{ matched: 45, excluded: 0, leftOut: 0, taken: 45, processed: 45, skipped: 0, failed: 0 },
      ...{ requestedByID: SYSTEM_CALLER.userID, chain: null, slot: null },
    });
    const { queuedAt, startedAt, finishedAt } = await runs.runOf(run);
    for (const time of [queuedAt, startedAt, finishedAt]) expect(time?.toISOString().slice(0, 13)).toBe(NOW.slice(0, 13));
    const records = await runs.recordsOf(run);
    expect(records.map(({ recordID, position }) => [position, recordID])).toEqual(ids.toReversed().map((each, index) => [index + 1, each]));
    expect(records[0]).toMatchObject({ automationID: id, sequence: null, outcome: 'processed', attempts: 1, tryAt: null, reason: null });
    expect(JSON.parse(records[0]?.actions ?? '')).toEqual([{ id: expect.any(String) as string, type: 'updateField', outcome: 'done' }]);
    expect([await runs.titleOf(ids[0]!), await runs.titleOf(ids[44]!)]).toEqual(['Director', 'Director']);
    expect((await runs.write(({ em }) => em.findOneByOrFail(Automation, { id }))).lastRunDateUtc?.toISOString().slice(0, 13)).toBe(
      NOW.slice(0, 13),
    );
  });

  it('tags many records at once, and says of which it changed them', async () => {
    const ids = await runs.contacts(30);
    await runs.executed(ids.slice(0, 1), [tag('Batch')]);
    const run = await runs.executed(ids, [tag('Batch')]);
    expect(await runs.actionsOf(run)).toEqual([['unchanged'], ...ids.slice(1).map(() => ['done'])]);
  });

  it('takes no more records than it may', async () => {
    const ids = await runs.contacts(3);
    const run = await runs.executed(ids, [rename('Few')], { maxNumberOfRecordsToExecute: 2 });
    expect(await runs.runOf(run)).toMatchObject({ matched: 3, leftOut: 1, taken: 2, processed: 2 });
  });

  it('skips records that no longer match when their turn comes', async () => {
    const ids = await runs.contacts(3);
    const [first, second] = ids as [number, number];
    const filter = { combinator: 'and', rules: [...idIn(ids).rules, { field: 'reportsToID', operator: '!=', value: first }] };
    const run = await runs.queue(await runs.automation(ids, [rename('Left')], { filtersJSON: JSON.stringify(filter) }));
    await runs.stopAfter(1, run);
    expect(await runs.outcomesOf(run)).toEqual(['planned', 'planned', 'planned']);
    await runs.write(({ em }) => em.query('UPDATE contact SET reportsToID = ? WHERE id = ?', [first, second]));
    await runs.executor().execute(run, NEVER);
    expect((await runs.recordsOf(run)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['processed', null],
      ['skipped', 'no longer matches'],
      ['processed', null],
    ]);
    expect(await runs.runOf(run)).toMatchObject({ status: 'completed', processed: 2, skipped: 1 });
  });

  it('leaves out records that the automation processed in the last days, also since the plan was made', async () => {
    const ids = await runs.contacts(2);
    const id = await runs.automation(ids, [rename('Once')], { excludeRecordsProcessedInDays: 7 });
    const [first, second] = [await runs.queue(id), await runs.queue(id)];
    await runs.stopAfter(1, second);
    await runs.executor().execute(first, NEVER);
    await runs.executor().execute(second, NEVER);
    expect((await runs.recordsOf(second)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['skipped', 'processed meanwhile'],
      ['skipped', 'processed meanwhile'],
    ]);
    const third = await runs.queue(id);
    await runs.executor().execute(third, NEVER);
    expect(await runs.runOf(third)).toMatchObject({ status: 'completed', matched: 2, excluded: 2, taken: 0 });
  });

  it('acts once on each record of two runs that act at the same time, if that is configured', async () => {
    const ids = await runs.contacts(90);
    const note = { type: 'createNote', params: { notes: 'By one of them' } };
    const id = await runs.automation(ids, [tag('By one of them'), note], { excludeRecordsProcessedInDays: 1 });
    const both = [await runs.queue(id), await runs.queue(id)];
    // nobody else works here, so both are planned before either acts
    for (const run of both) await runs.stopAfter(1, run);
    await Promise.all(both.map((run) => runs.executor().execute(run, NEVER)));
    const [one, other] = (await Promise.all(both.map((run) => runs.runOf(run)))) as [AutomationRun, AutomationRun];
    expect([one.status, other.status, one.taken, other.taken]).toEqual(['completed', 'completed', 90, 90]);
    expect(one.processed + other.processed).toBe(90);
    const records = (await Promise.all(both.map((run) => runs.recordsOf(run)))).flat();
    const skipped = records.filter(({ outcome }) => outcome === 'skipped').map(({ reason }) => reason);
    expect(skipped).toEqual(ids.map(() => 'processed meanwhile'));
    const notes = await runs.write(({ em }) =>
      em.query<{ contactID: number }[]>("SELECT contactID FROM activity WHERE notes = 'By one of them' ORDER BY contactID"),
    );
    expect(notes.map(({ contactID }) => contactID)).toEqual(ids);
  });

  it('undoes what it did to a record of which an action fails, and goes on with the next', async () => {
    const ids = await runs.contacts(2);
    const [boss, other] = ids as [number, number];
    const run = await runs.executed(ids, [rename('Undone'), reportTo(boss), rename('Never')]);
    const [failed, processed] = await runs.recordsOf(run);
    expect(failed).toMatchObject({ recordID: boss, outcome: 'failed', tryAt: null, attempts: 1 });
    expect(failed?.finishedAt).not.toBeNull();
    expect(JSON.parse(failed?.actions ?? '')).toMatchObject([
      { type: 'updateField', outcome: 'undone' },
      { type: 'updateField', outcome: 'failed', detail: failed?.reason },
    ]);
    expect(processed).toMatchObject({ recordID: other, outcome: 'processed' });
    expect([await runs.titleOf(boss), await runs.titleOf(other)]).toEqual([expect.not.stringMatching('Undone'), 'Never']);
    expect(await runs.runOf(run)).toMatchObject({ status: 'completed', processed: 1, failed: 1 });
  });

  it('goes on after an action that may fail', async () => {
    const [boss] = (await runs.contacts(1)) as [number];
    const run = await runs.executed([boss], [reportTo(boss, { onError: 'continue' }), rename('Kept')]);
    const [record] = await runs.recordsOf(run);
    expect(JSON.parse(record?.actions ?? '')).toMatchObject([
      { outcome: 'failed', detail: expect.any(String) as string },
      { outcome: 'done' },
    ]);
    expect([record?.outcome, await runs.titleOf(boss)]).toEqual(['processed', 'Kept']);
  });

  it('tries a record again later, and waits until then', async () => {
    const [boss] = (await runs.contacts(1)) as [number];
    const run = await runs.executed([boss], [rename('Tried'), reportTo(boss, { retry: { attempts: 2, delaySeconds: 60 } })]);
    const [waiting] = await runs.recordsOf(run);
    expect(waiting).toMatchObject({ outcome: 'planned', attempts: 1, finishedAt: null, reason: expect.any(String) as string });
    const seconds = ((waiting?.tryAt?.getTime() ?? 0) - Date.parse(NOW)) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(60);
    expect(seconds).toBeLessThan(90);
    expect(await runs.runOf(run)).toMatchObject({
      status: 'running',
      leaseOwner: null,
      leaseUntil: waiting?.tryAt,
      processed: 0,
      failed: 0,
    });
    expect(await runs.pending()).not.toContain(run);
    await runs.executor('2027-03-10T01:00:50.000Z').execute(run, NEVER);
    expect(await runs.outcomesOf(run)).toEqual(['planned']);
    const later = '2027-03-10T01:02:00.000Z';
    expect(await runs.pending(later)).toContain(run);
    await runs.executor(later).execute(run, NEVER);
    expect(await runs.runOf(run)).toMatchObject({ status: 'completed', failed: 1 });
    expect((await runs.recordsOf(run))[0]).toMatchObject({ outcome: 'failed', attempts: 2, tryAt: null });
  });

  it('looks again at once when what it waits for may be no more', async () => {
    const [boss] = (await runs.contacts(1)) as [number];
    const run = await runs.executed([boss], [reportTo(boss, { retry: { attempts: 2, delaySeconds: 60 } })]);
    const { automationID } = await runs.runOf(run);
    await runs.write((transaction) => resumeSuspended(transaction, automationID + 1));
    expect(await runs.pending()).not.toContain(run);
    await runs.write((transaction) => resumeSuspended(transaction, automationID));
    expect(await runs.pending()).toContain(run);
  });

  it.each<[string, Partial<Automation>, Partial<AutomationRun>]>([
    ['is skipped when its automation has been deleted', { deleted: true }, { status: 'skipped', reason: 'deleted' }],
    ['is skipped when its automation has been paused', { statusID: 2 }, { status: 'skipped', reason: 'paused' }],
    [
      'fails when its automation can no longer be read',
      { filtersJSON: '{"rules":1}' },
      { status: 'failed', reason: expect.stringMatching(/^\/filtersJSON#\/\S+ must be .*/) as string },
    ],
  ])('%s', async (_, changed, expected) => {
    const id = await runs.automation(await runs.contacts(1), [rename('No')]);
    const run = await runs.queue(id);
    await runs.write(({ em }) => em.update(Automation, { id }, changed));
    await runs.executor().execute(run, NEVER);
    expect(await runs.runOf(run)).toMatchObject({ ...expected, finishedAt: expect.any(Date) as Date });
  });

  it('of a paused automation ends at once', async () => {
    const run = await runs.queue(await runs.automation([1], [], { statusID: 2 }));
    expect(await runs.runOf(run)).toMatchObject({ status: 'skipped', reason: 'paused', finishedAt: expect.any(Date) as Date });
    expect(await runs.pending()).not.toContain(run);
  });

  it.each<[string, 'failed' | 'cancelled' | 'skipped', string, string, string]>([
    ['fails', 'failed', 'too late', 'failed', 'too late'],
    ['is cancelled', 'cancelled', 'by Ann', 'skipped', 'cancelled'],
    ['is skipped', 'skipped', 'paused', 'skipped', 'paused'],
  ])('that %s says of its other records why they were not processed', async (_, status, reason, outcome, why) => {
    const run = await runs.queue(await runs.automation(await runs.contacts(2), [rename('No')]));
    await runs.stopAfter(1, run);
    await runs.write((transaction) => endRun(transaction, run, { status, reason }));
    expect((await runs.recordsOf(run)).map((each) => [each.outcome, each.reason])).toEqual([
      [outcome, why],
      [outcome, why],
    ]);
    expect(await runs.runOf(run)).toMatchObject({ status, reason, [outcome]: 2, processed: 0 });
  });

  it('that has ended stays as it is', async () => {
    const run = await runs.executed(await runs.contacts(1), [rename('Done')]);
    await runs.executor().fail(run, 'too late');
    await runs.executor().execute(run, NEVER);
    expect(await runs.runOf(run)).toMatchObject({ status: 'completed', reason: null, processed: 1 });
  });

  it('that fails gives up to 1,000 characters of the reason, also to its records', async () => {
    const run = await runs.queue(await runs.automation(await runs.contacts(1), [rename('No')]));
    await runs.stopAfter(1, run);
    await runs.executor().fail(run, 'x'.repeat(1001));
    expect(await runs.runOf(run)).toMatchObject({ status: 'failed', reason: 'x'.repeat(1000), failed: 1 });
    expect(await runs.recordsOf(run)).toMatchObject([{ outcome: 'failed', reason: 'x'.repeat(1000) }]);
  });

  it('is one worker’s until its lease has run out', async () => {
    const run = await runs.queue(await runs.automation([1], []));
    const leased = (owner: string, time: string) => runs.write((transaction) => lease(transaction, run, { owner, leaseSeconds: 60 }), time);
    expect(await leased('one', NOW)).toBe(true);
    expect(await leased('two', '2027-03-10T01:00:30.000Z')).toBe(false);
    expect(await runs.pending('2027-03-10T01:00:30.000Z')).not.toContain(run);
    expect(await leased('one', '2027-03-10T01:00:40.000Z')).toBe(true);
    expect(await leased('two', '2027-03-10T01:01:20.000Z')).toBe(false);
    expect(await runs.pending('2027-03-10T01:02:00.000Z')).toContain(run);
    expect(await leased('two', '2027-03-10T01:02:00.000Z')).toBe(true);
    await runs.write(releaseAll);
    expect(await leased('three', '2027-03-10T01:02:01.000Z')).toBe(true);
  });

  it('can be gone on with at once when a worker stops', async () => {
    const run = await runs.queue(await runs.automation(await runs.contacts(1), [rename('Stopped')]));
    await runs.stopAfter(1, run);
    expect(await runs.runOf(run)).toMatchObject({ status: 'running', leaseUntil: null });
    expect(await runs.pending()).toContain(run);
  });

  it('waits in the queue of events or in the other, the oldest first', async () => {
    const id = await runs.automation([1], []);
    const [first, event, last] = [await runs.queue(id), await runs.queue(id, 'event'), await runs.queue(id, 'schedule')];
    const ours = (ids: number[]) => ids.filter((each) => [first, event, last].includes(each));
    expect([ours(await runs.pending()), ours(await runs.pending(NOW, 'event'))]).toEqual([[first, last], [event]]);
  });

  it('of an event keeps the plan that it was queued with', async () => {
    const ids = await runs.contacts(2);
    const id = await runs.automation(ids, [rename('Event')]);
    const run = await runs.queue(id, 'event');
    await runs.write(({ em }) => insertPlanned(em, [{ runID: run, recordID: ids[1]!, automationID: id, position: 1, sequence: 99 }]));
    await runs.executor().execute(run, NEVER);
    expect((await runs.recordsOf(run)).map(({ recordID, sequence, outcome }) => [recordID, Number(sequence), outcome])).toEqual([
      [ids[1], 99, 'processed'],
    ]);
  });

  it.each<[string, RunTrigger, Partial<AutomationRun>]>([
    [
      'of an event waits until an excluded date is over',
      'event',
      {
        status: 'running',
        leaseUntil: new Date('2027-03-12T00:00:00.000Z'),
        reason: 'waits until 2027-03-12: today is an excluded date',
      },
    ],
    ['by hand does not wait for the end of an excluded date', 'manual', { status: 'completed' }],
  ])('%s', async (_, trigger, expected) => {
    const group = await runs.write(async ({ em }) => {
      const id = await insertRecord(em, dateGroups, { name: 'Holidays' });
      await em.insert(DateGroupDay, [
        { dateGroupID: id, day: '2027-03-10' },
        { dateGroupID: id, day: '2027-03-11' },
      ]);
      return id;
    });
    const run = await runs.queue(await runs.automation(await runs.contacts(1), [rename('Later')], { excludedDateGroupID: group }), trigger);
    await runs.executor().execute(run, NEVER);
    expect(await runs.runOf(run)).toMatchObject(expected);
  });
});
