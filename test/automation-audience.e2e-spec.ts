import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { recordTypeNamed, type RecordType } from '../src/fields/record-type';
import { parseFilter } from '../src/query/parse-filter';
import { parseOrder } from '../src/query/parse-order';
import { Event } from '../src/terms/events';
import { startApp, type TestApp } from './support/app';
import { Automations, idsOf, type Json, type RunRecord } from './support/automations';
import { asked, within } from './support/make';
import { sampledWorld, type SampledWorld } from './support/sampled-world';
import { speaking } from './support/speaking';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 0);
/** Rules of a type that are asked about in every way. */
const numRuns = Math.max(4, Math.round(RUNS / 20));
/** Rules of a type that are asked about in bulk, so many at once, one of which is run. */
const BULK = RUNS === 0 ? 40 : Math.max(120, RUNS * 2.5);
const AT_ONCE = 10;
const NOW = '2026-11-20T02:00:00Z';

let service: TestApp;
let automations: Automations;
let known: SampledWorld;
const { listed, saved, removed } = speaking(() => service);

beforeAll(async () => {
  service = await startApp({ CLOCK_START: NOW });
  automations = new Automations(service);
  // the world must stay as it is while it is asked about
  for (const { id } of await listed('Automation')) await removed(`Automation/${String(id)}`);
  known = await sampledWorld(service, new Date(NOW), 'Australia/Sydney');
});
afterAll(() => service.close());

interface Rule {
  readonly filters: object;
  readonly order: object[];
  readonly maxNumberOfRecordsToExecute: number | null;
  readonly excludeRecordsProcessedInDays: number | null;
}

/** Whom a rule takes, said in plain TypeScript. */
function expected(type: RecordType, { filters, order, ...rule }: Rule, processed: ReadonlySet<number>, sendsMessages = false) {
  const matching = known.byHand.ids(type, parseFilter(type, filters), parseOrder(type, order));
  const optedOut = new Set((known.world.rows.get(type) ?? []).filter((row) => row['optOut'] === true).map(({ id }) => id));
  const eligible = matching.filter(
    (id) => !(rule.excludeRecordsProcessedInDays && processed.has(id)) && !(sendsMessages && optedOut.has(id)),
  );
  const taken = eligible.slice(0, rule.maxNumberOfRecordsToExecute || eligible.length);
  return {
    matching,
    eligible,
    told: {
      matched: matching.length,
      excluded: matching.length - eligible.length,
      leftOut: eligible.length - taken.length,
      taken: taken.length,
      ids: taken,
    },
  };
}

const told = ({ matched, excluded, leftOut, taken }: Json, records: readonly RunRecord[]) => ({
  matched,
  excluded,
  leftOut,
  taken,
  ids: idsOf(records),
});

async function rehearsed(id: number) {
  const body = (await service.http.post(`/api/Automation/${id}/Runs?dryRun=true`).expect(200)).body as Json & { records: RunRecord[] };
  return told(body, body.records);
}

async function ran(automation: Json & { id: number }) {
  const { run, records } = await automations.runAgain(automation);
  return told(run, records);
}

/** What an event of all records at once plans, without carrying it out. */
async function plannedByEvent(type: RecordType, automationID: number, event: number): Promise<number[]> {
  const { publish } = await import('../src/changes/index.js');
  const { Runs } = await import('../src/automation/running/runs.service.js');
  const runs = jest.spyOn(service.app.get(Runs, { strict: false }), 'waiting').mockResolvedValue([]);
  try {
    const live = (known.world.rows.get(type) ?? []).filter(({ deleted }) => deleted !== true);
    await within(service, (unit) =>
      publish(
        unit,
        live.map(({ id }) => ({ type: type.name, recordID: id, action: 'updated', version: 1, events: [event] })),
      ),
    );
    while (
      Number(
        (
          await asked<Json>(
            service,
            "SELECT COUNT(*) AS amount FROM record_change WHERE sequence IS NULL OR sequence > (SELECT MAX(value) FROM counter WHERE name = 'dispatched')",
          )
        )[0]?.['amount'],
      ) > 0
    )
      await pause(5);
    const planned = await asked<{ id: number }>(
      service,
      "SELECT recordID AS id FROM automation_run_record WHERE automationID = ? AND outcome = 'planned'",
      [automationID],
    );
    await saved(`Automation/${automationID}`, { statusID: 2 });
    return sorted(planned.map(({ id }) => Number(id)));
  } finally {
    runs.mockRestore();
  }
}

