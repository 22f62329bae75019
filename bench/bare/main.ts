import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import '../../src/entities';
import { BareAnswers } from './answers';
import { poolAt } from './database';
import { Lookups } from './lookups';
import { updateBlindly, updateCandidate } from './update-candidate';

type Answering = (id: number, body: never) => Promise<unknown>;

/** The yardstick: the same answers with as little between the socket and the database as can be. */
async function start(): Promise<void> {
  const pool = poolAt(process.env['DATABASE_URL'] ?? '');
  const answers = new BareAnswers(pool, await Lookups.read(pool));
  const routes: readonly (readonly [RegExp, Answering])[] = [
    [/^POST \/api\/Jobs\/Search$/, (_, body) => answers.searchJobs(body)],
    [/^GET \/api\/Jobs\/(\d+)$/, (id) => answers.job(id)],
    [/^GET \/api\/Candidates\/(\d+)\/Activities$/, (id) => answers.activitiesOf(id)],
    [/^PUT \/api\/Candidates\/(\d+)\/V2$/, (id, body) => updateCandidate(pool, answers, id, body)],
    [/^PUT \/blind\/Candidates\/(\d+)\/V2$/, (id, body) => updateBlindly(pool, id, body)],
    [/^POST \/api\/Automation\/Search\/Contacts\/Filters$/, (_, body) => answers.filterContacts(body)],
  ];
  createServer((request, response) => {
    answer(routes, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  }).listen(Number(process.env['PORT']), '127.0.0.1');
}

async function answer(
  routes: readonly (readonly [RegExp, Answering])[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = `${request.method} ${request.url}`;
  for (const [pattern, answering] of routes) {
    const [found, id] = pattern.exec(asked) ?? [];
    if (found === undefined) continue;
    const result = await answering(Number(id), (await bodyOf(request)) as never);
    const text = Buffer.from(JSON.stringify(result ?? {}));
    response.writeHead(result === undefined ? 404 : 200, { 'Content-Type': 'application/json', 'Content-Length': text.length }).end(text);
    return;
  }
  response.writeHead(404).end();
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (request.method === 'GET') return undefined;
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString());
}

void start();
