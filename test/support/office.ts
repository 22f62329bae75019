import type { TestApp } from './app';
import { asked, make } from './make';

export type Body = Record<string, unknown>;

/** A job of a client with somebody to talk to, and a candidate. */
export interface Vacancy {
  readonly clientID: number;
  readonly contactID: number;
  readonly jobID: number;
  readonly candidateID: number;
}

/** What the tests of a recruiter's day ask of a service. */
export class Office {
  constructor(private readonly service: TestApp) {}

  /** @param job fields of the job beyond those that it needs */
  async vacancy(job: Body = {}): Promise<Vacancy> {
    const clientID = await make(this.service, 'Client', { name: 'Harbour' });
    const contactID = await make(this.service, 'Contact', { fullName: 'Olivia Bennett', clientID });
    const { body } = await this.service.http
      .post('/api/Jobs')
      .send({ title: 'Site Engineer', type: 'CONTRACT', clientID, contact1ID: contactID, division: 1, ...job })
      .expect(201);
    return { clientID, contactID, jobID: (body as { id: number }).id, candidateID: await this.candidate() };
  }

  candidate(): Promise<number> {
    return make(this.service, 'Candidate', { fullName: 'Charlotte Nguyen', createdDate: new Date() });
  }

  /** Makes a record over HTTP. */
  async made(path: string, body: Body): Promise<{ id: number } & Body> {
    const answer = await this.service.http.post(`/api/${path}`).send(body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body as { id: number } & Body;
  }

  async found(path: string): Promise<Body> {
    return (await this.service.http.get(`/api/${path}`).expect(200)).body as Body;
  }

  /** What was told of a record: an entry for each of its changes. */
  async told(type: string, recordID: number): Promise<{ action: string; events: number[]; fields: Record<string, [unknown, unknown]> }[]> {
    const changes = await asked<{ action: string; events: string; fields: string }>(
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

  /** The events of the latest change of a record. */
  async latestEvents(type: string, recordID: number): Promise<number[]> {
    return (await this.told(type, recordID)).at(-1)?.events ?? [];
  }

  /** The activities that show a record, as they stand in the database. */
  mirrors(category: number, entityId: number): Promise<Body[]> {
    return asked<Body>(this.service, 'SELECT * FROM activity WHERE category = ? AND entityId = ?', [category, entityId]);
  }
}

/** A list of `{type, value}` as an object. */
export const byType = (list: unknown): Body =>
  Object.fromEntries((list as { type: string; value: unknown }[]).map(({ type, value }) => [type, value]));
