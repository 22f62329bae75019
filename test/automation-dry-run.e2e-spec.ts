import { startApp, type TestApp } from './support/app';
import {
  addTag,
  all,
  Automations,
  EVERYONE,
  idIn,
  rule,
  update,
  type Json,
  type RunRecord,
  type AutomationInput,
} from './support/automations';
import { queryRows, inTransaction } from './support/database';
import { recordTypeNamed } from './support/record-types';

let service: TestApp;
let automations: Automations;
beforeAll(async () => {
  service = await startApp();
  automations = new Automations(service);
});
afterAll(() => service.close());

interface Rehearsal extends Json {
  taken: number;
  records: RunRecord[];
  problems: { pointer: string; detail: string }[];
  more: number;
}
const rehearse = async (id: number): Promise<Rehearsal> =>
  (await service.http.post(`/api/Automation/${id}/Runs?dryRun=true`).expect(200)).body as Rehearsal;
const rehearsed = async (input: AutomationInput): Promise<Rehearsal> => rehearse((await automations.save(input)).id);
const contact = async (record: Json = {}): Promise<number> =>
  (
    (
      await service.http
        .post('/api/Contacts')
        .send({ surname: 'Rehearsed', ...record })
        .expect(201)
    ).body as { id: number }
  ).id;
const detailsOf = ({ records }: Rehearsal): (string | undefined)[] => records.flatMap(({ actions }) => actions.map(({ detail }) => detail));

/** The number of rows in each table that a run writes to. */
const TABLES = [
  'automation_run',
  'automation_run_record',
  'record_change',
  'contact_tag',
  'tag',
  'activity',
  'activity_link',
  'delivery',
  'notification',
  'saved_list_record',
];
const amounts = async (): Promise<Json> =>
  Object.fromEntries(
    await Promise.all(
      TABLES.map(async (table) => [table, Number((await queryRows<{ n: number }>(service, `SELECT COUNT(*) AS n FROM ${table}`))[0]!.n)]),
    ),
  );

