import type { Pool, PoolConnection } from 'mysql2/promise';
import { fold, words } from '../../src/text/fold';
import { marks, rows, type Value } from './database';
import type { Lookups } from './lookups';
import { BareRecords } from './records';
import { recordTypeNamed } from '../../src/fields/record-type';
import type { Answer } from '../../src/records/reading/mapper';

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

/** The five answers by SQL written by hand: no more is asked of the database, and nothing is checked but what the SQL needs. */
export class BareAnswers {
  readonly jobs: BareRecords;
  readonly contacts: BareRecords;
  readonly candidates: BareRecords;
  private readonly activities: BareRecords;
  private readonly histories: BareRecords;

  constructor(
    private readonly pool: Pool,
    private readonly lookups: Lookups,
  ) {
    const of = (name: string): BareRecords => new BareRecords(recordTypeNamed(name), lookups);
    [this.jobs, this.contacts, this.candidates, this.activities, this.histories] = [
      of('Job'),
      of('Contact'),
      of('Candidate'),
      of('Activity'),
      of('EmploymentHistory'),
    ];
  }

  async job(id: number): Promise<Answer | undefined> {
    const [job] = await this.jobs.read(this.pool, [id]);
    return job;
  }

  async searchJobs({ jobTitle, status, division, createdDateFrom, createdDateTo }: JobSearch): Promise<Answer[]> {
    const stages = this.lookups.below('jobStage', this.lookups.idsOf('jobStatus', status));
    const titles = words(jobTitle);
    const found = await rows(
      this.pool,
      `SELECT r.id FROM job r JOIN job_text t ON t.id = r.id WHERE r.deleted = 0 AND ${titles.map(() => 'INSTR(t.titleWords, ?) > 0').join(' AND ')}
        AND r.stageID IN (${marks(stages)}) AND r.division IN (${marks(division)}) AND r.createdDate >= ? AND r.createdDate <= ?
        ORDER BY r.createdDate DESC, r.id DESC LIMIT 100`,
      [...titles.map((word) => ` ${word}`), ...stages, ...division, sqlMoment(createdDateFrom), sqlMoment(createdDateTo)],
    );
    return this.jobs.read(this.pool, first(found));
  }

  async activitiesOf(candidate: number): Promise<Answer[]> {
    const found = await rows(
      this.pool,
      `SELECT a.id FROM activity_link l JOIN activity a ON a.id = l.activityID WHERE l.kind = 'Candidate' AND l.recordID = ? AND a.deleted = 0 ORDER BY ${WHEN} DESC, a.id DESC LIMIT 1000`,
      [candidate],
    );
    const answers = await this.activities.read(this.pool, first(found));
    return answers.length === 0 ? [] : this.linked(answers);
  }

  private async linked(answers: readonly Answer[]): Promise<Answer[]> {
    const ids = answers.map(({ id }) => id as number);
    const whole = new Map(
      answers.map((answer) => [
        answer['id'],
        Object.assign(answer, {
          linkedCandidates: [],
          linkedContacts: [],
          linkedClients: [],
          linkedJobIds: [],
          linkedOpportunities: [],
          linkedPlacements: [],
        }) as Answer,
      ]),
    );
    const links = await rows(
      this.pool,
      `SELECT activityID, kind, recordID FROM activity_link WHERE isLinked = 1 AND activityID IN (${marks(ids)}) ORDER BY recordID`,
      ids,
    );
    for (const [activity, kind, id] of links) (whole.get(activity)?.[LISTS[String(kind)] ?? ''] as unknown[]).push(id);
    return [...whole.values()];
  }

  /** The filter is that of the workload: status, state, created since. */
  async filterContacts({ filters, maxRecords }: ContactFilter): Promise<Answer[]> {
    const [status, state, created] = (JSON.parse(filters) as { rules: { value: string | string[] }[] }).rules.map(({ value }) => value);
    const statuses = this.lookups.idsOf('contactStatus', [String(status)]);
    const states = (state as string[]).map(fold);
    const found = await rows(
      this.pool,
      `SELECT r.id FROM contact r JOIN contact_text t ON t.id = r.id WHERE r.deleted = 0 AND r.statusID IN (${marks(statuses)})
        AND t.state IN (${marks(states)}) AND r.createdDate >= ? ORDER BY t.surname IS NULL, t.surname, r.id LIMIT ?`,
      [...statuses, ...states, sqlMoment(String(created)), String(maxRecords)],
    );
    return this.contacts.read(this.pool, first(found));
  }

  async candidate(from: PoolConnection, id: number): Promise<Answer | undefined> {
    const [candidate] = await this.candidates.read(from, [id]);
    const histories = first(await rows(from, 'SELECT id FROM employment_history WHERE candidateID = ? ORDER BY position', [id]));
    return candidate && { ...candidate, employmentHistories: await this.histories.read(from, histories) };
  }
}

export type BareBody = Readonly<Record<string, Value>>;
