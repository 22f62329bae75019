import type { View } from '../database';
import { sql } from '../sql';
import { FOR_THE_FEED, type ChangeLog, type SequencedChange } from './change-log.service';
import { candidatesFor, isWanted, type ChangeFilter } from './change-filter';
import { visibleChanges } from './visible-changes';

/** The maximum number of changes scanned at once when filters or scope hide some. */
const SCAN_LIMIT = 10_000;
const BATCH = 1000;

/** A part of the feed. */
export interface Stretch {
  /** The sequence number after which it begins. */
  readonly from: number;
  /** The one with which it ends at the latest. */
  readonly last: number;
  /** The maximum number of changes. */
  readonly limit: number;
  readonly filter: ChangeFilter;
}

/** The wanted changes that the caller sees. @returns with them, up to where the feed has been read */
export async function collectChanges(
  log: ChangeLog,
  view: View,
  { from, last, limit, filter }: Stretch,
): Promise<{ readonly changes: readonly SequencedChange[]; readonly at: number }> {
  const candidates = sql`${FOR_THE_FEED} AND ${candidatesFor(filter)}`;
  const changes: SequencedChange[] = [];
  let at = from;
  while (at < last && at < from + SCAN_LIMIT && changes.length < limit) {
    const end = Math.min(at + BATCH, last);
    const wanted = limit - changes.length;
    const found = await log.after(view, at, wanted, sql`sequence <= ${end} AND ${candidates}`);
    changes.push(
      ...(await visibleChanges(
        view,
        found.filter((change) => isWanted(filter, change)),
      )),
    );
    at = found.length === wanted ? (found.at(-1)?.sequence ?? end) : end;
  }
  return { changes, at };
}
