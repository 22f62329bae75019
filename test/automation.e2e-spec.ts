import { EVENTS } from '../src/automation/catalogue/events';
import fc from 'fast-check';
import { createKey, createUser, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import {
  addTag,
  all,
  any,
  Automations,
  bodyOf,
  EVERYONE,
  idIn,
  rule,
  update,
  type Json,
  type AutomationInput,
} from './support/automations';
import { AutomationArbitraries, ruleOn, type Catalogue } from './support/from-catalogue';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 40);
/** A Friday, 13:00 in Sydney. */
const NOW = '2026-11-20T02:00:00.000Z';

let service: TestApp;
let automations: Automations;
let catalogue: Catalogue;
beforeAll(async () => {
  service = await startApp({ CLOCK_START: NOW });
  automations = new Automations(service);
  catalogue = await automations.get('/api/Automation/Catalogue');
  await automations.inDatabase(async (em) => {
    await em.query("INSERT INTO date_group (id, name) VALUES (50, 'A weekend')");
    for (const day of ['2026-11-21', '2026-11-22']) await em.query('INSERT INTO date_group_day (dateGroupID, day) VALUES (50, ?)', [day]);
  });
});
afterAll(() => service.close());

const create = (input: AutomationInput, query = '') => service.http.post(`/api/Automation${query}`).send(bodyOf(input));
const validationErrors = async (input: AutomationInput): Promise<{ pointer: string; detail: string }[]> => {
  const { body } = await create(input).expect(400);
  return (body as { errors: { pointer: string; detail: string }[] }).errors;
};
const pointers = async (input: AutomationInput): Promise<string[]> => (await validationErrors(input)).map(({ pointer }) => pointer);
const TEXTS = ['filtersJSON', 'actionsJSON', 'scheduleMetaDataJSON', 'orderByJSON'] as const;

