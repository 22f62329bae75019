import fc from 'fast-check';
import { startApp, type TestApp } from './support/app';
import { addTag, all, any, Automations, idIn, recordIdsOf, rule, type Json, type RunResult } from './support/automations';
import { seedRecord } from './support/database';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 4);
/** More than one batch. */
const MANY = 40;
/** Too long for the body of a webhook. */
const TOO_LONG = { description: 'x'.repeat(100_001) };

const some = (field: string, value: object): object => ({ field, match: { mode: 'some' }, value });
let service: TestApp;
let automations: Automations;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  automations = new Automations(service);
});
afterAll(() => service.close());

const contact = (more: Json = {}): Promise<number> => seedRecord(service, 'Contact', { firstName: 'A', surname: 'B', version: 1, ...more });
/** Its condition depends on other contacts, so records are processed one by one. */
const oneByOne = (ids: readonly number[]) =>
  any(idIn(...ids), { field: 'reportsTo', match: { mode: 'some' }, value: all(rule('id', '=', -1)) });

/** The observable state of a record after a run. */
async function stateOf(id: number, runID: number) {
  const changes = await automations.rows(
    "SELECT action, version, events, fields FROM record_change WHERE type = 'Contact' AND recordID = ? ORDER BY id",
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
  const messages = sent.map(({ dedupeKey, ...each }) => ({ ...each, key: String(dedupeKey).split('/')[2] }));
  return { changes, tags, version: Number(version), hasTags: Number(hasTags), row, lists: lists.length, messages };
}

describe('Processing records in batches', () => {
  const tag = fc.record({ tag: fc.constantFrom('One', 'two', 'TWO ', 'Thrée'), typeId: fc.constantFrom(1, 4) });
  const onError = fc.constantFrom('stop', 'continue');
  const action = fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: fc.constant('addTag'), params: tag, onError }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('removeTag'), params: tag, onError }) },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('webhook'), params: fc.constant({ url: 'https://hooks.invalid/hook' }), onError }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('addToSavedList'), params: fc.constant({ listID: 1 }), onError }) },
  );
  const person = fc.record({
    isTooLong: fc.integer({ min: 0, max: 30 }).map((number) => number === 0),
    tags: fc.array(tag, { maxLength: 2 }),
  });

  beforeAll(() => seedRecord(service, 'SavedList', { name: 'Together', type: 'Contact', version: 1 }));

  const PERSON = { isTooLong: false, tags: [] };

  /** The order of the changes shows how a run processed its records: record by record, or tag by tag. */
  const MARKS = [addTag('First mark'), addTag('Second mark')];
  async function modeOf({ run }: RunResult): Promise<string> {
    const changes = await automations.rows("SELECT recordID FROM record_change WHERE runID = ? AND type = 'Contact' ORDER BY id", [run.id]);
    const turns = changes.map(({ recordID }) => recordID).filter((id, index, all) => id !== all[index - 1]);
    return turns.length === new Set(turns).size ? 'one by one' : 'in batches';
  }
  const hasFailed = ({ records }: RunResult): boolean => records.some(({ actions }) => actions.some(({ outcome }) => outcome === 'failed'));

  it('gives the same result as one by one: outcomes, tags, versions, changes', async () => {
    const modes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 1, maxLength: 4 }),
        fc.array(person, { minLength: 1, maxLength: MANY }),
        async (someActions, people) => {
          const actions = [...someActions, ...MARKS];
          const [one, other] = await Promise.all([idsFor(people), idsFor(people)]);
          const [separate, together] = [
            await automations.run({ filters: oneByOne(one), actions }),
            await automations.run({ filters: any(idIn(...other)), actions }),
          ];
          expect(counts(together)).toEqual(counts(separate));
          for (let index = 0; index < people.length; index++)
            expect(await stateOf(other[index]!, together.run.id)).toEqual(await stateOf(one[index]!, separate.run.id));
          if (people.length === 1) return;
          expect(await modeOf(separate)).toBe('one by one');
          // a batch in which a record fails is halved until it is small, and then processed one by one
          if (!hasFailed(together)) modes.add(await modeOf(together));
        },
      ),
      { numRuns: RUNS, examples: [[[], [PERSON, PERSON]]] },
    );
    expect([...modes]).toEqual(['in batches']);
  }, 600_000);

  it.each<[string, (rules: object) => object]>([
    ['others', (rules) => ({ field: 'reportsTo', match: { mode: 'none' }, value: rules })],
    ['others of the same client', (rules) => ({ field: 'client', match: { mode: 'none' }, value: all(some('contacts', rules)) })],
    [
      'others, among other rules',
      (rules) => any(rule('surname', '=', 'Nobody'), { field: 'reportsTo', match: { mode: 'none' }, value: rules }),
    ],
  ])('is not used when the condition depends on %s', async (_, condition) => {
    const clientID = await seedRecord(service, 'Client', { name: 'Of both', version: 1 });
    const manager = await contact({ clientID });
    const report = await contact({ clientID, reportsToID: manager });
    const { records } = await automations.run({
      filters: all(rule('id', 'in', [manager, report]), condition(all(rule('tags', '=', true)))),
      actions: [addTag('Depends')],
      order: { columnName: 'id' },
    });
    expect(records.map(({ recordId, outcome, reason }) => [recordId, outcome, reason])).toEqual([
      [manager, 'processed', undefined],
      [report, 'skipped', 'no longer matches'],
    ]);
  });

  const counts = ({ run: { status, taken, processed, skipped, failed } }: RunResult) => ({ status, taken, processed, skipped, failed });

  /** Contacts, some with tags and some too long for a webhook. */
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

