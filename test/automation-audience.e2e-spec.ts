import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { RecordType } from '../src/core/fields/record-type';
import { startApp, type TestApp } from './support/app';
import { Automations, recordIdsOf, type Json, type RunRecord } from './support/automations';
import { queryRows, inTransaction } from './support/database';
import { sampledWorld, type SampledWorld } from './support/sampled-world';
import { apiClient } from './support/api-client';
import { eventID } from './support/events';
import { recordTypeNamed, types } from './support/record-types';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 0);
/** The number of automations per record type that are checked in every way. */
const numRuns = Math.max(1, Math.round(RUNS / 20));
/** Batches of automations per record type, one of which is run, and their size. */
const BULK = Math.max(10, RUNS * 2.5);
const AT_ONCE = 10;
const NOW = '2026-11-20T02:00:00Z';

let service: TestApp;
let automations: Automations;
let known: SampledWorld;
const { listRecords, updateRecord, deleteRecord } = apiClient(() => service);

beforeAll(async () => {
  service = await startApp({ CLOCK_START: NOW });
  automations = new Automations(service);
  // stored records must not change while they are compared
  for (const { id } of await listRecords('Automation')) await deleteRecord(`Automation/${String(id)}`);
  known = await sampledWorld(service, new Date(NOW), 'Australia/Sydney');
});
afterAll(() => service.close());

interface Rule {
  readonly filters: object;
  readonly order: object[];
  readonly maxNumberOfRecordsToExecute: number | null;
  readonly excludeRecordsProcessedInDays: number | null;
}

/** A plain TypeScript oracle: the records that an automation would process. */
function expected(type: RecordType, { filters, order, ...rule }: Rule, processed: ReadonlySet<number>, sendsMessages = false) {
  const matching = known.byHand.ids(type, filters, order);
  const optedOut = new Set((known.world.rows.get(type) ?? []).filter((row) => row['optOut'] === true).map(({ id }) => id));
  const eligible = matching.filter(
    (id) => !(rule.excludeRecordsProcessedInDays && processed.has(id)) && !(sendsMessages && optedOut.has(id)),
  );
  const taken = eligible.slice(0, rule.maxNumberOfRecordsToExecute || eligible.length);
  return {
    matching,
    eligible,
    summary: {
      matched: matching.length,
      excluded: matching.length - eligible.length,
      leftOut: eligible.length - taken.length,
      taken: taken.length,
      ids: taken,
    },
  };
}

const summaryOf = ({ matched, excluded, leftOut, taken }: Json, records: readonly RunRecord[]) => ({
  matched,
  excluded,
  leftOut,
  taken,
  ids: recordIdsOf(records),
});

async function rehearsed(id: number) {
  const body = (await service.http.post(`/api/Automation/${id}/Runs?dryRun=true`).expect(200)).body as Json & { records: RunRecord[] };
  return summaryOf(body, body.records);
}

async function ran(automation: Json & { id: number }) {
  const { run, records } = await automations.runAgain(automation);
  return summaryOf(run, records);
}

/** The records that are planned when all records have an event at once; the run is not executed. */
async function plannedByEvent(type: RecordType, automationID: number, event: number): Promise<number[]> {
  const { publish } = await import('../src/core/changes/index.js');
  const { RunExecutor } = await import('../src/automation/running/run-executor.service.js');
  const runs = jest.spyOn(service.app.get(RunExecutor, { strict: false }), 'pending').mockResolvedValue([]);
  try {
    const live = (known.world.rows.get(type) ?? []).filter(({ deleted }) => deleted !== true);
    await inTransaction(service, (transaction) =>
      publish(
        transaction,
        live.map(({ id }) => ({ type: type.name, recordID: id, action: 'updated', version: 1, events: [event] })),
      ),
    );
    while (
      Number(
        (
          await queryRows<Json>(
            service,
            "SELECT COUNT(*) AS amount FROM record_change WHERE sequence IS NULL OR sequence > (SELECT MAX(value) FROM counter WHERE name = 'dispatched')",
          )
        )[0]?.['amount'],
      ) > 0
    )
      await pause(5);
    const planned = await queryRows<{ id: number }>(
      service,
      "SELECT recordID AS id FROM automation_run_record WHERE automationID = ? AND outcome = 'planned'",
      [automationID],
    );
    await updateRecord(`Automation/${automationID}`, { statusID: 2 });
    return sorted(planned.map(({ id }) => Number(id)));
  } finally {
    runs.mockRestore();
  }
}

