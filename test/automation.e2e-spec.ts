import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { startApp, type TestApp } from './support/app';
import { addTag, all, any, Automations, bodyOf, EVERYONE, idIn, rule, update, type Json, type Said } from './support/automations';
import { Editor, ruleOn, type Catalogue } from './support/from-catalogue';

/** Of fewer it may happen that hardly a module is among them. */
const RUNS = Math.max(60, Number(process.env['PROPERTY_RUNS'] ?? 0));
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

const create = (said: Said, query = '') => service.http.post(`/api/Automation${query}`).send(bodyOf(said));
const complaints = async (said: Said): Promise<{ pointer: string; detail: string }[]> => {
  const { body } = await create(said).expect(400);
  return (body as { errors: { pointer: string; detail: string }[] }).errors;
};
const pointers = async (said: Said): Promise<string[]> => (await complaints(said)).map(({ pointer }) => pointer);
const TEXTS = ['filtersJSON', 'actionsJSON', 'scheduleMetaDataJSON', 'orderByJSON'] as const;

describe('An automation is made', () => {
  it('of every trigger, event and status, and says what they are called', async () => {
    const combinations = catalogue.triggers.flatMap((trigger) =>
      catalogue.events.flatMap((event) => catalogue.statuses.map((status) => ({ trigger, event, status }))),
    );
    expect(combinations).toHaveLength(3 * 69 * 2);
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

  it('and is read as it was answered', async () => {
    const said = {
      name: 'Everything',
      filters: EVERYONE,
      actions: [addTag('Read')],
      order: { columnName: 'surname' },
      excludeRecordsProcessedInDays: 3,
      maxNumberOfRecordsToExecute: 4,
      excludedDateGroupID: 50,
    };
    const saved = await automations.save(said);
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
      actionsJSON: JSON.stringify(said.actions),
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

  it('of three numbers at least', async () => {
    const { body } = await service.http.post('/api/Automation').send({}).expect(400);
    expect((body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toEqual([
      '/triggerID',
      '/eventID',
      '/statusID',
    ]);
  });

  it.each(['triggerID', 'eventID', 'statusID'])('with one of the numbers that %s has', async (name) => {
    for (const value of [0, -1, 70, 1.5, '1', null, true, 2147483648]) expect(await pointers({ [name]: value })).toEqual([`/${name}`]);
  });

  it('without regard to what the service works out by itself', async () => {
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

  it.each<[string, Said, string]>([
    ['a negative number of days', { excludeRecordsProcessedInDays: -1 }, '/excludeRecordsProcessedInDays'],
    ['a negative number of records', { maxNumberOfRecordsToExecute: -1 }, '/maxNumberOfRecordsToExecute'],
    ['a group of dates that is not there', { excludedDateGroupID: 999 }, '/excludedDateGroupID'],
    ['a user who is not there', { userId: 999 }, '/userId'],
    ['too long a name', { name: 'x'.repeat(201) }, '/name'],
    ['JSON that is no text', { filtersJSON: { all: true } }, '/filtersJSON'],
    ['too long a text', { actionsJSON: ' '.repeat(100_001) }, '/actionsJSON'],
    ['a field that it does not have', { filterJSON: '' }, '/filterJSON'],
    ['no date', { nextRunDateUtc: '2026-02-30' }, '/nextRunDateUtc'],
  ])('but not with %s', async (_, said, pointer) => expect(await pointers(said)).toEqual([pointer]));

  it.each(['runNow=1', 'runNow=', 'runNow=true&runNow=true', 'run=true'])(
    'but not with ?%s',
    async (query) => void (await create({}, `?${query}`).expect(400)),
  );

  it('and run at once when told so, in any case, of any trigger', async () => {
    for (const [index, value] of ['true', 'True', 'TRUE'].entries()) {
      const { body, headers } = await create({ triggerID: index + 1, filters: idIn(1) }, `?runNow=${value}`).expect(200);
      expect(headers['location']).toMatch(/^\/api\/Automation\/Runs\/\d+$/);
      expect(await automations.end(headers['location'] as string)).toMatchObject({
        automationId: (body as Json)['id'],
        status: 'completed',
        taken: 1,
      });
    }
  });

  it('and not run unless told so', async () => {
    for (const query of ['', '?runNow=false', '?runNow=False']) {
      const { body, headers } = await create({ filters: EVERYONE }, query).expect(200);
      expect(headers).not.toHaveProperty('location');
      expect(await automations.get(`/api/Automation/${String((body as Json)['id'])}/Runs`)).toEqual([]);
    }
  });

  it('of a paused one the run ends at once', async () => {
    const { headers } = await create({ statusID: 2, filtersJSON: '{"rules": 7}' }, '?runNow=true').expect(200);
    expect(await automations.get(headers['location'] as string)).toMatchObject({ status: 'skipped', reason: 'paused', trigger: 'manual' });
  });

  it('in the name of another user by an administrator alone', async () => {
    const other = await startApp({ DEMO_DATA: 'false', API_KEYS: `noah:${createHash('sha256').update('secret').digest('hex')}` });
    const asNoah = (userId?: number) => other.http.post('/api/Automation').set('X-Api-Key', 'secret').send(bodyOf({ userId }));
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

describe('The four texts', () => {
  it.each(TEXTS)('of which %s may say nothing, in any of four ways, and is given back as sent', async (field) => {
    for (const nothing of [null, '', '{}', '[]'])
      for (const statusID of [1, 2])
        for (const triggerID of [1, 2, 3]) {
          expect(await automations.save({ statusID, triggerID, eventID: 23, [field]: nothing })).toMatchObject({ [field]: nothing });
        }
  });

  it('are kept byte for byte', async () => {
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

  it('hold a hundred thousand characters', async () => {
    const tag = 'x'.repeat(100);
    const notes = '\u{1F600}'.repeat(45_000);
    const actionsJSON = JSON.stringify([addTag(tag), { type: 'createNote', params: { notes } }]);
    expect((await automations.save({ actionsJSON }))['actionsJSON']).toBe(actionsJSON);
  });

  it('of a draft hold any JSON', async () => {
    const texts = {
      filtersJSON: '{"combinator": 7}',
      actionsJSON: '[{"type":"sendSms"},"fly"]',
      scheduleMetaDataJSON: '"tomorrow"',
      orderByJSON: '{"columnName":["x"]}',
    };
    expect(await automations.save({ statusID: 2, ...texts })).toMatchObject({ ...texts, actionDetails: null });
  });

  it.each(TEXTS)('of which %s must be JSON even in a draft', async (field) => {
    for (const statusID of [1, 2])
      expect(await complaints({ statusID, [field]: '{"a":' })).toEqual([
        { pointer: `/${field}`, detail: expect.stringMatching(/^must be JSON: /) as string },
      ]);
  });
});

describe('An active automation must be runnable:', () => {
  const one = (field: string, operator: string, value?: unknown): Said => ({ filters: all(rule(field, operator, value)) });
  const task = (params: Json): Said => ({ actions: [{ type: 'createTask', params: { notes: 'x', ...params } }] });
  it.each<[string, Said, string]>([
    ['no unknown field', one('surnam', '=', 'x'), '/filtersJSON#/rules/0/field'],
    ['no operator that the field has not', one('statusID', 'contains', 1), '/filtersJSON#/rules/0/operator'],
    ['no value of another type', one('createdDate', '>', 'yesterday'), '/filtersJSON#/rules/0/value'],
    ['no empty group', { filters: all(any()) }, '/filtersJSON#/rules/0/rules'],
    ['no field of another module', { eventID: 34, ...one('surname', '=', 'x') }, '/filtersJSON#/rules/0/field'],
    ['nobody who is half everyone', { filters: { all: false } }, '/filtersJSON#/all'],
    [
      'no unknown relation',
      { filters: all({ field: 'bosses', match: { mode: 'some' }, value: all(rule('id', '=', 1)) }) },
      '/filtersJSON#/rules/0/field',
    ],
    [
      'no group too deep',
      { filters: all(all(all(all(all(all(rule('id', '=', 1))))))) },
      '/filtersJSON#/rules/0/rules/0/rules/0/rules/0/rules/0',
    ],
    ['no rule too many', { filters: all(...Array.from({ length: 101 }, () => rule('id', '=', 1))) }, '/filtersJSON#/rules/100'],
    ['no unknown action', { actions: [addTag('x'), { type: 'fly', params: {} }] }, '/actionsJSON#/1/type'],
    [
      'no status that its list has not',
      { actions: [{ type: 'changeStatus', params: { statusID: 77 } }] },
      '/actionsJSON#/0/params/statusID',
    ],
    ['no owner who is not there', { actions: [{ type: 'assignOwner', params: { ownerID: 99999 } }] }, '/actionsJSON#/0/params/ownerID'],
    [
      'no saved list that is not there',
      { actions: [{ type: 'addToSavedList', params: { listID: 99999 } }] },
      '/actionsJSON#/0/params/listID',
    ],
    [
      'no saved list of other records',
      {
        actions: [
          { type: 'addToSavedList', params: { listID: 1, target: 'linkedCandidate' } },
          { type: 'addToSavedList', params: { listID: 1 } },
        ],
      },
      '/actionsJSON#/1/params/listID',
    ],
    [
      'no message to a user who is not there',
      { actions: [{ type: 'notifyUser', params: { user: 99999, message: 'x' } }] },
      '/actionsJSON#/0/params/user',
    ],
    [
      'no answers to a user who is not there',
      { actions: [{ type: 'sendEmail', params: { subject: 'x', body: 'x', replyTo: 99999 } }] },
      '/actionsJSON#/0/params/replyTo',
    ],
    ['no action on records it is not for', { eventID: 26, actions: [addTag('x')] }, '/actionsJSON#/0/type'],
    ['no action without what it needs', { actions: [{ type: 'addTag', params: {} }] }, '/actionsJSON#/0/params/tag'],
    ['no field that cannot be written', { actions: [update('fullName', 'x')] }, '/actionsJSON#/0/params/field'],
    ['no value that does not fit', { actions: [update('email', 'no address')] }, '/actionsJSON#/0/params/value'],
    ['no reference to what is not there', { actions: [update('clientID', 99999)] }, '/actionsJSON#/0/params/value'],
    ['no entry that its list has not', { actions: [update('statusID', 77)] }, '/actionsJSON#/0/params/value'],
    ['no code that its list has not', { actions: [addTag('x'), update('countryCode', 'XX')] }, '/actionsJSON#/1/params/value'],
    ['no reference on what it refers to', { actions: [update('ownerID', 99999, { target: 'client' })] }, '/actionsJSON#/0/params/value'],
    ['no task for a user who is not there', task({ assignedTo: 99999 }), '/actionsJSON#/0/params/assignedTo'],
    ['no task of the type of a note', task({ typeID: 1 }), '/actionsJSON#/0/params/typeID'],
    [
      'no place in a text that is no field',
      { actions: [{ type: 'createNote', params: { notes: 'Hi {{nick}}' } }] },
      '/actionsJSON#/0/params/notes',
    ],
    [
      'no zone that is none',
      { triggerID: 2, schedule: { timeZone: 'Mars/Olympus', schedule: { kind: 'daily', at: '09:00' } } },
      '/scheduleMetaDataJSON#/timeZone',
    ],
    ['no schedule without its time', { triggerID: 2, schedule: { schedule: { kind: 'daily' } } }, '/scheduleMetaDataJSON#/schedule/at'],
    [
      'no schedule where a date is waited for',
      { triggerID: 1, eventID: 23, schedule: { offset: { amount: 1, unit: 'year' } } },
      '/scheduleMetaDataJSON#/offset/unit',
    ],
    ['no order by what is no column', { order: { columnName: 'colour' } }, '/orderByJSON#/columnName'],
    ['no order by four columns', { order: ['id', 'surname', 'email', 'phone'].map((columnName) => ({ columnName })) }, '/orderByJSON#'],
  ])('%s', async (_, said, pointer) => {
    expect(await pointers(said)).toEqual([pointer]);
    const draft = await automations.save({ ...said, statusID: 2 });
    const { errors } = await automations.get<{ errors: { pointer: string }[] }>(`/api/Automation/${draft.id}/Problems`);
    expect(errors.map((each) => each.pointer)).toEqual([pointer]);
  });

  it('everything wrong is told at once', async () => {
    const said = {
      triggerID: 2,
      ...one('surnam', '=', 'x'),
      actions: [{ type: 'addTag', params: {} }],
      schedule: { schedule: { kind: 'daily' } },
      order: { columnName: 'colour' },
    };
    expect(await pointers(said)).toEqual([
      '/filtersJSON#/rules/0/field',
      '/actionsJSON#/0/params/tag',
      '/scheduleMetaDataJSON#/schedule/at',
      '/orderByJSON#/columnName',
    ]);
  });
});

describe('The problems of an automation', () => {
  it('are none where there are none', async () => {
    const { id } = await automations.save({ filters: EVERYONE, actions: [addTag('x')] });
    expect(await automations.get(`/api/Automation/${id}/Problems`)).toEqual({ errors: [], warnings: [] });
  });

  it('warn of what is probably not meant', async () => {
    const { id } = await automations.save({ triggerID: 2 });
    const { warnings } = await automations.get<{ warnings: { pointer: string }[] }>(`/api/Automation/${id}/Problems`);
    expect(warnings.map(({ pointer }) => pointer)).toEqual(['/filtersJSON', '/actionsJSON', '/scheduleMetaDataJSON']);
  });

  it.each(['999999', '0', '-1'])(
    'of the automation %s are not found',
    async (id) => void (await service.http.get(`/api/Automation/${id}/Problems`).expect(404)),
  );
});

describe('The next run', () => {
  const SYDNEY_AT_NINE = { timeZone: 'Australia/Sydney', schedule: { kind: 'daily', at: '09:00' } };
  it.each<[string, Said, string | null]>([
    ['daily', { triggerID: 2, schedule: SYDNEY_AT_NINE }, '2026-11-20T22:00:00.000Z'],
    [
      'daily in the zone of the service',
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
    ['every so often', { triggerID: 2, schedule: { schedule: { kind: 'every', amount: 15, unit: 'minute' } } }, '2026-11-20T02:15:00.000Z'],
    [
      'by cron',
      { triggerID: 2, schedule: { timeZone: 'UTC', schedule: { kind: 'cron', expression: '0 9 1 * *' } } },
      '2026-12-01T09:00:00.000Z',
    ],
    ['once', { triggerID: 2, schedule: { schedule: { kind: 'once', at: '2027-01-01T09:00' } } }, '2026-12-31T22:00:00.000Z'],
    ['once, long ago', { triggerID: 2, schedule: { schedule: { kind: 'once', at: '2020-01-01T09:00' } } }, null],
    ['not on an excluded date', { triggerID: 2, schedule: SYDNEY_AT_NINE, excludedDateGroupID: 50 }, '2026-11-22T22:00:00.000Z'],
    [
      'by its schedule, whatever is sent beside it',
      { triggerID: 2, schedule: SYDNEY_AT_NINE, nextRunDateUtc: '2027-01-01T00:00:00Z' },
      '2026-11-20T22:00:00.000Z',
    ],
    [
      'at the time that is sent instead of a schedule',
      { triggerID: 2, nextRunDateUtc: '2026-11-21T10:00:00+10:00' },
      '2026-11-21T00:00:00.000Z',
    ],
    [
      'then not on an excluded date either',
      { triggerID: 2, nextRunDateUtc: '2026-11-21T10:00:00+11:00', excludedDateGroupID: 50 },
      '2026-11-22T23:00:00.000Z',
    ],
    ['not at a time that has passed', { triggerID: 2, nextRunDateUtc: '2026-11-19T10:00:00Z' }, null],
    ['never without a schedule', { triggerID: 2 }, null],
    ['never of a draft', { statusID: 2, triggerID: 2, schedule: SYDNEY_AT_NINE, nextRunDateUtc: '2027-01-01' }, null],
    ['never by hand', { triggerID: 3, schedule: SYDNEY_AT_NINE, nextRunDateUtc: '2027-01-01' }, null],
    ['never for an event', { triggerID: 1, nextRunDateUtc: '2027-01-01' }, null],
  ])('is %s', async (_, said, nextRunDateUtc) => expect(await automations.save(said)).toMatchObject({ nextRunDateUtc }));
});

describe('The actions in plain words', () => {
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
  it('goes on page by page, in the order of their making', async () => {
    const first = await service.http.get('/api/Automation?limit=5').expect(200);
    const [, link = ''] = /<([^>]+)>; rel="next"/.exec(first.headers['link'] as string) ?? [];
    const second = await service.http.get(link).expect(200);
    const ids = [...(first.body as Json[]), ...(second.body as Json[])].map(({ id }) => id);
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(Number(first.headers['x-total-count'])).toBeGreaterThan(414);
    expect(second.headers).not.toHaveProperty('x-total-count');
    expect((first.body as Json[])[0]).toEqual(await automations.get('/api/Automation/1'));
  });

  it('refuses the cursor of another list', async () => {
    const { headers } = await service.http.get('/api/Automation?limit=1').expect(200);
    const [, cursor = ''] = /cursor=([^>&]+)/.exec(headers['link'] as string) ?? [];
    await service.http.get(`/api/Automation/1/Runs?cursor=${cursor}`).expect(400);
  });

  it.each(['999999', '0'])('has no %s', async (id) => void (await service.http.get(`/api/Automation/${id}`).expect(404)));
  it.each(['one', '1.5', '2147483648'])('cannot have %s', async (id) => void (await service.http.get(`/api/Automation/${id}`).expect(400)));
});

describe('With the catalogue alone', () => {
  it('automations can be made that are all accepted', async () => {
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(new Editor(catalogue).automations(), async (said) => {
        const { status, body } = await create(said);
        expect({ said, status, errors: (body as Json)['errors'] }).toEqual({ said, status: 200, errors: undefined });
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

  it.each(types)('one rule on every name that a %s shows runs', async (name) => {
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
