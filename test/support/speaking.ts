import type { TestApp } from './app';
import { asked } from './make';

export type Body = Record<string, unknown>;
export type Answer = Body & { readonly id: number };

/** A row of the outbox: what was told of a change. */
export interface Told {
  readonly action: string;
  readonly events: readonly number[];
  readonly fields: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/** Speaks with a service in few words: each asks for success, and gives the body of the answer. The service is asked for at each word, since tests start it first. */
export const speaking = (service: () => TestApp) => ({
  made: async (path: string, body: object = {}): Promise<Answer> =>
    (await service().http.post(`/api/${path}`).send(body).expect(201)).body as Answer,
  found: async (path: string): Promise<Answer> => (await service().http.get(`/api/${path}`).expect(200)).body as Answer,
  listed: async (path: string): Promise<Body[]> => (await service().http.get(`/api/${path}`).expect(200)).body as Body[],
  saved: async (path: string, body: object): Promise<Answer> =>
    (await service().http.put(`/api/${path}`).send(body).expect(200)).body as Answer,
  removed: async (path: string): Promise<void> => void (await service().http.delete(`/api/${path}`).expect(204)),
  refused: async (method: 'post' | 'put' | 'delete', path: string, body: object | undefined, status: number): Promise<Body> =>
    (
      await service()
        .http[method](`/api/${path}`)
        .send(body)
        .expect(status)
        .expect('Content-Type', /problem\+json/)
    ).body as Body,
  /** What was told of a record, from the first change on. */
  told: async (type: string, id: number): Promise<Told[]> => {
    const rows = await asked<Record<keyof Told, string>>(
      service(),
      'SELECT action, events, fields FROM record_change WHERE type = ? AND recordID = ? ORDER BY id',
      [type, id],
    );
    return rows.map(({ action, events, fields }) => ({
      action,
      events: JSON.parse(events) as number[],
      fields: JSON.parse(fields) as Told['fields'],
    }));
  },
});

/** The pointers of the complaints of a problem. */
export const pointersOf = ({ errors = [] }: Body): string[] => (errors as { pointer: string }[]).map(({ pointer }) => pointer);
