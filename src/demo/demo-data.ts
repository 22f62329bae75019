import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SYSTEM_CALLER } from '../core/callers';
import { Settings } from '../core/config';
import { Transactions } from '../core/database';
import { numberOf } from '../core/database/rows';
import { storedFigures } from '../core/records/side-tables';
import type { RecordType } from '../core/fields/record-type';
import { Conflict, Unavailable } from '../core/problems';
import { ADMINISTRATOR_ROLE } from '../core/terms/role-scopes';
import { identifier, list, sql } from '../core/sql';
import { fixDuplicates, refreshFigures } from '../core/records';
import { Clock } from '../core/time/clock';
import { firm } from './firm';
import { inParallel } from './in-parallel';
import { insertAll } from './insert';
import { insertStream } from './insert-stream';
import { demoRecord, type DemoRecord } from './demo-record';
import { makeRuns } from './payroll-runs';
import { DEMO_SIZES, sizesOf, type MainSizes } from './sizes';
import { DemoContext } from './demo-context';

/** Called repeatedly with the number of records inserted or refreshed since the last call. */
export type ReportProgress = (count: number) => void;

export interface LoadOptions {
  readonly report?: ReportProgress;
  /** So many connections at the same time; more than one only on a server, and not within a transaction. */
  readonly writers?: number;
}

/** Records whose figures are refreshed per transaction. */
const FIGURES = 500;

/** A fictional staffing firm for demos and trials: the same on every machine on the same day. */
@Injectable()
export class DemoData implements OnApplicationBootstrap {
  /** Once the database is not empty. */
  loaded: Promise<void> = Promise.resolve();

  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Fills an empty database in one transaction: with the demo data, or with only the user and division that the service needs. */
  async onApplicationBootstrap(): Promise<void> {
    await (this.loaded = this.fillEmpty(() => (this.isEnabled ? this.load() : this.createMinimum())));
  }

  /** Makes an empty database ready to be worked with, without the demo data. */
  prepareEmpty(): Promise<void> {
    return this.fillEmpty(() => this.createMinimum());
  }

  private async fillEmpty(fill: () => Promise<void>): Promise<void> {
    if (!(await this.isEmpty())) return;
    try {
      await this.transactions.write(SYSTEM_CALLER, fill);
    } catch (error) {
      // another process filled it first: at the same node, or at another one of the cluster
      if (!(error instanceof Conflict || error instanceof Unavailable) || (await this.isEmpty())) throw error;
    }
  }

  /** True when there are no users, candidates, contacts or jobs. */
  isEmpty(): Promise<boolean> {
    const someone = ['user', 'candidate', 'contact', 'job'].map((table) => sql`EXISTS (SELECT 1 FROM ${identifier(table)})`);
    return this.transactions.read(SYSTEM_CALLER, async ({ em }) => (await numberOf(em, sql`SELECT ${list(someone, ' OR ')}`)) === 0);
  }

  /** Inserts the firm into an empty database, chunk by chunk. */
  async load(main: MainSizes = DEMO_SIZES, { report = () => undefined, writers = 1 }: LoadOptions = {}): Promise<void> {
    const context = new DemoContext(sizesOf(main), this.clock.now());
    await insertStream(this.transactions, firm(context), { writers, inserted: (chunk) => report(chunk.filter(isMain).length) });
    await this.transactions.write(SYSTEM_CALLER, (transaction) => makeRuns(transaction, context));
    for (const type of this.transactions.types.all.filter((each) => storedFigures(each).length > 0))
      await this.refresh(type, writers, report);
    for (const type of this.transactions.types.all.filter(({ duplicateKinds }) => duplicateKinds.length > 0))
      await this.findDuplicates(type);
  }

  /** User 1 and division 1, the minimum to start working with. */
  private createMinimum(): Promise<void> {
    const now = this.clock.now();
    const about = { id: 1, deleted: false, createdDate: now, updatedDate: now };
    const start = [
      demoRecord('User', { ...about, name: 'Administrator', roleID: ADMINISTRATOR_ROLE, isActive: true }),
      demoRecord('Division', { ...about, name: 'Head office', countryCode: 'AU', firstDayOfWeek: 1 }),
    ];
    return this.transactions.write(SYSTEM_CALLER, ({ em }) => insertAll(em, start));
  }

  get isEnabled(): boolean {
    return this.settings.demoData ?? this.settings.database.kind === 'sqlite';
  }

  private async refresh(type: RecordType, writers: number, report: ReportProgress): Promise<void> {
    await inParallel(batches(await this.lastOf(type)), writers, async (ids) => {
      await this.transactions.write(SYSTEM_CALLER, ({ em }) => refreshFigures(em, type, ids));
      report(ids.length);
    });
  }

  /** On one connection: others would wait for the keys that it counts. */
  private async findDuplicates(type: RecordType): Promise<void> {
    for (const ids of batches(await this.lastOf(type)))
      await this.transactions.write(SYSTEM_CALLER, (transaction) => fixDuplicates(transaction, type, ids));
  }

  /** The ids of demo records are consecutive. */
  private lastOf({ table }: RecordType): Promise<number> {
    return this.transactions.read(SYSTEM_CALLER, ({ em }) => numberOf(em, sql`SELECT MAX(id) FROM ${identifier(table)}`));
  }
}

/** The ids up to the last one, a part at a time. */
function* batches(last: number): Generator<number[]> {
  for (let done = 0; done < last; done += FIGURES)
    yield Array.from({ length: Math.min(FIGURES, last - done) }, (_, index) => done + index + 1);
}

const MAIN = new Set(['Job', 'Contact', 'Candidate', 'Activity']);
const isMain = ({ kind }: DemoRecord): boolean => MAIN.has(kind);

/** The total that {@link DemoData.load} reports for a firm of these sizes. */
export const progressTotal = (main: MainSizes): number =>
  main.activities + 2 * (main.jobs + main.contacts + main.candidates) + sizesOf(main).clients + 1;