/** Whom a rule that waits for records to match knows to match from its activation on. */
async function knownToMatch(automationID: number, eventID: number): Promise<number[]> {
  await saved(`Automation/${automationID}`, { statusID: 1, eventID });
  return sorted(
    (await asked<{ id: number }>(service, 'SELECT recordID AS id FROM automation_match WHERE automationID = ?', [automationID])).map(
      ({ id }) => Number(id),
    ),
  );
}

const sorted = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);
const previewed = (automationId: number): Promise<number[]> => automations.previewIds({ automationId, nextRunOnly: true });
/** The rules that were tried, and those that mean some records and not all. */
let [asking, telling] = [0, 0];
const MESSAGE = JSON.stringify([{ type: 'sendEmail', params: { subject: 'News', body: 'There is news.' } }]);

/** Types of records, an event of each, and the event that waits for them to match. */
const TYPES: readonly (readonly [string, number, number | undefined])[] = [
  ['Contact', Event.ContactUpdated, 25],
  ['Candidate', Event.CandidateUpdated, 16],
  ['Client', Event.ClientUpdated, 30],
  ['Opportunity', Event.OpportunityStageChanged, 33],
  ['Job', Event.JobUpdated, 43],
  ['Application', Event.ApplicationStageChanged, 49],
  ['Interview', Event.InterviewMoved, undefined],
  ['Placement', Event.PlacementStatusChanged, 62],
  ['Timesheet', Event.TimesheetApproved, undefined],
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

/** Whom the next runs of new automations would take: many are asked about in one unit of work. */
async function planned(eventID: number, rules: readonly Rule[]) {
  const { Transactions } = await import('../src/database/index.js');
  const { THE_SERVICE } = await import('../src/callers/index.js');
  const { audienceOf } = await import('../src/automation/audience.js');
  const { audienceOfRun } = await import('../src/automation/running/audience-of-run.js');
  const { checkDefinition } = await import('../src/automation/definition/check-definition.js');
  const { Automation } = await import('../src/automation/automation.entity.js');
  const now = new Date(NOW);
  return service.app.get(Transactions, { strict: false }).read(THE_SERVICE, async (view) => {
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
      const audience = audienceOfRun(automation, checkDefinition(automation, { now, timeZone: 'Australia/Sydney' }), 'manual');
      const { taken, ...counts } = await audienceOf({ ...view, now }, audience);
      all.push({ ...counts, taken: taken.length, ids: taken });
    }
    return all;
  });
}

describe('Preview, plan and run take those who are meant, by hand, of thousands of rules over', () => {
  it.each(TYPES)(
    '%s',
    async (name, event) => {
      const type = recordTypeNamed(name);
      const property = fc.asyncProperty(fc.array(rulesOver(type), { minLength: AT_ONCE, maxLength: AT_ONCE }), async (rules) => {
        const meant = rules.map((rule) => expected(type, rule, new Set()).told);
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
        expect(await ran(automation)).toEqual(meant[0]);
        await removed(`Automation/${automation.id}`);
      });
      await fc.assert(property, { numRuns: Math.ceil(BULK / AT_ONCE) });
    },
    1_200_000,
  );
});

describe('Preview, dry run, run and event check take those who are meant, by hand, of any rule over', () => {
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
          const { told: meant } = expected(type, rule, processed);
          if (isContact) expect(await previewed(id)).toEqual(meant.ids);
          expect(await rehearsed(id)).toEqual(meant);
          expect(await ran(automation)).toEqual(meant);
          meant.ids.forEach((each) => processed.add(each));
        }
        if (getsMessages) {
          await saved(`Automation/${id}`, { actionsJSON: MESSAGE });
          const { told: meant } = expected(type, rule, processed, true);
          if (isContact) expect(await previewed(id)).toEqual(meant.ids);
          expect(await rehearsed(id)).toEqual(meant);
        }
        const { matching, eligible } = expected(type, rule, processed, getsMessages);
        counted(type, { matched: matching.length });
        await saved(`Automation/${id}`, { triggerID: 1 });
        expect(await plannedByEvent(type, id, event)).toEqual(sorted(eligible));
        if (matches !== undefined) expect(await knownToMatch(id, matches)).toEqual(sorted(matching));
        await removed(`Automation/${id}`);
      });
      await fc.assert(property, { numRuns });
    },
    1_200_000,
  );

  it('records, of which most rules mean some and not all', () => {
    expect(telling).toBeGreaterThan(asking / 4);
  });
});
