import type { PoolConnection, ResultSetHeader } from 'mysql2';
import { list, type Sql } from '../sql';
import { lengthOf, MOST_CHARACTERS, takeWaiting } from './waiting';

export type Row = unknown[];

/** A query whose rows somebody awaits, and its place among the statements that are sent with it. */
interface Asked {
  readonly place: number;
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: Error) => void;
}

/** What takes one round trip. */
interface Packet {
  readonly statements: Sql[];
  readonly asked: Asked[];
  /** Of the queries; a server accepts only so many at once. */
  characters: number;
}

/** By the connections of transactions, the queries that have been asked for a moment ago. */
const packets = new WeakMap<PoolConnection, Packet>();

/** Sends a statement behind those that wait. @returns its own result */
export function send(connection: PoolConnection, statement: Sql): Promise<unknown> {
  sendAsked(connection);
  return new Promise((resolve, reject) => {
    sendAll(connection, [...takeWaiting(connection), statement], (error, results) => (error ? reject(error) : resolve(results.at(-1))));
  });
}

/**
 * The rows of a query. Those that a transaction asks for at the same time, without awaiting one before the next, take one round trip; if
 * one fails, so do those behind it.
 */
export function ask(connection: PoolConnection, query: Sql): Promise<Row[]> {
  const length = lengthOf(query);
  if ((packets.get(connection)?.characters ?? 0) + length > MOST_CHARACTERS) sendAsked(connection);
  return new Promise((resolve, reject) => {
    const packet = packets.get(connection) ?? beginPacket(connection);
    packet.characters += length;
    packet.statements.push(...takeWaiting(connection), query);
    packet.asked.push({ place: packet.statements.length - 1, resolve, reject });
  });
}

/** It is sent when all that can go on has gone on. */
function beginPacket(connection: PoolConnection): Packet {
  const packet: Packet = { statements: [], asked: [], characters: 0 };
  packets.set(connection, packet);
  process.nextTick(() => packets.get(connection) === packet && sendAsked(connection));
  return packet;
}

/** Sends what has been asked for before something else is sent. */
function sendAsked(connection: PoolConnection): void {
  const packet = packets.get(connection);
  if (!packet) return;
  packets.delete(connection);
  const { statements, asked } = packet;
  sendAll(connection, statements, (error, results) => {
    for (const { place, resolve, reject } of asked)
      if (error) reject(error);
      else resolve(results[place] as Row[]);
  });
}

function sendAll(connection: PoolConnection, statements: readonly Sql[], done: (error: Error | null, results: unknown[]) => void): void {
  connection.query(optionsOf(list(statements, '; ')), (error, result: unknown) =>
    done(error, statements.length === 1 ? [result] : (result as unknown[])),
  );
}

/** Shows the rows of a query, sent behind the statements that wait, as they arrive. */
export function showEach(connection: PoolConnection, query: Sql, visit: (row: Row) => void): Promise<void> {
  sendAsked(connection);
  return new Promise<void>((resolve, reject) => {
    // a query without a callback is not told when its connection is lost: the connection is
    const settled = (settle: () => void): void => {
      connection.off('error', onError);
      settle();
    };
    const onError = (error: Error): void => settled(() => reject(error));
    connection.once('error', onError);
    connection
      .query(optionsOf(list([...takeWaiting(connection), query], '; ')))
      .on('result', (result: Row | ResultSetHeader) => {
        try {
          // the statements before it have results, too
          if (Array.isArray(result)) visit(result);
        } catch (error) {
          onError(error instanceof Error ? error : new Error(String(error)));
        }
      })
      .on('error', onError)
      .on('end', () => settled(resolve));
  });
}

const optionsOf = ({ text, params }: Sql) => ({ sql: text, values: [...params], rowsAsArray: true, dateStrings: true });
