import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { Random } from '../src/demo/random';
import type { MainSizes } from '../src/demo/sizes';
import { Client } from './client';
import type { BenchDatabase } from './database';
import { waitUntilIdle } from './idle';
import type { Server } from './server';
import { whileSuspended } from './suspended';
import type { BenchRequest, Workload } from './workloads';

const REQUESTS = 8;

export interface Compared {
  /** Of the database. */
  readonly url: string;
  readonly service: Server;
  readonly bare: Server;
  readonly store: BenchDatabase;
  readonly sizes: MainSizes;
}

/** Before anything is measured: bare gives the responses of the service, value by value. @throws Error with the first difference */
export async function checkEqual(workloads: readonly Workload[], { url, service, bare, store, sizes }: Compared): Promise<void> {
  const [ours, theirs] = [new Client(service.port), new Client(bare.port)];
  try {
    for (const { name, request, bareRequest } of workloads.filter((workload) => workload.bareRequest === undefined)) {
      const random = new Random(`check ${name} ${Date.now()}`);
      for (let number = 0; number < REQUESTS; number++) {
        const sent = request(random, sizes);
        if (sent.method === 'PUT')
          await comparePuts({ ours, theirs, service, store }, [sent, { ...request(random, sizes), path: sent.path }]);
        else refuseDifference(`${sent.method} ${sent.path}`, await ours.json(sent), await theirs.json(bareRequest?.(sent) ?? sent));
      }
    }
    await verifyAudit(url);
  } finally {
    ours.close();
    theirs.close();
  }
}

interface Both extends Pick<Compared, 'service' | 'store'> {
  readonly ours: Client;
  readonly theirs: Client;
}

/**
 * Each server saves the same change of the same record, from one state to another; what the other then answers to the same request,
 * which changes nothing any more, must be equal, and so must the changes that followers see, and the entries of the audit. Bare follows up
 * its own changes: the service is suspended meanwhile.
 */
async function comparePuts({ ours, theirs, service, store }: Both, [one, other]: readonly [BenchRequest, BenchRequest]): Promise<void> {
  const id = Number(/\d+/.exec(one.path)?.[0]);
  const what = `PUT ${one.path}`;
  // an update in the same millisecond as the one before would have its time
  const save = async (by: Client, request: BenchRequest): Promise<unknown> => (await pause(2), by.json(request));
  await save(ours, one);
  const byService = await save(ours, other);
  await waitUntilIdle(store, ['dispatched', 'audited']);
  const changeOfService = await lastChange(store, id);
  const entryOfService = await lastEntry(ours, id);
  refuseDifference(`${what}, saved by the service`, byService, await save(theirs, other));
  const byBare = await whileSuspended(service, store, async () => {
    await save(theirs, one);
    const saved = await save(theirs, other);
    await waitUntilIdle(store, ['audited']);
    return saved;
  });
  const changeOfBare = await lastChange(store, id);
  refuseDifference(`${what}, saved by bare`, await save(ours, other), byBare);
  refuseDifference(`the change of ${what}`, changeOfService.content, changeOfBare.content);
  refuseDifference(`the version of ${what}`, changeOfService.version + 2, changeOfBare.version);
  refuseDifference(`the audit of ${what}`, entryOfService, await lastEntry(ours, id));
  refuseDifference(`the texts of ${what}`, await textsOf(store, id, byService), await textsOf(store, id, byBare));
}

/** What the audit says of the last change of a candidate. */
async function lastEntry(service: Client, id: number): Promise<unknown> {
  const path = `/api/Audit?type=Candidate&recordID=${id}&limit=1`;
  const [entry] = (await service.json({ method: 'GET', path })) as Record<string, unknown>[];
  if (!entry) throw new Error(`The audit has no entry of candidate ${id}.`);
  return { ...entry, ...Object.fromEntries(['sequence', 'at', 'version', 'requestID'].map((name) => [name, undefined])) };
}

/** @throws Error when the entries that both have written are no chain */
async function verifyAudit(url: string): Promise<void> {
  const environment = { ...process.env, DATABASE_URL: url };
  await promisify(execFile)(process.execPath, [join(__dirname, '..', 'src', 'commands', 'audit.js'), '--verify'], { env: environment });
}

async function lastChange(store: BenchDatabase, id: number): Promise<{ version: number; content: unknown }> {
  const [[version, action, events, fields, concerned, ...origin] = []] = await store.all(
    "SELECT version, action, events, fields, concerned, byID, source, address FROM record_change WHERE type = 'Candidate' AND recordID = ? ORDER BY id DESC LIMIT 1",
    [id],
  );
  const content = [events, fields, concerned].map((text) => JSON.parse(String(text)) as unknown);
  return { version: Number(version), content: { action, origin, content } };
}

/** The folded texts, as far as the answer has them. */
async function textsOf(store: BenchDatabase, id: number, answer: unknown): Promise<unknown> {
  const names = ['email1', 'jobTitle', 'employer', 'suburb', 'summary'].filter((name) => name in (answer as object));
  return store.all(`SELECT ${names.join(', ')} FROM candidate_text WHERE id = ?`, [id]);
}

/** @throws Error that names the first place where they differ */
export function refuseDifference(what: string, ours: unknown, theirs: unknown): void {
  if (isDeepStrictEqual(ours, theirs)) return;
  const [path, one, other] = firstDifference(ours, theirs, '');
  throw new Error(`${what}: the service and bare differ at ${path || 'the top'}: ${shown(one)} and ${shown(other)}.`);
}

function firstDifference(ours: unknown, theirs: unknown, path: string): [path: string, ours: unknown, theirs: unknown] {
  const both = [ours, theirs];
  if (!both.every((value) => typeof value === 'object' && value !== null)) return [path, ours, theirs];
  const [one, other] = both as [Record<string, unknown>, Record<string, unknown>];
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
    if (!isDeepStrictEqual(one[key], other[key])) return firstDifference(one[key], other[key], `${path}/${key}`);
  return [path, ours, theirs];
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 300);