describe('A failing record in a batch', () => {
  const webhook = { type: 'webhook', params: { url: 'https://hooks.invalid/hook' } };

  it('fails alone, wherever it is in the batch', async () => {
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
    for (const id of recordIdsOf(failed)) expect(await automations.tagsOn('contact', id)).toEqual([]);
    expect(await automations.rows('SELECT id FROM delivery WHERE runID = ?', [run.id])).toHaveLength(87);
  });
});

describe('Batches', () => {
  it('publish a change for each record', async () => {
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

  it('store long texts, together more than a database server takes at once', async () => {
    const ids = await Promise.all(Array.from({ length: 200 }, () => contact()));
    const { run } = await automations.run({
      filters: all(rule('id', '>=', Math.min(...ids)), rule('id', '<=', Math.max(...ids))),
      actions: [{ type: 'createNote', params: { notes: 'long '.repeat(19_000) } }],
    });
    expect(run).toMatchObject({ status: 'completed', taken: 200, processed: 200 });
  });

  it('skip records that no longer match when it is their turn', async () => {
    const ids = await Promise.all(Array.from({ length: 25 }, () => contact({ state: 'NSW' })));
    const automation = await automations.save({
      filters: all(rule('id', 'in', ids), rule('state', '=', 'NSW')),
      actions: [addTag('Turn')],
    });
    const { RunExecutor } = await import('../src/automation/running/run-executor.service.js');
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
      for (const table of ['contact_text', 'contact_index'])
        await em.query(`UPDATE ${table} SET state = 'vic' WHERE id IN (${ids.slice(0, 5).join()})`);
      return run!.id;
    });
    await service.app.get(RunExecutor, { strict: false }).execute(runID, () => false);
    const { run, records } = await automations.waitForResult(automation, `/api/AutomationRuns/${runID}`);
    expect(run).toMatchObject({ processed: 20, skipped: 5 });
    expect(recordIdsOf(records.filter(({ reason }) => reason === 'no longer matches')).sort()).toEqual(ids.slice(0, 5).sort());
    expect(await automations.tagsOn('contact', ids[0]!)).toEqual([]);
  });
});
