import type { EntityManager } from 'typeorm';
import { publish } from '../../../core/changes';
import type { Transaction, View } from '../../../core/database';
import { execute, rows } from '../../../core/database/rows';
import { READABLE } from '../../../core/files';
import { loadAll, replaceFigureWords } from '../../../core/records';
import { sql, sqlMoment, values, Sql } from '../../../core/sql';
import { FOR_UPDATE } from '../../../core/sql/dialect';
import { fold } from '../../../core/text/fold';
import { documents } from '../../activities.records';
import type { TextState } from './document-text.entity';

/** Sent after a commit with texts to be read. */
export const TEXTS_PENDING = 'texts of documents pending';

/** How often a text is read whose reading was interrupted: what ends the process must not do so for ever. */
const ATTEMPTS = 3;
const LEASE_MS = 5 * 60_000;

/** The text of a document. */
export interface StoredText {
  readonly state: TextState;
  readonly reason: string | null;
  readonly text: string | null;
}

export async function textOfDocument(em: EntityManager, documentID: number): Promise<StoredText | undefined> {
  const [found] = await rows(em, sql`SELECT state, reason, text FROM content_text WHERE documentID = ${documentID}`);
  if (!found) return undefined;
  const [state, reason, text] = found as [TextState, string | null, string | null];
  return { state, reason, text };
}

/** What a document contains is read after the commit, if it can contain a text. @param text if it has been read */
export async function queueText(transaction: Transaction, documentID: number, mediaType: string, text?: string): Promise<void> {
  if (!READABLE.includes(mediaType)) return;
  const now = sqlMoment(transaction.now);
  await execute(
    transaction.em,
    sql`INSERT INTO content_text (documentID, state, attempts, dueAt) VALUES (${documentID}, 'pending', 0, ${now})`,
  );
  if (text === undefined) transaction.signalAfterCommit(TEXTS_PENDING);
  else await settleText(transaction.em, documentID, { state: 'done', reason: null, text });
}

export async function forgetTexts(em: EntityManager, documentIDs: readonly number[]): Promise<void> {
  if (documentIDs.length === 0) return;
  await execute(em, sql`DELETE FROM content_text WHERE documentID IN (${values(documentIDs)})`);
  await replaceFigureWords(em, documents, { field: 'text', ids: documentIDs, text: null });
}

/** A text that is to be read. */
export interface PendingText {
  readonly documentID: number;
  readonly key: string;
  readonly mediaType: string;
  readonly size: number;
  readonly attempts: number;
}

/** The texts of those of the documents that have one. */
export async function textsOfDocuments({ em }: View, documentIDs: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (documentIDs.length === 0) return new Map();
  const found = await rows(
    em,
    sql`SELECT documentID, text FROM content_text WHERE documentID IN (${values(documentIDs)}) AND text IS NOT NULL`,
  );
  return new Map(found as [number, string][]);
}

/** Takes the next text, for five minutes. */
export async function claimText({ em, now }: Transaction): Promise<PendingText | undefined> {
  const [next] = await rows(
    em,
    sql`SELECT ct.documentID, dc.storageKey, dc.mediaType, dc.size, ct.attempts FROM content_text ct JOIN document_content dc ON dc.documentID = ct.documentID
      WHERE ct.state = 'pending' AND ct.dueAt <= ${sqlMoment(now)} ORDER BY ct.dueAt LIMIT 1${new Sql(FOR_UPDATE)}`,
  );
  if (!next) return undefined;
  const [documentID, key, mediaType, size, attempts] = next as [number, string, string, number, number];
  const until = sqlMoment(new Date(now.getTime() + LEASE_MS));
  await execute(em, sql`UPDATE content_text SET attempts = attempts + 1, dueAt = ${until} WHERE documentID = ${documentID}`);
  return { documentID, key, mediaType, size, attempts: attempts + 1 };
}

export const isGivenUp = ({ attempts }: PendingText): boolean => attempts > ATTEMPTS;

/** Those that were being read when the process ended are read now. For the embedded database, which no other process uses. */
export const releaseTexts = async ({ em, now }: Transaction): Promise<void> =>
  void (await execute(em, sql`UPDATE content_text SET dueAt = ${sqlMoment(now)} WHERE state = 'pending'`));

/** Stores what has become of a text, and publishes it, unless the document has another content by now. */
export async function finishText(transaction: Transaction, { documentID, key }: PendingText, result: StoredText): Promise<void> {
  const { em, types } = transaction;
  const [document] = await loadAll(em, documents, [documentID]);
  const [content] = await rows(em, sql`SELECT 1 FROM document_content WHERE documentID = ${documentID} AND storageKey = ${key}`);
  if (!document || !content) return;
  const { version, candidateID } = document;
  await settleText(em, documentID, result);
  const concerned = candidateID === null ? {} : { [types.named('Candidate').name]: [candidateID] };
  await publish(transaction, [
    { type: documents.name, recordID: documentID, action: 'updated', version, fields: { textState: ['pending', result.state] }, concerned },
  ]);
}

async function settleText(em: EntityManager, documentID: number, { state, reason, text }: StoredText): Promise<void> {
  const folded = text === null ? null : fold(text);
  await execute(
    em,
    sql`UPDATE content_text SET state = ${state}, reason = ${orNull(reason)}, dueAt = NULL, text = ${orNull(text)}, folded = ${orNull(folded)} WHERE documentID = ${documentID}`,
  );
  await replaceFigureWords(em, documents, { field: 'text', ids: [documentID], text });
}

const orNull = (text: string | null): Sql => (text === null ? sql`NULL` : sql`${text}`);