describe('A dry run', () => {
  it('shows which records a run would process and how, without changing anything', async () => {
    const ids = [await contact({ jobTitle: 'Clerk' }), await contact({ jobTitle: 'Engineer' })];
    const actions = [addTag('Rehearsed'), update('jobTitle', 'Engineer'), { type: 'createNote', params: { notes: 'Hello {{surname}}' } }];
    const { id } = await automations.save({ filters: idIn(...ids), actions });
    const [before, ...contacts] = [
      await amounts(),
      await automations.get(`/api/Contacts/${ids[0]}`),
      await automations.get(`/api/Contacts/${ids[1]}`),
    ];
    const shown = await rehearse(id);
    expect(shown).toMatchObject({
      dryRun: true,
      automationId: id,
      automationVersion: 1,
      matched: 2,
      excluded: 0,
      leftOut: 0,
      taken: 2,
      processed: 2,
      skipped: 0,
      failed: 0,
      problems: [],
      more: 0,
    });
    expect(shown.records).toEqual([
      {
        recordId: ids[0],
        module: 'Contacts',
        outcome: 'processed',
        actions: [
          { id: '1', type: 'addTag', outcome: 'done', detail: 'would add the tag "Rehearsed" (Other)' },
          { id: '2', type: 'updateField', outcome: 'done', detail: 'would set Job title from "Clerk" to "Engineer"' },
          {
            id: '3',
            type: 'createNote',
            outcome: 'done',
            detail: 'would create the note "Hello Rehearsed"',
            texts: { text: 'Hello Rehearsed' },
          },
        ],
      },
      expect.objectContaining({
        recordId: ids[1],
        actions: expect.arrayContaining([
          { id: '2', type: 'updateField', outcome: 'unchanged', detail: 'would set Job title to "Engineer", but it already is' },
        ]) as unknown,
      }),
    ]);
    expect(await amounts()).toEqual(before);
    expect([await automations.get(`/api/Contacts/${ids[0]}`), await automations.get(`/api/Contacts/${ids[1]}`)]).toEqual(contacts);
    expect(await automations.get<Json>(`/api/Automation/${id}`)).toMatchObject({ lastRunDateUtc: null });
    expect(await automations.get(`/api/Automation/${id}/Runs`)).toEqual([]);
  });

  it('matches what the run then does', async () => {
    const ids = await Promise.all(['NSW', 'VIC', 'NSW', ''].map((state) => contact({ state, jobTitle: state })));
    const actions = [update('reportsToID', ids[1]!), addTag('Exactly'), update('jobTitle', 'Exactly')];
    const { id, ...automation } = await automations.save({
      filters: idIn(...ids),
      order: { columnName: 'state' },
      maxNumberOfRecordsToExecute: 3,
      actions,
    });
    const shown = await rehearse(id);
    const { run, records } = await automations.runAgain({ ...automation, id });
    const plain = (all: readonly RunRecord[]) =>
      all.map(({ actions: done, ...record }) => ({ ...record, actions: done.map(({ type, outcome }) => ({ type, outcome })) }));
    expect(plain(shown.records)).toEqual(plain(records));
    for (const name of ['matched', 'excluded', 'leftOut', 'taken', 'processed', 'skipped', 'failed'])
      expect([name, shown[name]]).toEqual([name, run[name]]);
    expect(shown).toMatchObject({ taken: 3, leftOut: 1, failed: 1 });
  });

  it('reports which action would fail and what would be undone', async () => {
    const id = await contact();
    const { records } = await rehearsed({ filters: idIn(id), actions: [addTag('Undone'), update('reportsToID', id)] });
    expect(records).toMatchObject([
      {
        outcome: 'failed',
        reason: expect.stringContaining('another contact') as string,
        actions: [
          { outcome: 'undone', detail: 'would add the tag "Undone" (Other), but it is rolled back because a later action fails' },
          { outcome: 'failed' },
        ],
      },
    ]);
  });

  it('reports changes to related records', async () => {
    const boss = await contact({ jobTitle: 'Head' });
    const report = await contact({ reportsToID: boss });
    expect(detailsOf(await rehearsed({ filters: idIn(report), actions: [update('jobTitle', 'Chief', { target: 'reportsTo' })] }))).toEqual([
      'would set Job title from "Head" to "Chief", on its reports to',
    ]);
    expect(await automations.get(`/api/Contacts/${boss}`)).toMatchObject({ jobTitle: 'Head' });
  });

  it('takes the effects of earlier records into account', async () => {
    const boss = await contact({ photoName: 'same.jpg' });
    const report = await contact({ photoName: 'same.jpg', reportsToID: boss });
    const { records } = await rehearsed({
      filters: all(rule('photoName', '=', 'same.jpg'), rule('id', 'in', [boss, report])),
      order: { columnName: 'id', isAscending: false },
      actions: [update('photoName', 'other.jpg', { target: 'reportsTo' })],
    });
    expect(records).toMatchObject([
      { recordId: report, outcome: 'processed' },
      { recordId: boss, outcome: 'skipped', reason: 'no longer matches' },
    ]);
  });

  it('sends nothing', async () => {
    const id = await contact({ email: 'rehearsed@example.com' });
    const actions = [
      { type: 'sendEmail', params: { subject: 'Hello', body: 'Hello' } },
      { type: 'notifyUser', params: { user: 'me', message: 'Hello' } },
    ];
    const automation = await automations.save({ filters: idIn(id), actions });
    const before = await amounts();
    const { records } = await rehearse(automation.id);
    expect(records).toMatchObject([
      { outcome: 'processed', actions: [{ outcome: 'done', detail: 'would send the e-mail "Hello"' }, { outcome: 'done' }] },
    ]);
    expect(await amounts()).toEqual(before);
  });

  it('shows what a paused automation would do if it were active', async () => {
    const id = await contact();
    expect(await rehearsed({ statusID: 2, filters: idIn(id), actions: [addTag('Paused')] })).toMatchObject({
      taken: 1,
      processed: 1,
      problems: [],
    });
  });

  it.each<[string, AutomationInput, string]>([
    ['an invalid condition', { statusID: 2, filters: all(rule('colour', '=', 1)) }, '/filtersJSON#/rules/0/field'],
    [
      'an action with a dangling reference',
      { statusID: 2, filters: EVERYONE, actions: [update('clientID', 999999)] },
      '/actionsJSON#/0/params/value',
    ],
  ])('reports %s instead of records', async (_, input, pointer) => {
    const shown = await rehearsed(input);
    expect(shown).toMatchObject({ matched: 0, taken: 0, records: [], more: 0 });
    expect(shown.problems.map((problem) => problem.pointer)).toEqual([pointer]);
  });

  it('reports that the automation is deleted', async () => {
    const { id } = await automations.save({ filters: EVERYONE });
    await service.http.delete(`/api/Automation/${id}`).expect(204);
    expect(await rehearse(id)).toMatchObject({ taken: 0, records: [], problems: [{ pointer: '/deleted' }] });
  });

  it('shows at most 1,000 records and how many more there are', async () => {
    const { insertRecords } = await import('../src/core/records/index.js');
    const many = Array.from({ length: 1020 }, (_, index) => ({ id: 200_001 + index, surname: 'Many', deleted: false }));
    await inTransaction(service, ({ em }) => insertRecords(em, recordTypeNamed('Contact'), many));
    const shown = await rehearsed({ filters: all(rule('surname', '=', 'Many')), actions: [addTag('Many')] });
    expect(shown).toMatchObject({ matched: 1020, taken: 1020, processed: 1000, more: 20 });
    expect([shown.records.length, shown.records[999]!.recordId]).toEqual([1000, 201_000]);
  });

  it.each(['dryRun=1', 'dryRun=', 'dry=true'])(
    'rejects %s',
    async (query) => void (await service.http.post(`/api/Automation/1/Runs?${query}`).expect(400)),
  );
  it('returns 404 for an unknown automation', async () =>
    void (await service.http.post('/api/Automation/999999/Runs?dryRun=true').expect(404)));
});
