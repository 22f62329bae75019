import '../../core/database/support/kind';
import { Logger } from '@nestjs/common';
import { onServer } from '../../core/database/support/kind';
import { recordTypeNamed } from '../../core/database/support/record-types';
import { insertRecord } from '../../core/records';
import { insertPlanned } from './plan-run';
import { idIn, idInOneByOne, NEVER, rename, reportTo, Runs, tag } from './support/runs';

const webhook = { type: 'webhook', params: { url: 'https://127.0.0.1/hook' } };
/** Too long for the body of a webhook. */
const TOO_LONG = { description: 'x'.repeat(100_001) };
const INSIDE = onServer ? "FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'inside'" : "BEGIN SELECT RAISE(ABORT, 'inside'); END";

describe('The records of a run', () => {
  let runs: Runs;
  beforeAll(async () => {
    runs = await Runs.open();
  });
  afterAll(() => runs.close());

  const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
  const query = (text: string, params: unknown[] = []): Promise<Record<string, unknown>[]> =>
    runs.write(({ em }) => em.query<Record<string, unknown>[]>(text, params));

  it.each<[string, number, object[], ((ids: readonly number[]) => object)?]>([
    ['20 where they are done to one by one', 20, [rename('Chunk')], idInOneByOne],
    ['250 where a webhook is called for many together', 250, [webhook]],
    ['but no fewer than 20, whatever is to be done', 20, times(13, webhook)],
  ])('are done to in chunks: %s', async (_, size, actions, condition = idIn) => {
    const ids = await runs.contacts(size + 1);
    const run = await runs.queue(await runs.automation(ids, actions, { filtersJSON: JSON.stringify(condition(ids)) }));
    await runs.stopAfter(2, run);
    expect(await runs.outcomesOf(run)).toEqual([...times(size, 'processed'), 'planned']);
    await runs.executor().execute(run, NEVER);
    expect(await runs.runOf(run)).toMatchObject({ status: 'completed', processed: size + 1 });
  });

  it('fail by themselves, wherever they are among others', async () => {
    const ids = await runs.contacts(24, (index) => ([0, 11, 23].includes(index) ? TOO_LONG : {}));
    const run = await runs.executed(ids, [tag('Alone'), webhook]);
    expect(await runs.runOf(run)).toMatchObject({ status: 'completed', processed: 21, failed: 3 });
    const records = await runs.recordsOf(run);
    expect(records.filter(({ outcome }) => outcome === 'failed').map(({ recordID, reason }) => [recordID, reason])).toEqual(
      [0, 11, 23].map((index) => [ids[index], '/body must have at most 100000 characters.']),
    );
    expect((await runs.actionsOf(run)).slice(0, 2)).toEqual([
      ['undone', 'failed'],
      ['done', 'done'],
    ]);
    expect(await query('SELECT aboutID FROM delivery WHERE runID = ?', [run])).toHaveLength(21);
    expect(await query('SELECT recordID FROM contact_tag WHERE recordID = ?', [ids[0]])).toEqual([]);
  });

  it('are left out of many that are done to together when they no longer match', async () => {
    const ids = await runs.contacts(25);
    const [boss] = await runs.contacts(1);
    const filter = { combinator: 'and', rules: [...idIn(ids).rules, { field: 'reportsToID', operator: '!=', value: boss }] };
    const run = await runs.queue(await runs.automation(ids, [tag('Turn')], { filtersJSON: JSON.stringify(filter) }));
    await runs.stopAfter(1, run);
    await query('UPDATE contact SET reportsToID = ? WHERE id IN (?, ?)', [boss, ids[0], ids[24]]);
    await runs.executor().execute(run, NEVER);
    expect(await runs.outcomesOf(run)).toEqual(['skipped', ...times(23, 'processed'), 'skipped']);
    expect((await runs.recordsOf(run))[0]).toMatchObject({ reason: 'no longer matches', attempts: 0, actions: '[]' });
    expect(await query('SELECT recordID FROM contact_tag WHERE recordID = ?', [ids[0]])).toEqual([]);
  });

  it('are changed in the name of the user of the automation, for whom it is the cause', async () => {
    const userID = await runs.write(({ em }) => insertRecord(em, recordTypeNamed('User'), { name: 'Ann', isActive: true, roleID: 1 }));
    const ids = await runs.contacts(1);
    const [own, other] = [await runs.executed(ids, [rename('Own')], { userId: userID }), await runs.executed(ids, [rename('Other')])];
    const { automationID } = await runs.runOf(own);
    const changes = await query('SELECT byID, automationID, runID, chain FROM record_change WHERE runID IN (?, ?) ORDER BY id', [
      own,
      other,
    ]);
    expect(changes).toMatchObject([{ byID: userID, automationID, runID: own, chain: String(own) }, { runID: other }]);
    expect(changes[1]?.['byID']).not.toBe(userID);
  });

  it('are tried again at once as often as their action says, unless it waits', async () => {
    const [boss] = (await runs.contacts(1)) as [number];
    const log = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await query(`CREATE TRIGGER refusal BEFORE UPDATE ON contact ${INSIDE}`);
    const attempts: number[] = [];
    for (const more of [{}, { retry: { attempts: 3 } }, { retry: { attempts: 3, delaySeconds: 60 } }]) {
      log.mockClear();
      const run = await runs.executed([boss], [rename('Refused', more)], { filtersJSON: JSON.stringify(idInOneByOne([boss])) });
      expect((await runs.recordsOf(run))[0]?.reason).toBe('internal error; see the service log');
      attempts.push(log.mock.calls.length);
    }
    await query('DROP TRIGGER refusal');
    log.mockRestore();
    expect(attempts).toEqual([1, 3, 1]);
  });

  it('wait twice as long after each attempt', async () => {
    const [boss] = (await runs.contacts(1)) as [number];
    const run = await runs.executed([boss], [reportTo(boss, { retry: { attempts: 3, delaySeconds: 600 } })]);
    const later = '2027-03-10T01:30:00.000Z';
    await runs.executor(later).execute(run, NEVER);
    const [record] = await runs.recordsOf(run);
    expect([record?.attempts, record?.tryAt?.toISOString().slice(0, 15)]).toEqual([2, '2027-03-10T01:5']);
  });

  it('are planned by the thousand', async () => {
    const automationID = await runs.automation([], []);
    const runID = await runs.queue(automationID);
    const planned = Array.from({ length: 1001 }, (_, index) => ({ runID, recordID: index + 1, automationID, position: index + 1 }));
    await runs.write(({ em }) => insertPlanned(em, planned));
    expect((await runs.recordsOf(runID)).map(({ recordID }) => recordID)).toEqual(planned.map(({ recordID }) => recordID));
  });
});
