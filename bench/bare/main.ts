import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { BareResponses } from './responses';
import { openBare } from './database';
import { Lookups } from './lookups';
import { updateBlindly, updateCandidate } from './update-candidate';

type Handler = (id: number, body: never) => Promise<unknown>;

/** The baseline: the same responses with as little as possible between the socket and the database. */
async function start(): Promise<void> {
  const database = await openBare(process.env['DATABASE_URL'] ?? '');
  const responses = new BareResponses(database, await Lookups.read(database));
  const routes: readonly (readonly [RegExp, Handler])[] = [
    [/^POST \/api\/Jobs\/Search$/, (_, body) => responses.searchJobs(body)],
    [/^GET \/api\/Jobs\/(\d+)$/, (id) => responses.job(id)],
    [/^GET \/api\/Candidates\/(\d+)\/Activities$/, (id) => responses.activitiesOf(id)],
    [/^PUT \/api\/Candidates\/(\d+)\/V2$/, (id, body) => updateCandidate(database, responses, id, body)],
    [/^PUT \/blind\/Candidates\/(\d+)\/V2$/, (id, body) => updateBlindly(database, id, body)],
    [/^POST \/api\/Automation\/Search\/Contacts\/Filters$/, (_, body) => responses.filterContacts(body)],
  ];
  createServer((request, response) => {
    handle(routes, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  }).listen(Number(process.env['PORT']), '127.0.0.1');
}

async function handle(routes: readonly (readonly [RegExp, Handler])[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestLine = `${request.method} ${request.url}`;
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
