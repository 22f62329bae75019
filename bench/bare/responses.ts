import { fold, words } from '../../src/core/text/fold';
import { placeholders, type Executor, type Value } from './executor';
import type { Lookups } from './lookups';
import { BareRecords } from './records';
import { readSettings } from '../../src/core/config';
import { recordTypes } from '../../src/record-types';
import type { RecordResponse } from '../../src/core/records/reading/mapper';

interface JobSearch {
  readonly jobTitle: string;
  readonly status: readonly string[];
  readonly division: readonly number[];
  readonly createdDateFrom: string;
  readonly createdDateTo: string;
}

interface ContactFilter {
  readonly filters: string;
  readonly maxRecords: number;
}

const LISTS: Readonly<Record<string, string>> = {
  Candidate: 'linkedCandidates',
  Contact: 'linkedContacts',
  Client: 'linkedClients',
  Job: 'linkedJobIds',
  Opportunity: 'linkedOpportunities',
  Placement: 'linkedPlacements',
};
const WHEN = "COALESCE(a.activityDate, a.dateCreated, '1000-01-01')";
const sqlMoment = (text: string): string => text.slice(0, 23).replace('T', ' ');
const first = (found: readonly unknown[][]): number[] => found.map(([id]) => id as number);

/** The responses of the benchmark, from hand-written SQL: the minimum of queries and no validation beyond what the SQL needs. */
export class BareResponses {
  readonly jobs: BareRecords;
  readonly contacts: BareRecords;
  readonly candidates: BareRecords;
  private readonly activities: BareRecords;
  private readonly histories: BareRecords;

  constructor(
    private readonly database: Executor,
    private readonly lookups: Lookups,
  ) {
    const types = recordTypes(readSettings({ DATABASE_URL: 'sqlite::memory:' }));
    const of = (name: string): BareRecords => new BareRecords(types, types.named(name), lookups);
    [this.jobs, this.contacts, this.candidates, this.activities, this.histories] = [
      of('Job'),
      of('Contact'),
      of('Candidate'),
      of('Activity'),
      of('EmploymentHistory'),
    ];
  }

  async job(id: number): Promise<RecordResponse | undefined> {
    const [job] = await this.jobs.read(this.database, [id]);
    return job;
  }

  async searchJobs({ jobTitle, status, division, createdDateFrom, createdDateTo }: JobSearch): Promise<RecordResponse[]> {
    const stages = this.lookups.below('jobStage', this.lookups.idsOf('jobStatus', status));
    const titles = words(jobTitle);
    const found = await this.database.rows(
      `SELECT r.id FROM job r JOIN job_text t ON t.id = r.id WHERE r.deleted = 0 AND ${titles.map(() => 'INSTR(t.titleWords, ?) > 0').join(' AND ')}
        AND r.stageID IN (${placeholders(stages)}) AND r.division IN (${placeholders(division)}) AND r.createdDate >= ? AND r.createdDate <= ?
        ORDER BY r.createdDate DESC, r.id DESC LIMIT 100`,
      [...titles.map((word) => ` ${word}`), ...stages, ...division, sqlMoment(createdDateFrom), sqlMoment(createdDateTo)],
    );
    return this.jobs.read(this.database, first(found));
  }

  async activitiesOf(candidate: number): Promise<RecordResponse[]> {
    const found = await this.database.rows(
      `SELECT a.id FROM activity_link l JOIN activity a ON a.id = l.activityID WHERE l.kind = 'Candidate' AND l.recordID = ? AND a.deleted = 0 ORDER BY ${WHEN} DESC, a.id DESC LIMIT 1000`,
      [candidate],
    );
    const records = await this.activities.read(this.database, first(found));
    return records.length === 0 ? [] : this.linked(records);
  }

