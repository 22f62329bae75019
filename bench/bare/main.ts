import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { CandidateUpdateDto } from '../../src/candidates/candidate.dto';
import { candidates } from '../../src/candidates';
import { SYSTEM_CALLER } from '../../src/core/callers';
import { columnsOf, fieldsByName } from '../../src/core/bulk/columns';
import { readSettings, Vault } from '../../src/core/config';
import { secretKey } from '../../src/core/config/secret-key';
import { openBare } from './database';
import { exportCandidates } from './export-candidates';
import { followUp } from './follow-up';
import { importCandidates } from './import-candidates';
import { Lookups } from './lookups';
import { BareResponses } from './responses';
import { updateBlindly, updateCandidate } from './update-candidate';

/** Answers with an object, sent as JSON; or itself. */
type Handler = (id: number, body: never) => Promise<unknown>;
type StreamHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Routes<T> = readonly (readonly [RegExp, T])[];

/** The baseline: the same responses with as little as possible between the socket and the database. */
async function start(): Promise<void> {
  const database = await openBare(process.env['DATABASE_URL'] ?? '');
  const followChanges = followUp(database, new Vault(secretKey(readSettings(process.env))));
  const lookups = await Lookups.read(database);
  const responses = new BareResponses(database, lookups);
  const bulkType = { type: candidates, created: CandidateUpdateDto, updated: CandidateUpdateDto, keys: {}, owner: 'ownerID' };
  const [columns, fields] = [columnsOf(bulkType, SYSTEM_CALLER), fieldsByName(bulkType)];
  const routes: Routes<Handler> = [
    [/^POST \/api\/Jobs\/Search$/, (_, body) => responses.searchJobs(body)],
    [/^GET \/api\/Jobs\/(\d+)$/, (id) => responses.job(id)],
    [/^GET \/api\/Candidates\/(\d+)\/Activities$/, (id) => responses.activitiesOf(id)],
    [/^PUT \/api\/Candidates\/(\d+)\/V2$/, (id, body) => updateCandidate(database, responses, id, body).finally(followChanges)],
    [/^PUT \/blind\/Candidates\/(\d+)\/V2$/, (id, body) => updateBlindly(database, id, body)],
    [/^POST \/api\/Automation\/Search\/Contacts\/Filters$/, (_, body) => responses.filterContacts(body)],
  ];
  const streams: Routes<StreamHandler> = [
    [/^GET \/api\/Candidates\/Export\?format=csv$/, (_, response) => exportCandidates(responses, columns, response)],
    [
      /^POST \/api\/Candidates\/Import$/,
      (request, response) => importCandidates({ database, lookups, fields, followChanges }, request, response),
    ],
  ];
  createServer((request, response) => {
    handle(routes, streams, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(error));
    });
  }).listen(Number(process.env['PORT']), '127.0.0.1');
}

async function handle(
  routes: Routes<Handler>,
  streams: Routes<StreamHandler>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestLine = `${request.method} ${request.url}`;
  const stream = streams.find(([pattern]) => pattern.test(requestLine));
  if (stream) return stream[1](request, response);
  for (const [pattern, handler] of routes) {
    const [found, id] = pattern.exec(requestLine) ?? [];
    if (found === undefined) continue;
    const result = await handler(Number(id), (await bodyOf(request)) as never);
    const text = Buffer.from(JSON.stringify(result ?? {}));
    response.writeHead(result === undefined ? 404 : 200, { 'Content-Type': 'application/json', 'Content-Length': text.length }).end(text);
    return;
  }
  response.writeHead(404).end();
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (request.method === 'GET') return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

void start();