/** For events the maximum is one per day; which records come first depends on how the events are read. */
function expectPlanned(planned: readonly number[], eligible: readonly number[], most: number | null): void {
  expect(sorted(eligible)).toEqual(expect.arrayContaining([...planned]));
  expect(new Set(planned).size).toBe(most ? Math.min(most, eligible.length) : eligible.length);
}

/** The records that a match automation has stored as matching at its activation. */
async function knownToMatch(automationID: number, eventID: number): Promise<number[]> {
  await updateRecord(`Automation/${automationID}`, { statusID: 1, eventID });
  return sorted(
    (await queryRows<{ id: number }>(service, 'SELECT recordID AS id FROM automation_match WHERE automationID = ?', [automationID])).map(
      ({ id }) => Number(id),
    ),
  );
}

const sorted = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);
const previewed = (automationId: number): Promise<number[]> => automations.previewIds({ automationId, nextRunOnly: true });

interface Preview extends Json {
  recordType: string;
  records: { recordId: number; name: string }[];
  more: number;
}
const previewOf = async (request: Json): Promise<Preview> =>
  (await service.http.post('/api/Automation/Preview').send(request).expect(200)).body as Preview;
/** What the preview of the next run shows, as the summary of a run. */
async function previewedRun(automationId: number) {
  const { records, more, matched, excluded, leftOut, taken } = await previewOf({ automationId, nextRunOnly: true });
  expect(records.length + more).toBe(taken);
  return { matched, excluded, leftOut, taken, ids: records.map(({ recordId }) => recordId) };
}
/** The number of automations tried, and of those that select some records but not all. */
let [asking, telling] = [0, 0];
const MESSAGE = JSON.stringify([{ type: 'sendEmail', params: { subject: 'News', body: 'There is news.' } }]);

/** Record types with an event and the match event of each. */
const TYPES: readonly (readonly [string, number, number | undefined])[] = [
  ['Contact', eventID('Contact updated'), 25],
  ['Candidate', eventID('Candidate updated'), 16],
  ['Client', eventID('Client updated'), 30],
  ['Opportunity', eventID('Opportunity stage changed'), 33],
  ['Job', eventID('Job updated'), 43],
  ['Application', eventID('Application stage changed'), 49],
  ['Interview', eventID('Interview rescheduled or cancelled'), undefined],
  ['Placement', eventID('Placement status changed'), 62],
  ['Timesheet', eventID('Timesheet approved'), undefined],
];

const rulesOver = (type: RecordType): fc.Arbitrary<Rule> =>
  fc.record({
    filters: known.sampled.filter(type),
    order: fc.array(
      fc.record({ columnName: fc.constantFrom(...known.fieldsOf(type).map((field) => field.name)), isAscending: fc.boolean() }),
      { maxLength: 3 },
    ),
    maxNumberOfRecordsToExecute: fc.constantFrom(null, 0, 1, 3, 50, 20_000),
    excludeRecordsProcessedInDays: fc.constantFrom(null, 0, 3, 2_000_000_000),
  });

function counted(type: RecordType, { matched }: { readonly matched: number }): void {
  asking += 1;
  telling += matched > 0 && matched < (known.world.rows.get(type) ?? []).length ? 1 : 0;
}

