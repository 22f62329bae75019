import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { TestApp } from './app';

/** A JSON object. */
export type Json = Record<string, unknown>;
export interface Run extends Json {
  id: number;
  status: string;
  reason?: string;
  matched: number;
  excluded: number;
  leftOut: number;
  taken: number;
  processed: number;
  skipped: number;
  failed: number;
}
export interface RunRecord {
  recordId: number;
  module: string;
  outcome: string;
  reason?: string;
  actions: { id: string; type: string; outcome: string; detail?: string }[];
}
export interface RunResult {
  readonly automation: Json & { id: number };
  readonly run: Run;
  readonly records: readonly RunRecord[];
}

/** The input for an automation, with the four JSON texts as objects. */
export type AutomationInput = Json & { filters?: unknown; actions?: unknown; schedule?: unknown; order?: unknown };

const TEXTS = { filters: 'filtersJSON', actions: 'actionsJSON', schedule: 'scheduleMetaDataJSON', order: 'orderByJSON' } as const;

/** The request body; by default of a manual, active automation on contacts. */
export function bodyOf(input: AutomationInput): Json {
  const body: Json = { triggerID: 3, eventID: 17, statusID: 1 };
  for (const [name, value] of Object.entries(input)) {
    if (name in TEXTS) body[TEXTS[name as keyof typeof TEXTS]] = JSON.stringify(value);
    else body[name] = value;
  }
  return body;
}

export const rule = (field: string, operator: string, value?: unknown): Json => ({ field, operator, value });
export const all = (...rules: object[]): Json => ({ combinator: 'and', rules });
export const any = (...rules: object[]): Json => ({ combinator: 'or', rules });
export const idIn = (...ids: number[]): Json => all(rule('id', 'in', ids));
export const EVERYONE = { all: true };
export const addTag = (tag: string, params: Json = {}, more: Json = {}): Json => ({ type: 'addTag', params: { tag, ...params }, ...more });
export const update = (field: string, value: unknown, params: Json = {}, more: Json = {}): Json => ({
  type: 'updateField',
  params: { field, value, ...params },
  ...more,
});

/** Creates and runs automations through the API of a service. */
export class Automations {
  /** @param service with only `http`, its database cannot be accessed */
  constructor(readonly service: Pick<TestApp, 'http'> & Partial<TestApp>) {}

  async save(input: AutomationInput, query = ''): Promise<Json & { id: number }> {
    const response = await this.service.http.post(`/api/Automation${query}`).send(bodyOf(input));
    if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
    return response.body as Json & { id: number };
  }

  /** Creates an automation with runNow and waits for the end of the run. */
  async run(input: AutomationInput): Promise<RunResult> {
    const response = await this.service.http.post('/api/Automation?runNow=true').send(bodyOf(input));
    if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
    return this.waitForResult(response.body as Json & { id: number }, response.headers['location'] as string);
  }

  async runAgain(automation: Json & { id: number }): Promise<RunResult> {
    return this.waitForResult(automation, await this.queue(automation.id));
  }

  /** @returns the path of the run */
  async queue(id: number): Promise<string> {
    const response = await this.service.http.post(`/api/Automation/${id}/Runs`).expect(202);
    return response.headers['location'] as string;
  }

  async waitForResult(automation: Json & { id: number }, path: string): Promise<RunResult> {
    return { automation, run: await this.waitForRun(path), records: await this.records(path) };
  }

  /** Polls until the run has ended. */
  async waitForRun(path: string): Promise<Run> {
    for (;;) {
      const run = await this.get<Run>(path);
      if (!['queued', 'running'].includes(run.status)) return run;
      await pause(10);
    }
  }

  records(path: string): Promise<RunRecord[]> {
    return this.get(`${path}/Records?limit=1000`);
  }

  async get<T>(path: string): Promise<T> {
    const response = await this.service.http.get(path).expect(200);
    return response.body as T;
  }

  async preview(request: Json): Promise<Json[]> {
    const response = await this.service.http.post('/api/Automation/Search/Contacts/Filters').send(request);
    if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
    return response.body as Json[];
  }

  async previewIds(request: Json): Promise<number[]> {
    return (await this.preview(request)).map(({ id }) => id as number);
  }

  /** Accesses the database directly, for what the API does not show. */
  async inDatabase<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    const { Transactions } = await import('../../src/core/database/index.js');
    const { SYSTEM_CALLER } = await import('../../src/core/callers/index.js');
    return this.service.app!.get(Transactions, { strict: false }).write(SYSTEM_CALLER, ({ em }) => work(em));
  }

  /** Inserts a queued run without notifying the workers. @returns its id */
  insertQueuedRun(automationID: number): Promise<number> {
    return this.inDatabase(async (em) => {
      await em.query(
        "INSERT INTO automation_run (automationID, automationVersion, `trigger`, status, queuedAt) VALUES (?, 1, 'manual', 'queued', '2026-01-01 00:00:00.000')",
        [automationID],
      );
      const [run] = await em.query<{ id: number }[]>('SELECT MAX(id) AS id FROM automation_run');
      return run!.id;
    });
  }

  /** Rows of the database; each cell is a number or a string. */
  rows(query: string, params: readonly unknown[] = []): Promise<Json[]> {
    return this.inDatabase((em) => em.query<Json[]>(query, [...params]));
  }

  /** The texts of the tags of a record. */
  async tagsOn(kind: 'contact' | 'candidate' | 'job', id: number): Promise<string[]> {
    const found = await this.rows(
      `SELECT t.tag AS tag FROM ${kind}_tag l JOIN tag t ON t.id = l.tagID WHERE l.recordID = ? ORDER BY t.id`,
      [id],
    );
    return found.map(({ tag }) => String(tag));
  }
}

export const recordIdsOf = (records: readonly RunRecord[]): number[] => records.map(({ recordId }) => recordId);
