import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Server } from '../server';
import { refuseDifference } from '../check';
import { IMPORTED_COLUMNS, writeCandidates } from './candidate-file';
import { largestCandidate, removeCandidatesAfter } from './remove-candidates';
import { download, upload } from './transfer';
import type { TransferContext } from './workloads';

const ROWS = 20;
const STAMPS = ['createdDate', 'lastUpdateDate'];
/** The tables that both write, and the order of their rows. */
const WRITTEN = [
  ['candidate', 'id'],
  ['candidate_text', 'id'],
  ['candidate_figure', 'id'],
  ['candidate_word', 'id, field, word'],
  ['candidate_duplicate', 'id, value'],
] as const;

/** Both servers write the same rows for the same file, and the same file for the same rows. @throws Error with the first difference */
export async function checkTransfers(names: readonly string[], service: Server, bare: Server, context: TransferContext): Promise<void> {
  if (names.includes('W6')) await checkImport(service, bare, context);
  if (names.includes('W7')) await checkExport(service, bare, context);
}

async function checkImport(service: Server, bare: Server, { folder, store }: TransferContext): Promise<void> {
  const file = join(folder, 'check.csv');
  const before = await largestCandidate(store);
  await writeCandidates(file, ROWS, String(Date.now()));
  await appendFaults(file);
  const written = async (server: Server): Promise<unknown> => {
    const line = await upload(`http://127.0.0.1:${server.port}/api/Candidates/Import`, file);
    // ids are not used again, so they begin elsewhere each time
    const [[first] = []] = await store.all('SELECT MIN(id) FROM candidate WHERE id > ?', [before]);
    const stored = [];
    for (const [table, order] of WRITTEN)
      stored.push(withoutStamps(await store.records(`SELECT * FROM ${table} WHERE id > ? ORDER BY ${order}`, [before]), Number(first)));
    const changes = await store.all(
      "SELECT recordID, version, action, events, fields, concerned, byID, source, address FROM record_change WHERE type = 'Candidate' AND recordID >= ? ORDER BY recordID",
      [Number(first)],
    );
    await removeCandidatesAfter(store, before);
    return {
      line,
      stored,
      changes: changes.map(([id, version, action, ...rest]) => [Number(id) - Number(first), version, action, rest.map(contentOf)]),
    };
  };
  try {
    refuseDifference('the import of candidates', await written(service), await written(bare));
  } finally {
    await removeCandidatesAfter(store, before);
  }
}

/** A row with the address of the first one, and one that is no address: both servers must refuse them. */
async function appendFaults(file: string): Promise<void> {
  const [, address = ''] = /(import\.[^,]+)/.exec(await readFile(file, 'utf8')) ?? [];
  const rest = ','.repeat(IMPORTED_COLUMNS.length - 3);
  await appendFile(file, `Twin,Twin,${address}${rest}\r\nNobody,Nobody,nowhere${rest}\r\n`);
}

/** With ids from 0, and without the time of the import. */
const withoutStamps = (records: readonly Record<string, unknown>[], first: number): unknown =>
  records.map((record) => ({ ...record, id: Number(record['id']) - first, ...Object.fromEntries(STAMPS.map((name) => [name, 0])) }));

function contentOf(cell: unknown): unknown {
  if (typeof cell !== 'string' || !/^[[{]/.test(cell)) return cell;
  const content = JSON.parse(cell) as unknown;
  return typeof content === 'object' && content !== null && 'createdDate' in content ? { ...content, createdDate: 0 } : content;
}

async function checkExport(service: Server, bare: Server, { folder }: TransferContext): Promise<void> {
  const exported = async (server: Server): Promise<string[]> => {
    const file = join(folder, 'check.csv');
    await download(`http://127.0.0.1:${server.port}/api/Candidates/Export?format=csv`, file);
    return (await readFile(file, 'utf8')).split('\r\n');
  };
  refuseDifference('the export of candidates', await exported(service), await exported(bare));
}
