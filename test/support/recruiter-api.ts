import type { TestApp } from './app';
import { queryRows, seedRecord } from './database';

export type Body = Record<string, unknown>;

/** A job with its client and contact, and a candidate. */
export interface Vacancy {
  readonly clientID: number;
  readonly contactID: number;
  readonly jobID: number;
  readonly candidateID: number;
}

/** The API calls of a recruiter's daily work. */
export class RecruiterApi {
  constructor(private readonly service: TestApp) {}

  /** @param job fields beyond the required ones */
  async vacancy(job: Body = {}): Promise<Vacancy> {
    const clientID = await seedRecord(this.service, 'Client', { name: 'Harbour' });
    const contactID = await seedRecord(this.service, 'Contact', { fullName: 'Olivia Bennett', clientID });
    const { body } = await this.service.http
      .post('/api/Jobs')
      .send({ title: 'Site Engineer', type: 'CONTRACT', clientID, contact1ID: contactID, division: 1, ...job })
      .expect(201);
    return { clientID, contactID, jobID: (body as { id: number }).id, candidateID: await this.candidate() };
  }

  candidate(): Promise<number> {
    return seedRecord(this.service, 'Candidate', { fullName: 'Charlotte Nguyen', createdDate: new Date() });
  }

  /** Creates a record through the API. */
  async createRecord(path: string, body: Body): Promise<{ id: number } & Body> {
    const response = await this.service.http.post(`/api/${path}`).send(body);
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${response.text}`);
    return response.body as { id: number } & Body;
  }

  async getRecord(path: string): Promise<Body> {
    return (await this.service.http.get(`/api/${path}`).expect(200)).body as Body;
  }

  /** The published changes of a record, oldest first. */
  async changesTo(
    type: string,
    recordID: number,
  ): Promise<{ action: string; events: number[]; fields: Record<string, [unknown, unknown]> }[]> {
    const changes = await queryRows<{ action: string; events: string; fields: string }>(
      this.service,
      'SELECT action, events, fields FROM record_change WHERE type = ? AND recordID = ? ORDER BY id',
      [type, recordID],
    );
    return changes.map(({ action, events, fields }) => ({
      action,
      events: JSON.parse(events) as number[],
      fields: JSON.parse(fields) as Record<string, [unknown, unknown]>,
    }));
  }

  /** The event ids of the latest change of a record. */
  async latestEvents(type: string, recordID: number): Promise<number[]> {
    return (await this.changesTo(type, recordID)).at(-1)?.events ?? [];
  }

  /** The rows of the activities that mirror a record. */
  mirrorActivities(category: number, entityId: number): Promise<Body[]> {
    return queryRows<Body>(this.service, 'SELECT * FROM activity WHERE category = ? AND entityId = ?', [category, entityId]);
  }
}

/** Turns a list of `{type, value}` into an object. */
export const byType = (list: unknown): Body =>
  Object.fromEntries((list as { type: string; value: unknown }[]).map(({ type, value }) => [type, value]));
