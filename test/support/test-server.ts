import { createConnection } from 'mysql2/promise';

/** @returns rows, or what a change of data returns */
export type Execute = (statement: string) => Promise<unknown>;

/** Sends statements to a server over a connection of its own, to no database. */
export async function onServer<T>(address: string, work: (execute: Execute) => Promise<T>): Promise<T> {
  const url = new URL(address);
  const connection = await createConnection({
    host: url.hostname,
    port: Number(url.port || 3306),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  });
  try {
    return await work(async (statement) => (await connection.query(statement))[0]);
  } finally {
    await connection.end();
  }
}