/** The records that the next runs of new automations would process; many automations per transaction. */
async function planned(eventID: number, rules: readonly Rule[]) {
  const { Transactions } = await import('../src/core/database/index.js');
  const { SYSTEM_CALLER } = await import('../src/core/callers/index.js');
  const { findAudience } = await import('../src/automation/audience.js');
  const { runAudience } = await import('../src/automation/running/run-audience.js');
  const { checkDefinition } = await import('../src/automation/definition/check-definition.js');
  const { Automation } = await import('../src/automation/automation.entity.js');
  const now = new Date(NOW);
  return service.app.get(Transactions, { strict: false }).read(SYSTEM_CALLER, async (view) => {
    const all = [];
    for (const { filters, order, ...rule } of rules) {
      const automation = Object.assign(new Automation(), {
        id: 0,
        triggerID: 3,
        eventID,
        statusID: 1,
        filtersJSON: JSON.stringify(filters),
        orderByJSON: JSON.stringify(order),
        ...rule,
      });
      const audience = runAudience(automation, checkDefinition(automation, { types, now, timeZone: 'Australia/Sydney' }), 'manual');
      const { taken, ...counts } = await findAudience({ ...view, now }, audience);
      all.push({ ...counts, taken: taken.length, ids: taken });
    }
    return all;
  });
}

describe('Preview, plan and manual run agree with the oracle for thousands of automations on', () => {
  it.each(TYPES)(
    '%s',
    async (name, event) => {
      const type = recordTypeNamed(name);
      const property = fc.asyncProperty(fc.array(rulesOver(type), { minLength: AT_ONCE, maxLength: AT_ONCE }), async (rules) => {
        const meant = rules.map((rule) => expected(type, rule, new Set()).summary);
        meant.forEach((each) => counted(type, each));
        expect(await planned(event, rules)).toEqual(meant);
        const automation = await automations.save({ eventID: event, ...rules[0] });
        if (name === 'Contact') {
          expect(await previewed(automation.id)).toEqual(meant[0]!.ids);
          for (const [index, { filters }] of rules.entries())
            expect(sorted(await automations.previewIds({ filters: JSON.stringify(filters) }))).toEqual(
              sorted(expected(type, rules[index]!, new Set()).matching),
            );
        }
        expect(await previewedRun(automation.id)).toEqual(meant[0]);
        for (const [index, { filters }] of rules.entries()) {
          const found = await previewOf({ recordType: name, filters: JSON.stringify(filters) });
          const matching = expected(type, rules[index]!, new Set()).matching;
          expect([found.matched, sorted(found.records.map(({ recordId }) => recordId))]).toEqual([matching.length, sorted(matching)]);
        }
        expect(await ran(automation)).toEqual(meant[0]);
        await deleteRecord(`Automation/${automation.id}`);
      });
      await fc.assert(property, { numRuns: Math.ceil(BULK / AT_ONCE) });
    },
    1_200_000,
  );
});

describe('Preview, dry run, manual run and event check agree with the oracle for any automation on', () => {
  it.each(TYPES)(
    '%s',
    async (name, event, matches) => {
      const type = recordTypeNamed(name);
      const isContact = name === 'Contact';
      const getsMessages = ['Contact', 'Candidate'].includes(name);
      const property = fc.asyncProperty(rulesOver(type), async (rule) => {
        const automation = await automations.save({ eventID: event, ...rule });
        const { id } = automation;
        const processed = new Set<number>();
        for (let times = 0; times < 2; times++) {
          const { summary: meant } = expected(type, rule, processed);
          if (isContact) expect(await previewed(id)).toEqual(meant.ids);
          expect(await rehearsed(id)).toEqual(meant);
          expect(await ran(automation)).toEqual(meant);
          meant.ids.forEach((each) => processed.add(each));
        }
        if (getsMessages) {
          await updateRecord(`Automation/${id}`, { actionsJSON: MESSAGE });
          const { summary: meant } = expected(type, rule, processed, true);
          if (isContact) expect(await previewed(id)).toEqual(meant.ids);
          expect(await rehearsed(id)).toEqual(meant);
        }
        const { matching, eligible } = expected(type, rule, processed, getsMessages);
        counted(type, { matched: matching.length });
        await updateRecord(`Automation/${id}`, { triggerID: 1 });
        expectPlanned(await plannedByEvent(type, id, event), eligible, rule.maxNumberOfRecordsToExecute);
        if (matches !== undefined) expect(await knownToMatch(id, matches)).toEqual(sorted(matching));
        await deleteRecord(`Automation/${id}`);
      });
      await fc.assert(property, { numRuns });
    },
    1_200_000,
  );

  it('records, with most automations selecting some but not all', () => {
    expect(telling).toBeGreaterThan(asking / 4);
  });
});
