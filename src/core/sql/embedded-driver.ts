import type BetterSqlite from 'better-sqlite3';

const NODE_API = 10;

/**
 * The library for the embedded database. Version 13 stands on Node-API, so one binary runs on Node 22 and later; version 12 is for
 * Node 20. It must not be loaded by Node 24: its statements abort the process when they are garbage-collected outside of JavaScript.
 */
export const EMBEDDED_LIBRARY = Number(process.versions.napi) >= NODE_API ? 'better-sqlite3-napi' : 'better-sqlite3';

/** @throws Error if the library for this version of Node was not installed */
export async function embeddedDriver(): Promise<typeof BetterSqlite> {
  const { default: driver } = (await import(EMBEDDED_LIBRARY)) as { default: typeof BetterSqlite };
  return driver;
}