  private async linked(records: readonly RecordResponse[]): Promise<RecordResponse[]> {
    const ids = records.map(({ id }) => id as number);
    const complete = new Map(
      records.map((record) => [
        record['id'],
        Object.assign(record, {
          linkedCandidates: [],
          linkedContacts: [],
          linkedClients: [],
          linkedJobIds: [],
          linkedOpportunities: [],
          linkedPlacements: [],
        }) as RecordResponse,
      ]),
    );
    const links = await this.database.rows(
      `SELECT activityID, kind, recordID FROM activity_link WHERE isLinked = 1 AND activityID IN (${placeholders(ids)}) ORDER BY recordID`,
      ids,
    );
    for (const [activity, kind, id] of links) (complete.get(activity)?.[LISTS[String(kind)] ?? ''] as unknown[]).push(id);
    return [...complete.values()];
  }

  /** Expects the filter of the workload: status, state, created since. */
  async filterContacts({ filters, maxRecords }: ContactFilter): Promise<RecordResponse[]> {
    const [status, state, created] = (JSON.parse(filters) as { rules: { value: string | string[] }[] }).rules.map(({ value }) => value);
    const statuses = this.lookups.idsOf('contactStatus', [String(status)]);
    const states = (state as string[]).map(fold);
    const found = await this.database.rows(
      `SELECT r.id FROM contact r JOIN contact_text t ON t.id = r.id WHERE r.deleted = 0 AND r.statusID IN (${placeholders(statuses)})
        AND t.state IN (${placeholders(states)}) AND r.createdDate >= ? ORDER BY t.surname IS NULL, t.surname, r.id LIMIT ${Number(maxRecords)}`,
      [...statuses, ...states, sqlMoment(String(created))],
    );
    return this.contacts.read(this.database, first(found));
  }

  async candidate(from: Executor, id: number): Promise<RecordResponse | undefined> {
    const [candidate] = await this.candidates.read(from, [id]);
    return (
      candidate && {
        ...candidate,
        employmentHistories: await this.histories.readWhere(from, 'r.candidateID = ? ORDER BY r.position', [id]),
      }
    );
  }

  /** Those after an id, with their employment histories, owners and tags. */
  async candidatesAfter(after: number, limit: number): Promise<RecordResponse[]> {
    const found = await this.candidates.readWhere(this.database, `r.deleted = 0 AND r.id > ? ORDER BY r.id LIMIT ${limit}`, [after]);
    const ids = found.map(({ id }) => id as number);
    if (ids.length === 0) return [];
    const rows = await this.histories.rowsWhere(
      this.database,
      `r.candidateID IN (${placeholders(ids)}) ORDER BY r.candidateID, r.position`,
      ids,
    );
    const histories = this.histories.responsesOf(rows);
    const ofCandidate = new Map<unknown, RecordResponse[]>(ids.map((id) => [id, []]));
    rows.forEach((row, index) => ofCandidate.get(this.histories.cellOf(row, 'candidateID'))?.push(histories[index] ?? {}));
    const owners = new Map(await this.pairs(`SELECT id, ownerID FROM candidate WHERE id IN (${placeholders(ids)})`, ids));
    const tags = await this.pairs(
      `SELECT l.recordID, t.tag FROM candidate_tag l JOIN tag t ON t.id = l.tagID WHERE l.recordID IN (${placeholders(ids)}) ORDER BY l.id`,
      ids,
    );
    const tagsOf = new Map<unknown, string[]>(ids.map((id) => [id, []]));
    for (const [id, tag] of tags) tagsOf.get(id)?.push(String(tag));
    return found.map((candidate) => {
      const { id } = candidate;
      return { ...candidate, ownerID: owners.get(id) ?? 0, tags: tagsOf.get(id)?.join('; '), employmentHistories: ofCandidate.get(id) };
    });
  }

  private async pairs(query: string, ids: readonly number[]): Promise<[unknown, unknown][]> {
    return (await this.database.rows(query, ids)).map(([one, other]) => [one, other]);
  }
}

export type BareBody = Readonly<Record<string, Value>>;
