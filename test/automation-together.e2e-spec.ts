import fc from 'fast-check';
import { startApp, type TestApp } from './support/app';
import { addTag, all, any, Automations, idIn, idsOf, rule, type Json, type Outcome } from './support/automations';
import { make } from './support/make';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 12);
/** More than a unit of work takes at once. */
const MANY = 40;
/** A webhook cannot carry it. */
const TOO_LONG = { description: 'x'.repeat(100_001) };

let service: TestApp;
let automations: Automations;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  automations = new Automations(service);
});
afterAll(() => service.close());

const contact = (more: Json = {}): Promise<number> => make(service, 'Contact', { firstName: 'A', surname: 'B', version: 1, ...more });
/** Looks at other contacts too, and so is worked off one by one. */
const oneByOne = (ids: readonly number[]) =>
  any(idIn(...ids), { field: 'reportsTo', match: { mode: 'some' }, value: all(rule('id', '=', -1)) });

/** What there is to see of a record after a run. */
async function stateOf(id: number, runID: number) {
  const changes = await automations.rows(
    "SELECT action, version, events, fields, depth FROM record_change WHERE type = 'Contact' AND recordID = ? ORDER BY id",
    [id],
  );
  const tags = await automations.rows(
    'SELECT t.tag, t.typeID, l.sourceID, l.createdByID FROM contact_tag l JOIN tag t ON t.id = l.tagID WHERE l.recordID = ? ORDER BY l.id',
    [id],
  );
  const [{ version, tags: hasTags }] = (await automations.rows(
    'SELECT c.version, f.tags FROM contact c JOIN contact_figure f ON f.id = c.id WHERE c.id = ?',
    [id],
  )) as [Json];
  const [row] = await automations.rows('SELECT outcome, reason, actions FROM automation_run_record WHERE runID = ? AND recordID = ?', [
    runID,
    id,
  ]);
  const lists = await automations.rows('SELECT addedByID FROM saved_list_record WHERE recordID = ?', [id]);
  const sent = await automations.rows('SELECT recipient, aboutType, dedupeKey FROM delivery WHERE runID = ? AND aboutID = ?', [runID, id]);
  const told = sent.map(({ dedupeKey, ...each }) => ({ ...each, key: String(dedupeKey).split('/')[2] }));
  return { changes, tags, version: Number(version), hasTags: Number(hasTags), row, lists: lists.length, told };
}

describe('Acting on many records together', () => {
  const tag = fc.record({ tag: fc.constantFrom('One', 'two', 'TWO ', 'Thrée'), typeId: fc.constantFrom(1, 4) });
  const onError = fc.constantFrom('stop', 'continue');
  const action = fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: fc.constant('addTag'), params: tag, onError }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('removeTag'), params: tag, onError }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('webhook'), params: fc.constant({ url: 'https://127.0.0.1/hook' }), onError }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('addToSavedList'), params: fc.constant({ listID: 1 }), onError }) },
  );
  const person = fc.record({
    isTooLong: fc.integer({ min: 0, max: 30 }).map((number) => number === 0),
    tags: fc.array(tag, { maxLength: 2 }),
  });

  beforeAll(() => make(service, 'SavedList', { name: 'Together', type: 'Contact', version: 1 }));

  it('comes to the same as one by one: ledger, tags, versions, changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 1, maxLength: 4 }),
        fc.array(person, { minLength: 1, maxLength: MANY }),
        async (actions, people) => {
          const [one, other] = await Promise.all([idsFor(people), idsFor(people)]);
          const [separate, together] = [
            await automations.run({ filters: oneByOne(one), actions }),
            await automations.run({ filters: any(idIn(...other)), actions }),
          ];
          expect(counts(together)).toEqual(counts(separate));
          for (let index = 0; index < people.length; index++)
            expect(await stateOf(other[index]!, together.run.id)).toEqual(await stateOf(one[index]!, separate.run.id));
        },
      ),
      { numRuns: RUNS },
    );
  }, 600_000);

  const counts = ({ run: { status, taken, processed, skipped, failed } }: Outcome) => ({ status, taken, processed, skipped, failed });

  /** Contacts of whom some have tags already, and some are too much for a webhook. */
  async function idsFor(people: readonly { isTooLong: boolean; tags: readonly Json[] }[]): Promise<number[]> {
    const ids: number[] = [];
    for (const { isTooLong, tags } of people) {
      const id = await contact(isTooLong ? TOO_LONG : {});
      for (const { tag: text, typeId } of tags) await service.http.post(`/api/Contacts/${id}/Tags`).send({ tag: text, typeId });
      ids.push(id);
    }
    return ids;
  }
});

