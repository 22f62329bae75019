import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Transactions } from '../database';
import type { ChangeFilter } from './change-filter';
import { ChangeLog, type SequencedChange } from './change-log.service';
import { collectChanges } from './collect-changes';
import { lastSequence } from './numbering';
import { checkStored, oldestStored } from './stored-changes';
import { withTimeout } from '../time/timeout';
import { Sequencer } from './sequencer.service';

/** What is read of the feed. */
export interface PageOfFeed {
  /** The sequence number of the last change read; absent: the oldest one stored is the first. */
  readonly after?: number;
  readonly limit: number;
  readonly filter: ChangeFilter;
  /** Seconds to wait for changes if there are none. */
  readonly wait: number;
}

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
  async page(caller: Caller, { after, limit, filter, wait }: PageOfFeed, gone: AbortSignal): Promise<FeedPage> {
    return withTimeout(wait * 1000, [gone], async (until) => {
      await this.sequencer.settled();
      let page = await this.read(caller, after, limit, filter);
      while (wait > 0 && page.changes.length === 0 && page.next === undefined) {
        await this.sequencer.waitBeyond(page.last, until);
        if (until.aborted || this.sequencer.isClosing) break;
        page = await this.read(caller, page.last, limit, filter);
      }
      return page;
    });
  }

  /** The sequence number of the newest change, with which a follower begins who wants only what is to come. */
  async newest(caller: Caller): Promise<number> {
    await this.sequencer.settled();
    return this.transactions.read(caller, ({ em }) => lastSequence(em));
  }

  /** Does the service stop? */
  get isClosing(): boolean {
    return this.sequencer.isClosing;
  }

  private read(caller: Caller, after: number | undefined, limit: number, filter: ChangeFilter): Promise<FeedPage> {
    return this.transactions.read(caller, async (view) => {
      const last = await lastSequence(view.em);
      const from = after ?? (await oldestStored(view, last)) - 1;
      const { changes, at } = await collectChanges(this.log, view, { from, last, limit, filter });
      // checked afterwards because the oldest may have been removed during the read
      if (after !== undefined) await checkStored(view, after, last);
      return { changes, last, next: at < last ? at : undefined };
    });
  }
}
