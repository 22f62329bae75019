import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { THE_SERVICE } from '../callers';
import { Settings } from '../config';
import { Transactions } from '../database';
import { numberOf, rows } from '../database/rows';
import { keptFigures } from '../database/side-tables';
import { allRecordTypes, type RecordType } from '../fields/record-type';
import { Conflict } from '../http';
import { identifier, list, sql } from '../query';
import { refreshFigures } from '../records';
import { Clock } from '../time/clock';
import { firm } from './firm';
import { insertAll } from './insert';
import { made, type Made } from './made';
import { DEMONSTRATION, sizesOf, type MainSizes } from './sizes';
import { World } from './world';

/** Is told how many records were written or brought up to date, again and again. */
export type Report = (count: number) => void;

/** So many rows, or figures of so many records, in one unit of work. */
const ROWS = 1000;
const FIGURES = 500;

/** A firm made up for demonstrations and trials: the same on every machine on the same day. */
@Injectable()
export class Demonstration implements OnApplicationBootstrap {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Fills an empty database, whole or not at all: with the demonstration, or just with whom the service acts as. */
  async onApplicationBootstrap(): Promise<void> {
    if (!(await this.isEmpty())) return;
    try {
      await this.transactions.write(THE_SERVICE, () => (this.isWanted ? this.load() : this.open()));
    } catch (error) {
      // another process that started on the same database was first
      if (!(error instanceof Conflict)) throw error;
    }
  }

  /** Are there no users, candidates, contacts and jobs? */
  isEmpty(): Promise<boolean> {
    const someone = ['user', 'candidate', 'contact', 'job'].map((table) => sql`EXISTS (SELECT 1 FROM ${identifier(table)})`);
    return this.transactions.read(THE_SERVICE, async ({ em }) => (await numberOf(em, sql`SELECT ${list(someone, ' OR ')}`)) === 0);
  }

  /** Makes the firm, chunk by chunk, in a database that is empty. */
  async load(main: MainSizes = DEMONSTRATION, report: Report = () => undefined): Promise<void> {
    for (const chunk of chunks(firm(new World(sizesOf(main), this.clock.now())))) {
      await this.transactions.write(THE_SERVICE, ({ em }) => insertAll(em, chunk));
      report(chunk.filter(isMain).length);
    }
    for (const type of allRecordTypes().filter((each) => keptFigures(each).length > 0)) await this.refresh(type, report);
  }

  /** User 1 and division 1, which everything else can start from. */
  private open(): Promise<void> {
    const now = this.clock.now();
    const about = { id: 1, deleted: false, createdDate: now, updatedDate: now };
    const start = [
      made('User', { ...about, name: 'Administrator', isActive: true }),
      made('Division', { ...about, name: 'Head office', countryCode: 'AU' }),
    ];
    return this.transactions.write(THE_SERVICE, ({ em }) => insertAll(em, start));
  }

  private get isWanted(): boolean {
    return this.settings.demoData ?? this.settings.database.kind === 'sqlite';
  }

  private async refresh(type: RecordType, report: Report): Promise<void> {
    for (let last = 0; ;) {
      const ids = await this.idsAfter(type, last);
      if (ids.length === 0) return;
      await this.transactions.write(THE_SERVICE, ({ em }) => refreshFigures(em, type, ids));
      report(ids.length);
      last = ids.at(-1) ?? last;
    }
  }

  private idsAfter({ table }: RecordType, last: number): Promise<number[]> {
    const query = sql`SELECT id FROM ${identifier(table)} WHERE id > ${last} ORDER BY id LIMIT ${FIGURES}`;
    return this.transactions.read(THE_SERVICE, async ({ em }) => (await rows(em, query)).map(([id]) => id as number));
  }
}

const MAIN = new Set(['Job', 'Contact', 'Candidate', 'Activity']);
const isMain = ({ kind }: Made): boolean => MAIN.has(kind);

/** How much {@link Demonstration.load} has to report of a firm of that size. */
export const stepsOf = (main: MainSizes): number =>
  main.activities + 2 * (main.jobs + main.contacts + main.candidates) + sizesOf(main).clients;

function* chunks(all: Iterable<Made>): Generator<Made[]> {
  let chunk: Made[] = [];
  for (const each of all) {
    chunk.push(each);
    if (chunk.length < ROWS) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
