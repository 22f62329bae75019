import type { TestApp } from './app';
import { queryRows } from './database';

export type Body = Record<string, unknown>;
export type RecordBody = Body & { readonly id: number };

/** A published change: a row of record_change. */
export interface ChangeRow {
  readonly action: string;
  readonly events: readonly number[];
  readonly fields: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/** Short API calls that expect success and return the body. `service` is called each time, as tests start the service only later. */
export const apiClient = (service: () => TestApp) => ({
  createRecord: async (path: string, body: object = {}): Promise<RecordBody> => {
    const response = await service().http.post(`/api/${path}`).send(named(path, body));
    if (response.status !== 201) throw new Error(`POST /api/${path} answers ${response.status}: ${response.text}`);
    return response.body as RecordBody;
  },
  getRecord: async (path: string): Promise<RecordBody> => (await service().http.get(`/api/${path}`).expect(200)).body as RecordBody,
  listRecords: async (path: string): Promise<Body[]> => (await service().http.get(`/api/${path}`).expect(200)).body as Body[],
  updateRecord: async (path: string, body: object): Promise<RecordBody> => {
    const response = await service().http.put(`/api/${path}`).send(body);
    if (response.status !== 200) throw new Error(`PUT /api/${path} answers ${response.status}: ${response.text}`);
    return response.body as RecordBody;
  },
  deleteRecord: async (path: string): Promise<void> => void (await service().http.delete(`/api/${path}`).expect(204)),
  expectProblem: async (method: 'post' | 'put' | 'delete', path: string, body: object | undefined, status: number): Promise<Body> =>
    (
      await service()
        .http[method](`/api/${path}`)
        .send(body)
        .expect(status)
        .expect('Content-Type', /problem\+json/)
    ).body as Body,
  /** The published changes of a record, oldest first. */
  changesTo: async (type: string, id: number): Promise<ChangeRow[]> => {
    const rows = await queryRows<Record<keyof ChangeRow, string>>(
      service(),
      'SELECT action, events, fields FROM record_change WHERE type = ? AND recordID = ? ORDER BY id',
      [type, id],
    );
    return rows.map(({ action, events, fields }) => ({
      action,
      events: JSON.parse(events) as number[],
      fields: JSON.parse(fields) as ChangeRow['fields'],
    }));
  },
});

/** How new records are named: one of these fields must be set. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  Candidates: ['lastName', 'firstName'],
  Contacts: ['surname', 'firstName'],
  Jobs: ['title'],
};

/** A body for a POST with the name that is required where a test does not care. */
export function named(path: string, body: object): object {
  const [first, ...others] = NAMES[path.replace(/\?.*/, '')] ?? [];
  return first === undefined || [first, ...others].some((name) => name in body) ? body : { [first]: 'Nameless', ...body };
}

/** The pointers of the errors of a problem. */
export const pointersOf = ({ errors = [] }: Body): string[] => (errors as { pointer: string }[]).map(({ pointer }) => pointer);
