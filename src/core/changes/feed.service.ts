import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Transactions, type View } from '../database';
import { numberOf } from '../database/rows';
import { list, sql, TRUE, type Sql } from '../sql';
import { ChangeLog, FOR_THE_FEED, type SequencedChange } from './change-log.service';
import { ChangesGone } from './changes-gone';
import type { ChangesQuery } from './changes.dto';
import { visibleChanges } from './visible-changes';
import { lastSequence } from './numbering';
import { withTimeout } from '../time/timeout';
import { Sequencer } from './sequencer.service';

/** The maximum number of changes scanned for one page when filters or scope hide some. */
const SCAN_LIMIT = 10_000;
const BATCH = 1000;

/** A page of the changes. */
export interface FeedPage {
  readonly changes: readonly SequencedChange[];
  /** Where to continue; undefined if the page reaches the newest change. */
  readonly next?: number;
  /** The highest sequence number when the page was read. */
  readonly last: number;
}

/** Serves the change feed to API callers. */
@Injectable()
export class Feed {
  constructor(
    private readonly transactions: Transactions,
    private readonly log: ChangeLog,
    private readonly sequencer: Sequencer,
  ) {}

  /** @param gone the caller has disconnected @throws ChangesGone */
  async page(caller: Caller, { after, limit, types, wait }: ChangesQuery, gone: AbortSignal): Promise<FeedPage> {
    const which = sql`${FOR_THE_FEED} AND ${typeCondition(types)}`;
    return withTimeout(wait * 1000, [gone], async (until) => {
      await this.sequencer.settled();
      let page = await this.read(caller, after, limit, which);
      while (wait > 0 && page.changes.length === 0 && page.next === undefined) {
        await this.sequencer.waitBeyond(page.last, until);
        if (until.aborted || this.sequencer.isClosing) break;
        page = await this.read(caller, page.last, limit, which);
      }
      return page;
    });
  }

  private read(caller: Caller, after: number | undefined, limit: number, which: Sql): Promise<FeedPage> {
    return this.transactions.read(caller, async (view) => {
      const last = await lastSequence(view.em);
      const page = await this.collect(view, { from: after ?? (await oldest(view, last)) - 1, last, limit, which });
      // checked afterwards because the oldest may have been removed during the read
      if (after !== undefined) await rejectGaps(view, after, last);
      return page;
    });
  }

  private async collect(
    view: View,
    { from, last, limit, which }: { from: number; last: number; limit: number; which: Sql },
  ): Promise<FeedPage> {
    const changes: SequencedChange[] = [];
    let at = from;
    while (at < last && at < from + SCAN_LIMIT && changes.length < limit) {
      const end = Math.min(at + BATCH, last);
      const wanted = limit - changes.length;
      const found = await this.log.after(view, at, wanted, sql`sequence <= ${end} AND ${which}`);
      changes.push(...(await visibleChanges(view, found)));
      at = found.length === wanted ? (found.at(-1)?.sequence ?? end) : end;
    }
    return { changes, last, next: at < last ? at : undefined };
  }
}

/** Names in any case; unknown names match nothing. */
function typeCondition(types: string | undefined): Sql {
  const names = types?.split(',').map((name) => name.trim().toLowerCase()) ?? [];
  return names.length === 0 ? TRUE : sql`LOWER(type) IN (${list(names.map((name) => sql`${name}`))})`;
}

/** The oldest change stored; if there is none, the next one to come. */
const oldest = async ({ em }: View, last: number): Promise<number> =>
  (await numberOf(em, sql`SELECT MIN(sequence) FROM record_change WHERE sequence > 0`)) || last + 1;

async function rejectGaps(view: View, after: number, last: number): Promise<void> {
  const first = await oldest(view, last);
  if (after + 1 < first)
    throw new ChangesGone(
      `The changes up to ${first - 1} are no longer stored. Read the records again, then continue with after=${last}.`,
      {
        oldest: first,
        last,
      },
    );
  if (after > last)
    throw new ChangesGone(
      `The newest change is ${last}, so ${after} comes from another database. Read the records again, then continue with after=${last}.`,
      { oldest: first, last },
    );
}
