import type { EntityManager } from 'typeorm';
import type { FieldChanges } from '../../../core/changes';
import type { Transaction } from '../../../core/database';
import { execute, rows } from '../../../core/database/rows';
import { discardFiles, useFile, type ReceivedFile } from '../../../core/files';
import { sql, values } from '../../../core/sql';
import { forgetTexts, queueText } from './texts';

/** What is known of the content of a document. */
export interface Content {
  readonly key: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
}

export async function contentOf(em: EntityManager, documentID: number): Promise<Content | undefined> {
  const [content] = await rows(em, sql`SELECT storageKey, mediaType, size, sha256 FROM document_content WHERE documentID = ${documentID}`);
  if (!content) return undefined;
  const [key, mediaType, size, sha256] = content as [string, string, number, string];
  return { key, mediaType, size, sha256 };
}

/** Puts a file in the place of the content that a document has. @returns what changed */
export async function replaceContent(transaction: Transaction, documentID: number, file: ReceivedFile): Promise<FieldChanges> {
  const { em } = transaction;
  const { key, kind, size, sha256 } = file;
  const before = await contentOf(em, documentID);
  if (before?.sha256 === sha256 && before.mediaType === kind.mediaType) return {};
  await removeContents(transaction, [documentID]);
  await useFile(transaction, key);
  await execute(
    em,
    sql`INSERT INTO document_content (documentID, storageKey, mediaType, size, sha256) VALUES (${documentID}, ${key}, ${kind.mediaType}, ${size}, ${sha256})`,
  );
  await queueText(transaction, documentID, kind.mediaType, file.text);
  return { contentSize: [before?.size ?? 0, size], contentSha256: [before?.sha256 ?? null, sha256] };
}

/** The files are removed after the commit. */
export async function removeContents(transaction: Transaction, documentIDs: readonly number[]): Promise<void> {
  await discardFiles(transaction, await keysOf(transaction.em, documentIDs));
  await forgetContents(transaction.em, documentIDs);
}

/** Is the file with this key the content of a document? */
export const isContent = async (em: EntityManager, key: string): Promise<boolean> =>
  (await rows(em, sql`SELECT 1 FROM document_content WHERE storageKey = ${key}`)).length > 0;

/** The keys of the contents of documents. */
export async function keysOf(em: EntityManager, documentIDs: readonly number[]): Promise<string[]> {
  if (documentIDs.length === 0) return [];
  const found = await rows(em, sql`SELECT storageKey FROM document_content WHERE documentID IN (${values(documentIDs)})`);
  return found.map(([key]) => key as string);
}

export async function forgetContents(em: EntityManager, documentIDs: readonly number[]): Promise<void> {
  if (documentIDs.length === 0) return;
  await forgetTexts(em, documentIDs);
  await execute(em, sql`DELETE FROM document_content WHERE documentID IN (${values(documentIDs)})`);
}
