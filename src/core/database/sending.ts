import type { Duplex } from 'node:stream';
import type { PoolConnection, ResultSetHeader } from 'mysql2';
import { list, type Sql } from '../sql';
import { lendPackets } from './packet-socket';
import { lengthOf, MOST_CHARACTERS, takeWaiting } from './waiting';

export type Row = unknown[];

/** What mysql2 does not declare of a connection. */
interface Streaming {
  readonly stream?: Duplex;
}

/** A query that waits to be sent, and its index among the statements of its packet. */
interface PendingQuery {
  readonly index: number;
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: Error) => void;
}

/** Statements that are sent together, in one round trip. */
interface Packet {
  readonly statements: Sql[];
  readonly queries: PendingQuery[];
  /** Of the queries; a server accepts only so many at once. */
  characters: number;
}

/** The packets that are not sent yet, by the connections of transactions. */
const packets = new WeakMap<PoolConnection, Packet>();

/** Sends a statement behind those that wait. @returns its own result */
export function send(connection: PoolConnection, statement: Sql): Promise<unknown> {
  sendPending(connection);
  return new Promise((resolve, reject) => {
    sendAll(connection, [...takeWaiting(connection), statement], (error, results) => (error ? reject(error) : resolve(results.at(-1))));
  });
}

/**
 * The rows of a query. Queries that a transaction starts without awaiting one before the next are sent together, in one round trip; if one
 * fails, all of them do.
 */
export function queryTogether(connection: PoolConnection, query: Sql): Promise<Row[]> {
  const length = lengthOf(query);
  if ((packets.get(connection)?.characters ?? 0) + length > MOST_CHARACTERS) sendPending(connection);
  return new Promise((resolve, reject) => {
    const packet = packets.get(connection) ?? beginPacket(connection);
    packet.characters += length;
    packet.statements.push(...takeWaiting(connection), query);
    packet.queries.push({ index: packet.statements.length - 1, resolve, reject });
  });
}

/** A new packet, sent when the pending microtasks have run: until then other promises can add their queries. */
function beginPacket(connection: PoolConnection): Packet {
  const packet: Packet = { statements: [], queries: [], characters: 0 };
  packets.set(connection, packet);
  process.nextTick(() => packets.get(connection) === packet && sendPending(connection));
  return packet;
}

/** Sends the pending queries of a connection, if there are any. */
function sendPending(connection: PoolConnection): void {
  const packet = packets.get(connection);
  if (!packet) return;
  packets.delete(connection);
  const { statements, queries } = packet;
  sendAll(connection, statements, (error, results) => {
    for (const { index, resolve, reject } of queries)
      if (error) reject(error);
      else resolve(results[index] as Row[]);
  });
}

function sendAll(connection: PoolConnection, statements: readonly Sql[], done: (error: Error | null, results: unknown[]) => void): void {
  connection.query(optionsOf(list(statements, '; ')), (error, result: unknown) =>
    done(error, statements.length === 1 ? [result] : (result as unknown[])),
  );
}

/**
 * Passes on the rows of a query, sent behind the statements that wait, as they arrive. Bytes in them are valid only while they are passed
 * on.
 */
export function streamRows(connection: PoolConnection & Streaming, query: Sql, visit: (row: Row) => void): Promise<void> {
  sendPending(connection);
  return new Promise<void>((resolve, reject) => {
    // a query without a callback is not told when its connection is lost: the connection is
    const settled = (settle: () => void): void => {
      connection.off('error', onError);
      lendPackets(connection.stream, false);
      settle();
    };
    const onError = (error: Error): void => settled(() => reject(error));
    connection.once('error', onError);
    connection
      .query(optionsOf(list([...takeWaiting(connection), query], '; ')))
      // not sooner: rows of a query that was sent earlier arrive before, and may be kept
      .on('fields', () => lendPackets(connection.stream, true))
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
