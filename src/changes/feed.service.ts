import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Transactions, type View } from '../database';
import { numberOf } from '../database/rows';
import { list, sql, TRUE, type Sql } from '../query';
import { ChangeLog, type SequencedChange } from './change-log.service';
import { ChangesGone } from './changes-gone';
import type { ChangesQuery } from './changes.dto';
import { inSight } from './in-sight';
import { lastSequence } from './numbering';
import { Sequencer } from './sequencer.service';

/** So many changes are looked through for one page, where not all are asked for or seen. */
const LOOKED_THROUGH = 10_000;
const PIECE = 1000;

/** A page of the changes. */
export interface FeedPage {
  readonly changes: readonly SequencedChange[];
  /** Where to go on at once; undefined when all have been seen up to the newest. */
  readonly next?: number;
  /** The newest place when the page was read. */
  readonly last: number;
}

/** The changes as callers follow them. */
@Injectable()
export class Feed {
  constructor(
    private readonly transactions: Transactions,
    private readonly log: ChangeLog,
    private readonly sequencer: Sequencer,
  ) {}

  /** @param gone the caller has hung up @throws ChangesGone */
  async page(caller: Caller, { after, limit, types, wait }: ChangesQuery, gone: AbortSignal): Promise<FeedPage> {
    const which = ofTypes(types);
    const until = AbortSignal.any([gone, AbortSignal.timeout(wait * 1000)]);
    await this.sequencer.settled();
    let page = await this.read(caller, after, limit, which);
    while (wait > 0 && page.changes.length === 0 && page.next === undefined) {
      await this.sequencer.beyond(page.last, until);
      if (until.aborted || this.sequencer.isClosing) break;
      page = await this.read(caller, page.last, limit, which);
    }
    return page;
  }

  private read(caller: Caller, after: number | undefined, limit: number, which: Sql): Promise<FeedPage> {
    return this.transactions.read(caller, async (view) => {
      const last = await lastSequence(view.em);
      const page = await this.collected(view, { from: after ?? (await oldest(view, last)) - 1, last, limit, which });
      // asked afterwards, as the oldest may have been removed while they were read
      if (after !== undefined) await refuseGaps(view, after, last);
      return page;
    });
  }

  private async collected(
    view: View,
    { from, last, limit, which }: { from: number; last: number; limit: number; which: Sql },
  ): Promise<FeedPage> {
    const changes: SequencedChange[] = [];
    let at = from;
    while (at < last && at < from + LOOKED_THROUGH && changes.length < limit) {
      const end = Math.min(at + PIECE, last);
      const wanted = limit - changes.length;
      const found = await this.log.after(view, at, wanted, sql`sequence <= ${end} AND ${which}`);
      changes.push(...(await inSight(view, found)));
      at = found.length === wanted ? (found.at(-1)?.sequence ?? end) : end;
    }
    return { changes, last, next: at < last ? at : undefined };
  }
}

/** Names in any case; one that nothing is called matches nothing. */
function ofTypes(types: string | undefined): Sql {
  const names = types?.split(',').map((name) => name.trim().toLowerCase()) ?? [];
  return names.length === 0 ? TRUE : sql`LOWER(type) IN (${list(names.map((name) => sql`${name}`))})`;
}

/** The oldest change that is kept; where none is, the next one to come. */
const oldest = async ({ em }: View, last: number): Promise<number> =>
  (await numberOf(em, sql`SELECT MIN(sequence) FROM record_change WHERE sequence > 0`)) || last + 1;

async function refuseGaps(view: View, after: number, last: number): Promise<void> {
  const first = await oldest(view, last);
  if (after + 1 < first)
    throw new ChangesGone(`The changes up to ${first - 1} are no longer kept. Read the records anew, then go on with after=${last}.`, {
      oldest: first,
      last,
    });
  if (after > last)
    throw new ChangesGone(
      `The newest change is ${last}: ${after} is from another database. Read the records anew, then go on with after=${last}.`,
      { oldest: first, last },
    );
}
