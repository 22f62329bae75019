import type { Response, Test } from 'supertest';
import type { TestApp } from './app';
import type { Json } from './automations';

export const CSV = 'text/csv';
export const NDJSON = 'application/x-ndjson';

/** The outcome of a row. */
export interface RowResult extends Json {
  row: number;
  id?: number;
  outcome: string;
  detail?: string;
  errors?: { pointer: string; detail: string }[];
}

export interface Summary extends Json {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  dryRun: boolean;
  complete: boolean;
}

/** Reads the response body as text, whatever its media type. */
export const asText = (request: Test): Test =>
  request.buffer(true).parse((response, done) => {
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => pieces.push(Buffer.from(piece)));
    response.on('end', () => done(null, Buffer.concat(pieces).toString()));
  });

export const parseNdjson = <T = Json>(text: string): T[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);

export interface ImportResult {
  readonly response: Response;
  readonly lines: readonly RowResult[];
  readonly summary: Summary;
}

/** Imports a text and parses the report. */
export async function importText(
  { http }: TestApp,
  path: string,
  text: string,
  headers: Record<string, string> = { 'Content-Type': CSV },
): Promise<ImportResult> {
  const response = await asText(http.post(`/api/${path}`).set(headers)).send(text);
  if (response.status !== 200) throw new Error(`${response.status}: ${String(response.body)}`);
  const all = parseNdjson<RowResult & { summary: Summary }>(response.body);
  const last = all.pop();
  return { response, lines: all, summary: last!.summary };
}

/** The content of an export. */
export async function exportText({ http }: TestApp, path: string): Promise<string> {
  const response = await asText(http.get(`/api/${path}`));
  if (response.status !== 200) throw new Error(`${response.status}: ${String(response.body)}`);
  return response.body;
}