describe('Creating an automation', () => {
  it('accepts every trigger, event and status and returns their names', async () => {
    const combinations = catalogue.triggers.flatMap((trigger) =>
      catalogue.events.flatMap((event) => catalogue.statuses.map((status) => ({ trigger, event, status }))),
    );
    expect(combinations).toHaveLength(3 * EVENTS.length * 2);
    for (let from = 0; from < combinations.length; from += 23) {
      const part = combinations.slice(from, from + 23);
      const saved = await Promise.all(
        part.map(({ trigger, event, status }) => automations.save({ triggerID: trigger.id, eventID: event.id, statusID: status.id })),
      );
      const named = part.map(({ trigger, event, status }) => ({
        triggerID: trigger.id,
        triggerName: trigger.name,
        eventID: event.id,
        eventName: event.name,
        statusID: status.id,
        statusName: status.name,
        moduleId: event.moduleId,
        module: event.module,
      }));
      expect(saved).toEqual(named.map((each) => expect.objectContaining(each) as unknown));
    }
  });

  it('returns the same as a later GET', async () => {
    const input = {
      name: 'Everything',
      filters: EVERYONE,
      actions: [addTag('Read')],
      order: { columnName: 'surname' },
      excludeRecordsProcessedInDays: 3,
      maxNumberOfRecordsToExecute: 4,
      excludedDateGroupID: 50,
    };
    const saved = await automations.save(input);
    expect(saved).toEqual({
      id: saved.id,
      name: 'Everything',
      triggerID: 3,
      triggerName: 'Manual',
      eventID: 17,
      eventName: 'Contact created',
      statusID: 1,
      statusName: 'Active',
      moduleId: 2,
      module: 'Contacts',
      filtersJSON: '{"all":true}',
      actionsJSON: JSON.stringify(input.actions),
      scheduleMetaDataJSON: null,
      orderByJSON: '{"columnName":"surname"}',
      nextRunDateUtc: null,
      lastRunDateUtc: null,
      excludeRecordsProcessedInDays: 3,
      maxNumberOfRecordsToExecute: 4,
      actionDetails: 'Add the tag "Read" (Other)',
      excludedDateGroupID: 50,
      excludedDateGroupName: 'A weekend',
      userId: 1,
    });
    expect(await automations.get(`/api/Automation/${saved.id}`)).toEqual(saved);
  });

  it('requires triggerID, eventID and statusID', async () => {
    const { body } = await service.http.post('/api/Automation').send({}).expect(400);
    expect((body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toEqual([
      '/triggerID',
      '/eventID',
      '/statusID',
    ]);
  });

  it.each(['triggerID', 'eventID', 'statusID'])('rejects an unknown %s', async (name) => {
    for (const value of [0, -1, 84, 1.5, '1', null, true, 2147483648]) expect(await pointers({ [name]: value })).toEqual([`/${name}`]);
  });

  it('ignores computed fields', async () => {
    const saved = await automations.save({
      id: 5,
      triggerName: 'x',
      eventName: 'x',
      statusName: 'x',
      moduleId: 9,
      module: 'x',
      lastRunDateUtc: '2020-01-01',
      actionDetails: 'x',
      excludedDateGroupName: 'x',
    });
    expect(saved).toMatchObject({
      triggerName: 'Manual',
      moduleId: 2,
      module: 'Contacts',
      lastRunDateUtc: null,
      actionDetails: null,
      excludedDateGroupName: null,
    });
    expect(saved.id).toBeGreaterThan(400);
  });

  it.each<[string, AutomationInput, string]>([
    ['a negative number of days', { excludeRecordsProcessedInDays: -1 }, '/excludeRecordsProcessedInDays'],
    ['a negative number of records', { maxNumberOfRecordsToExecute: -1 }, '/maxNumberOfRecordsToExecute'],
    ['an unknown date group', { excludedDateGroupID: 999 }, '/excludedDateGroupID'],
    ['an unknown user', { userId: 999 }, '/userId'],
    ['a name that is too long', { name: 'x'.repeat(201) }, '/name'],
    ['JSON that is not a string', { filtersJSON: { all: true } }, '/filtersJSON'],
    ['a text that is too long', { actionsJSON: ' '.repeat(100_001) }, '/actionsJSON'],
    ['an unknown field', { filterJSON: '' }, '/filterJSON'],
    ['an invalid date', { nextRunDateUtc: '2026-02-30' }, '/nextRunDateUtc'],
  ])('rejects %s', async (_, input, pointer) => expect(await pointers(input)).toEqual([pointer]));

  it.each(['runNow=1', 'runNow=', 'runNow=true&runNow=true', 'run=true'])(
    'rejects ?%s',
    async (query) => void (await create({}, `?${query}`).expect(400)),
  );

  it('runs it at once with runNow, whatever the trigger', async () => {
    for (const [index, value] of ['true', 'True', 'TRUE'].entries()) {
      const { body, headers } = await create({ triggerID: index + 1, filters: idIn(1) }, `?runNow=${value}`).expect(200);
      expect(headers['location']).toMatch(/^\/api\/AutomationRuns\/\d+$/);
      expect(await automations.waitForRun(headers['location'] as string)).toMatchObject({
        automationId: (body as Json)['id'],
        status: 'completed',
        taken: 1,
      });
    }
  });

  it('does not run it by default', async () => {
    for (const query of ['', '?runNow=false', '?runNow=False']) {
      const { body, headers } = await create({ filters: EVERYONE }, query).expect(200);
      expect(headers).not.toHaveProperty('location');
      expect(await automations.get(`/api/Automation/${String((body as Json)['id'])}/Runs`)).toEqual([]);
    }
  });

  it('ends the run of a paused automation at once', async () => {
    const { headers } = await create({ statusID: 2, filtersJSON: '{"rules": 7}' }, '?runNow=true').expect(200);
    expect(await automations.get(headers['location'] as string)).toMatchObject({ status: 'skipped', reason: 'paused', trigger: 'manual' });
  });

  it('allows only administrators to set another user', async () => {
    const other = await startApp(WITH_ADMIN);
    const { key } = await createKey(other, { name: 'noah', userID: await createUser(other, { name: 'Noah' }) });
    const asNoah = (userId?: number) => other.http.post('/api/Automation').set('X-Api-Key', key).send(bodyOf({ userId }));
    const own = await asNoah().expect(200);
    const { userId } = own.body as { userId: number };
    expect(userId).not.toBe(1);
    await asNoah(userId).expect(200);
    await asNoah(0).expect(200);
    const { body } = await asNoah(1).expect(403);
    expect(body).toMatchObject({ status: 403, detail: expect.stringContaining('userId') as string });
    await other.close();
    expect(await automations.save({ userId: 4 })).toMatchObject({ userId: 4 });
  });
});

describe('The four JSON texts', () => {
  it.each(TEXTS)('may be empty in any of four ways and are returned as sent: %s', async (field) => {
    for (const nothing of [null, '', '{}', '[]'])
      for (const statusID of [1, 2])
        for (const triggerID of [1, 2, 3]) {
          expect(await automations.save({ statusID, triggerID, eventID: 23, [field]: nothing })).toMatchObject({ [field]: nothing });
        }
  });

  it('are stored byte for byte', async () => {
    const texts = {
      filtersJSON:
        ' {"rules" : [ {"value":"Zoë\\u0301 \u{1F600}", "operator":"=", "field":"SURNAME"} ],\n\t"combinator":"or" , "not":false}\r\n',
      actionsJSON: '[ {"params":{"typeId":4,"tag":"A  b"},"type":"addTag" } ] ',
      scheduleMetaDataJSON: '{"missedRun":"skip","schedule":{"at":"09:00","kind":"daily"}}',
      orderByJSON: ' [{"isAscending":false,"columnName":"surname"}]',
    };
    for (const statusID of [1, 2]) {
      const saved = await automations.save({ statusID, triggerID: 2, ...texts });
      expect(saved).toMatchObject(texts);
      expect(await automations.get(`/api/Automation/${saved.id}`)).toMatchObject(texts);
    }
  });

  it('hold 100,000 characters', async () => {
    const tag = 'x'.repeat(100);
    const notes = '\u{1F600}'.repeat(45_000);
    const actionsJSON = JSON.stringify([addTag(tag), { type: 'createNote', params: { notes } }]);
    expect((await automations.save({ actionsJSON }))['actionsJSON']).toBe(actionsJSON);
  });

  it('hold any JSON in a draft', async () => {
    const texts = {
      filtersJSON: '{"combinator": 7}',
      actionsJSON: '[{"type":"sendSms"},"fly"]',
      scheduleMetaDataJSON: '"tomorrow"',
      orderByJSON: '{"columnName":["x"]}',
    };
    expect(await automations.save({ statusID: 2, ...texts })).toMatchObject({ ...texts, actionDetails: null });
  });

  it.each(TEXTS)('must be JSON even in a draft: %s', async (field) => {
    for (const statusID of [1, 2])
      expect(await validationErrors({ statusID, [field]: '{"a":' })).toEqual([
        { pointer: `/${field}`, detail: expect.stringMatching(/^must be JSON: /) as string },
      ]);
  });
});

describe('An active automation must be valid:', () => {
  const one = (field: string, operator: string, value?: unknown): AutomationInput => ({ filters: all(rule(field, operator, value)) });
  const task = (params: Json): AutomationInput => ({ actions: [{ type: 'createTask', params: { notes: 'x', ...params } }] });
  it.each<[string, AutomationInput, string]>([
    ['no unknown field', one('surnam', '=', 'x'), '/filtersJSON#/rules/0/field'],
    ['no operator that the field does not support', one('statusID', 'contains', 1), '/filtersJSON#/rules/0/operator'],
    ['no value of another type', one('createdDate', '>', 'yesterday'), '/filtersJSON#/rules/0/value'],
    ['no empty group', { filters: all(any()) }, '/filtersJSON#/rules/0/rules'],
    ['no field of another module', { eventID: 34, ...one('surname', '=', 'x') }, '/filtersJSON#/rules/0/field'],
    ['no {all: false}', { filters: { all: false } }, '/filtersJSON#/all'],
    [
      'no unknown relation',
      { filters: all({ field: 'bosses', match: { mode: 'some' }, value: all(rule('id', '=', 1)) }) },
      '/filtersJSON#/rules/0/field',
    ],
    [
      'no group nested too deep',
      { filters: all(all(all(all(all(all(rule('id', '=', 1))))))) },
      '/filtersJSON#/rules/0/rules/0/rules/0/rules/0/rules/0',
    ],
    ['no more than 100 rules', { filters: all(...Array.from({ length: 101 }, () => rule('id', '=', 1))) }, '/filtersJSON#/rules/100'],
    ['no unknown action', { actions: [addTag('x'), { type: 'fly', params: {} }] }, '/actionsJSON#/1/type'],
    ['no unknown status', { actions: [{ type: 'changeStatus', params: { statusID: 77 } }] }, '/actionsJSON#/0/params/statusID'],
    ['no unknown owner', { actions: [{ type: 'assignOwner', params: { ownerID: 99999 } }] }, '/actionsJSON#/0/params/ownerID'],
    ['no unknown saved list', { actions: [{ type: 'addToSavedList', params: { listID: 99999 } }] }, '/actionsJSON#/0/params/listID'],
    [
      'no saved list of another record type',
      {
        actions: [
          { type: 'addToSavedList', params: { listID: 1, target: 'linkedCandidate' } },
          { type: 'addToSavedList', params: { listID: 1 } },
        ],
      },
      '/actionsJSON#/1/params/listID',
    ],
    [
      'no notification of an unknown user',
      { actions: [{ type: 'notifyUser', params: { user: 99999, message: 'x' } }] },
      '/actionsJSON#/0/params/user',
    ],
    [
      'no replies to an unknown user',
      { actions: [{ type: 'sendEmail', params: { subject: 'x', body: 'x', replyTo: 99999 } }] },
      '/actionsJSON#/0/params/replyTo',
    ],
    ['no action on a record type that it does not support', { eventID: 26, actions: [addTag('x')] }, '/actionsJSON#/0/type'],
    ['no action without its required parameters', { actions: [{ type: 'addTag', params: {} }] }, '/actionsJSON#/0/params/tag'],
    ['no field that is not writable', { actions: [update('fullName', 'x')] }, '/actionsJSON#/0/params/field'],
    ['no invalid value', { actions: [update('email', 'no address')] }, '/actionsJSON#/0/params/value'],
    ['no reference to an unknown record', { actions: [update('clientID', 99999)] }, '/actionsJSON#/0/params/value'],
    ['no unknown lookup entry', { actions: [update('statusID', 77)] }, '/actionsJSON#/0/params/value'],
    ['no unknown code', { actions: [addTag('x'), update('countryCode', 'XX')] }, '/actionsJSON#/1/params/value'],
    [
      'no unknown reference on a related record',
      { actions: [update('ownerID', 99999, { target: 'client' })] },
      '/actionsJSON#/0/params/value',
    ],
    ['no task for an unknown user', task({ assignedTo: 99999 }), '/actionsJSON#/0/params/assignedTo'],
    ['no task with the type of a note', task({ typeID: 1 }), '/actionsJSON#/0/params/typeID'],
    [
      'no placeholder for an unknown field',
      { actions: [{ type: 'createNote', params: { notes: 'Hi {{nick}}' } }] },
      '/actionsJSON#/0/params/notes',
    ],
    [
      'no unknown time zone',
      { triggerID: 2, schedule: { timeZone: 'Mars/Olympus', schedule: { kind: 'daily', at: '09:00' } } },
      '/scheduleMetaDataJSON#/timeZone',
    ],
    ['no schedule without its time', { triggerID: 2, schedule: { schedule: { kind: 'daily' } } }, '/scheduleMetaDataJSON#/schedule/at'],
    [
      'no recurring schedule for a date event',
      { triggerID: 1, eventID: 23, schedule: { offset: { amount: 1, unit: 'year' } } },
      '/scheduleMetaDataJSON#/offset/unit',
    ],
    ['no order by an unknown column', { order: { columnName: 'colour' } }, '/orderByJSON#/columnName'],
    ['no order by four columns', { order: ['id', 'surname', 'email', 'phone'].map((columnName) => ({ columnName })) }, '/orderByJSON#'],
  ])('%s', async (_, input, pointer) => {
    expect(await pointers(input)).toEqual([pointer]);
    const draft = await automations.save({ ...input, statusID: 2 });
    const { errors } = await automations.get<{ errors: { pointer: string }[] }>(`/api/Automation/${draft.id}/Problems`);
    expect(errors.map((each) => each.pointer)).toEqual([pointer]);
  });

  it('reports all errors at once', async () => {
    const input = {
      triggerID: 2,
      ...one('surnam', '=', 'x'),
      actions: [{ type: 'addTag', params: {} }],
      schedule: { schedule: { kind: 'daily' } },
      order: { columnName: 'colour' },
    };
    expect(await pointers(input)).toEqual([
      '/filtersJSON#/rules/0/field',
      '/actionsJSON#/0/params/tag',
      '/scheduleMetaDataJSON#/schedule/at',
      '/orderByJSON#/columnName',
    ]);
  });
});

describe('The problems of an automation', () => {
  it('are empty when there are none', async () => {
    const { id } = await automations.save({ filters: EVERYONE, actions: [addTag('x')] });
    expect(await automations.get(`/api/Automation/${id}/Problems`)).toEqual({ errors: [], warnings: [] });
  });

  it('warn about probable mistakes', async () => {
    const { id } = await automations.save({ triggerID: 2 });
    const { warnings } = await automations.get<{ warnings: { pointer: string }[] }>(`/api/Automation/${id}/Problems`);
    expect(warnings.map(({ pointer }) => pointer)).toEqual(['/filtersJSON', '/actionsJSON', '/scheduleMetaDataJSON']);
  });

  it('do not warn of when messages are sent, which concerns every trigger', async () => {
    const schedule = { sending: { email: { perMinute: 30 } } };
    const { id } = await automations.save({ filters: EVERYONE, actions: [addTag('x')], schedule });
    expect(await automations.get(`/api/Automation/${id}/Problems`)).toEqual({ errors: [], warnings: [] });
  });

  it.each(['999999', '0', '-1'])(
    'return 404 for the automation %s',
    async (id) => void (await service.http.get(`/api/Automation/${id}/Problems`).expect(404)),
  );
});

describe('The next run', () => {
  const SYDNEY_AT_NINE = { timeZone: 'Australia/Sydney', schedule: { kind: 'daily', at: '09:00' } };
  it.each<[string, AutomationInput, string | null]>([
    ['daily', { triggerID: 2, schedule: SYDNEY_AT_NINE }, '2026-11-20T22:00:00.000Z'],
    [
      'daily in the time zone of the service',
      { triggerID: 2, schedule: { schedule: { kind: 'daily', at: '09:00' } } },
      '2026-11-20T22:00:00.000Z',
    ],
    [
      'daily in another zone',
      { triggerID: 2, schedule: { timeZone: 'Europe/Berlin', schedule: { kind: 'daily', at: '09:00' } } },
      '2026-11-20T08:00:00.000Z',
    ],
    [
      'weekly',
      { triggerID: 2, schedule: { schedule: { kind: 'weekly', days: ['monday', 'tuesday'], at: '09:00' } } },
      '2026-11-22T22:00:00.000Z',
    ],
    ['monthly', { triggerID: 2, schedule: { schedule: { kind: 'monthly', day: 31, at: '00:00' } } }, '2026-11-29T13:00:00.000Z'],
    ['at an interval', { triggerID: 2, schedule: { schedule: { kind: 'every', amount: 15, unit: 'minute' } } }, '2026-11-20T02:15:00.000Z'],
    [
      'by cron',
      { triggerID: 2, schedule: { timeZone: 'UTC', schedule: { kind: 'cron', expression: '0 9 1 * *' } } },
      '2026-12-01T09:00:00.000Z',
    ],
    ['once', { triggerID: 2, schedule: { schedule: { kind: 'once', at: '2027-01-01T09:00' } } }, '2026-12-31T22:00:00.000Z'],
    ['null for a time long past', { triggerID: 2, schedule: { schedule: { kind: 'once', at: '2020-01-01T09:00' } } }, null],
    ['not on an excluded date', { triggerID: 2, schedule: SYDNEY_AT_NINE, excludedDateGroupID: 50 }, '2026-11-22T22:00:00.000Z'],
    [
      'set by its schedule, whatever else is sent',
      { triggerID: 2, schedule: SYDNEY_AT_NINE, nextRunDateUtc: '2027-01-01T00:00:00Z' },
      '2026-11-20T22:00:00.000Z',
    ],
    ['the time sent when there is no schedule', { triggerID: 2, nextRunDateUtc: '2026-11-21T10:00:00+10:00' }, '2026-11-21T00:00:00.000Z'],
    [
      'not on an excluded date even then',
      { triggerID: 2, nextRunDateUtc: '2026-11-21T10:00:00+11:00', excludedDateGroupID: 50 },
      '2026-11-22T23:00:00.000Z',
    ],
    ['not at a time that has passed', { triggerID: 2, nextRunDateUtc: '2026-11-19T10:00:00Z' }, null],
    ['never without a schedule', { triggerID: 2 }, null],
    ['never of a draft', { statusID: 2, triggerID: 2, schedule: SYDNEY_AT_NINE, nextRunDateUtc: '2027-01-01' }, null],
    ['never by hand', { triggerID: 3, schedule: SYDNEY_AT_NINE, nextRunDateUtc: '2027-01-01' }, null],
    ['never for an event', { triggerID: 1, nextRunDateUtc: '2027-01-01' }, null],
  ])('is %s', async (_, input, nextRunDateUtc) => expect(await automations.save(input)).toMatchObject({ nextRunDateUtc }));
});

describe('actionDetails', () => {
  it.each<[object[], string]>([
    [[addTag('Hot', { typeId: 1 }), update('statusID', 2)], 'Add the tag "Hot" (Skill); set Status ID to 2'],
    [
      [update('jobTitle', null), update('industry', 'Fishing', { target: 'client' })],
      'Clear Job title; set Industry to "Fishing", on its client',
    ],
    [
      [{ type: 'createTask', params: { notes: 'Call {{firstName}}', dueInDays: 2, dueAt: '09:00', assignedTo: 'owner' } }],
      'Create the task "Call {{firstName}}" due in 2 days at 09:00 for the owner',
    ],
  ])('%j', async (actions, actionDetails) => {
    for (const statusID of [1, 2]) expect(await automations.save({ statusID, actions })).toMatchObject({ actionDetails });
  });
});

describe('The list of automations', () => {
  it('is paged, in the order of creation', async () => {
    const first = await service.http.get('/api/Automation?limit=5').expect(200);
    const [, link = ''] = /<([^>]+)>; rel="next"/.exec(first.headers['link'] as string) ?? [];
    const second = await service.http.get(link).expect(200);
    const ids = [...(first.body as Json[]), ...(second.body as Json[])].map(({ id }) => id);
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(Number(first.headers['x-total-count'])).toBeGreaterThan(414);
    expect(second.headers).not.toHaveProperty('x-total-count');
    expect((first.body as Json[])[0]).toEqual(await automations.get('/api/Automation/1'));
  });

  it('rejects the cursor of another list', async () => {
    const { headers } = await service.http.get('/api/Automation?limit=1').expect(200);
    const [, cursor = ''] = /cursor=([^>&]+)/.exec(headers['link'] as string) ?? [];
    await service.http.get(`/api/Automation/1/Runs?cursor=${cursor}`).expect(400);
  });

  it.each(['999999', '0'])('returns 404 for %s', async (id) => void (await service.http.get(`/api/Automation/${id}`).expect(404)));
  it.each(['one', '1.5', '2147483648'])(
    'returns 400 for %s',
    async (id) => void (await service.http.get(`/api/Automation/${id}`).expect(400)),
  );
});

describe('With the catalogue alone', () => {
  it('valid automations can be built', async () => {
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(new AutomationArbitraries(catalogue).automations(), async (input) => {
        const { status, body } = await create(input);
        expect({ input, status, errors: (body as Json)['errors'] }).toEqual({ input, status: 200, errors: undefined });
        if ((body as Json)['actionDetails']) kinds.add((body as Json)['module'] as string);
      }),
      { numRuns: RUNS },
    );
    expect(kinds.size).toBeGreaterThan(5);
  }, 600_000);

  const types = [
    'Candidate',
    'Contact',
    'Client',
    'Opportunity',
    'Job',
    'Application',
    'Interview',
    'Offer',
    'Placement',
    'Timesheet',
    'Activity',
  ];
  it.each(types)('every operator of every field of a %s runs', async (name) => {
    const type = catalogue.modules.flatMap(({ recordTypes }) => recordTypes).find((each) => each.name === name)!;
    const rules = type.fields.flatMap((field) =>
      field.operators.flatMap((operator) => fc.sample(ruleOn(field, operator, catalogue.relativeDate), { numRuns: 1, seed: 7 })),
    );
    const { id: eventID } = catalogue.events.find(({ recordType }) => recordType === name)!;
    for (let from = 0; from < rules.length; from += 100) {
      const order = type.fields
        .slice((from / 100) * 3)
        .concat(type.fields)
        .slice(0, 3)
        .map((field) => ({ columnName: field.name }));
      const { run } = await automations.run({
        eventID,
        filters: any(...rules.slice(from, from + 100)),
        order,
        maxNumberOfRecordsToExecute: 1,
      });
      expect(run).toMatchObject({ status: 'completed', processed: run.taken });
      expect(run['reason']).toBeUndefined();
    }
  });

  it.each(types)('a rule on every display name of a %s runs', async (name) => {
    const type = catalogue.modules.flatMap(({ recordTypes }) => recordTypes).find((each) => each.name === name)!;
    const names = type.fields
      .filter((field) => field.name.endsWith('Name') && field.type === 'text')
      .map((field) => rule(field.name, '!=', 'x'));
    const { id: eventID } = catalogue.events.find(({ recordType }) => recordType === name)!;
    expect(
      (
        await automations.run({
          eventID,
          filters: any(...(names.length > 0 ? names : [rule('id', '>', 0)])),
          maxNumberOfRecordsToExecute: 1,
        })
      ).run,
    ).toMatchObject({ status: 'completed', taken: 1 });
  });

  it('every order of contacts runs', async () => {
    const contact = catalogue.modules[1]!.recordTypes[0]!;
    for (const { name } of contact.fields) await automations.preview({ orderBy: { columnName: name, isAscending: false }, maxRecords: 1 });
  });
});
