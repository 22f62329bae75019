import type BetterSqlite from 'better-sqlite3';
import { SettingError } from '../config';

const NODE_API = 10;

/**
 * The library for the embedded database. Version 13 stands on Node-API, so one binary runs on Node 22 and later; version 12 is for
 * Node 20. It must not be loaded by Node 24: its statements abort the process when they are garbage-collected outside of JavaScript.
 */
export const EMBEDDED_LIBRARY = Number(process.versions.napi) >= NODE_API ? 'better-sqlite3-napi' : 'better-sqlite3';

/** @throws SettingError if the library was not installed: for Node 20 it may have to be compiled, and npm leaves it out where that fails */
export async function embeddedDriver(library = EMBEDDED_LIBRARY): Promise<typeof BetterSqlite> {
  try {
    const { default: driver } = (await import(library)) as { default: typeof BetterSqlite };
    return driver;
  } catch (error) {
    throw new SettingError(
      `DATABASE_URL must name a server, or the SQLite driver must be installed: run "npm ci" with Python and a C++ compiler, or use Node 22 or later (${String(error).split('\n')[0]}).`,
    );
  }
}