describe('A record that fails among many', () => {
  const webhook = { type: 'webhook', params: { url: 'https://127.0.0.1/hook' } };

  it('fails alone, wherever it stands', async () => {
    const ids = await Promise.all(Array.from({ length: 90 }, (_, index) => contact([0, 44, 89].includes(index) ? TOO_LONG : {})));
    ids.sort((one, two) => one - two);
    const { run, records } = await automations.run({
      filters: idIn(...ids),
      actions: [addTag('Alone'), webhook],
      order: { columnName: 'id' },
    });
    expect(run).toMatchObject({ status: 'completed', taken: 90, processed: 87, failed: 3 });
    const failed = records.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ reason, actions }) => [reason, actions.map(({ outcome }) => outcome)])).toEqual(
      Array.from({ length: 3 }, () => ['/body must have at most 100000 characters.', ['undone', 'failed']]),
    );
    for (const id of idsOf(failed)) expect(await automations.tagsOn('contact', id)).toEqual([]);
    expect(await automations.rows('SELECT id FROM delivery WHERE runID = ?', [run.id])).toHaveLength(87);
  });
});

describe('Many records', () => {
  it('are acted on together, and each is told of by itself', async () => {
    const ids = await Promise.all(Array.from({ length: 650 }, () => contact()));
    const { run, records } = await automations.run({
      filters: all(rule('id', '>=', Math.min(...ids)), rule('id', '<=', Math.max(...ids))),
      actions: [addTag('Newsletter')],
    });
    expect(run).toMatchObject({ status: 'completed', taken: 650, processed: 650 });
    expect(records.every(({ actions }) => actions[0]?.outcome === 'done')).toBe(true);
    const changes = await automations.rows('SELECT recordID, version, events FROM record_change WHERE runID = ?', [run.id]);
    expect(new Set(changes.map(({ recordID }) => recordID)).size).toBe(650);
    expect(changes.every(({ version, events }) => Number(version) === 2 && events === '[20]')).toBe(true);
  });

  it('of which some no longer match when it is their turn: those are skipped', async () => {
    const ids = await Promise.all(Array.from({ length: 25 }, () => contact({ state: 'NSW' })));
    const automation = await automations.save({
      filters: all(rule('id', 'in', ids), rule('state', '=', 'NSW')),
      actions: [addTag('Turn')],
    });
    const { Runs } = await import('../src/automation/running/runs.service.js');
    const runID = await automations.inDatabase(async (em) => {
      await em.query(
        "INSERT INTO automation_run (automationID, automationVersion, `trigger`, status, queuedAt, taken, startedAt) VALUES (?, 1, 'manual', 'queued', '2026-01-01 00:00:00.000', 25, '2026-01-01 00:00:00.000')",
        [automation.id],
      );
      const [run] = await em.query<{ id: number }[]>('SELECT MAX(id) AS id FROM automation_run');
      for (const [index, id] of ids.entries())
        await em.query(
          "INSERT INTO automation_run_record (runID, recordID, automationID, position, outcome) VALUES (?, ?, ?, ?, 'planned')",
          [run!.id, id, automation.id, index + 1],
        );
      await em.query(`UPDATE contact SET state = 'VIC' WHERE id IN (${ids.slice(0, 5).join()})`);
      await em.query(`UPDATE contact_text SET state = 'vic' WHERE id IN (${ids.slice(0, 5).join()})`);
      return run!.id;
    });
    await service.app.get(Runs, { strict: false }).goOn(runID, () => false);
    const { run, records } = await automations.ended(automation, `/api/Automation/Runs/${runID}`);
    expect(run).toMatchObject({ processed: 20, skipped: 5 });
    expect(idsOf(records.filter(({ reason }) => reason === 'no longer matches')).sort()).toEqual(ids.slice(0, 5).sort());
    expect(await automations.tagsOn('contact', ids[0]!)).toEqual([]);
  });
});
