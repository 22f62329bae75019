import { once } from 'node:events';
import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../callers';
import { RecordTypes } from '../fields/record-types';
import { InvalidRequest } from '../problems';
import { withTimeout } from '../time/timeout';
import { abortOnClose } from './abort-on-close';
import type { ChangeFilter } from './change-filter';
import { changeResponse, filterOf, type ChangeStreamQuery } from './changes.dto';
import { Feed } from './feed.service';

/** Changes read at a time: so much of a slow reader's stream is in memory. */
const BATCH = 50;
/** Proxies close connections that are silent for a minute or less. */
const HEARTBEAT_SECONDS = 15;
/** A reader that takes nothing for so long is disconnected. */
const PATIENCE_MS = 30_000;
/** How soon a reader connects again, in milliseconds. */
const RETRY = 'retry: 1000\n\n';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // no-transform: compression would hold events back
  'Cache-Control': 'no-store, no-transform',
  // nginx holds nothing back either
  'X-Accel-Buffering': 'no',
} as const;

/** Server-sent events: the feed for browsers and programs that keep a connection open. */
@Injectable()
export class ChangeStream {
  private readonly log = new Logger(ChangeStream.name);

  constructor(
    private readonly feed: Feed,
    private readonly types: RecordTypes,
  ) {}

  /** Resolves when the stream has ended. @throws ChangesGone, InvalidRequest before anything is sent */
  async send(caller: Caller, query: ChangeStreamQuery, lastEventID: string | undefined, response: Response): Promise<void> {
    const filter = filterOf(this.types, query);
    const after = sequenceOf(lastEventID) ?? query.after ?? (await this.feed.newest(caller));
    const first = await this.feed.page(caller, { after, limit: 1, filter: {}, wait: 0 }, abortOnClose(response));
    response.writeHead(200, HEADERS);
    if (response.req.method === 'HEAD') return void response.end();
    response.write(`${RETRY}${positionAt(Math.min(after, first.last))}`);
    const gone = abortOnClose(response);
    try {
      await withTimeout(query.seconds * 1000, [gone], (until) => this.follow(caller, filter, after, { response, until }));
    } catch (error) {
      // the status has been sent: whoever connects again learns what is wrong
      this.log.error(error);
    }
    response.end(RETRY);
  }

  private async follow(caller: Caller, filter: ChangeFilter, start: number, { response, until }: Reader): Promise<void> {
    let after = start;
    while (!until.aborted && !this.feed.isClosing) {
      const { changes, next, last } = await this.feed.page(caller, { after, limit: BATCH, filter, wait: HEARTBEAT_SECONDS }, until);
      after = next ?? last;
      const events = changes.map((change) => eventOf(change.sequence, changeResponse(change)));
      if (!(await written(response, [...events, ...(changes.at(-1)?.sequence === after ? [] : [positionAt(after)])].join(''), until)))
        return;
    }
  }
}

interface Reader {
  readonly response: Response;
  readonly until: AbortSignal;
}

const eventOf = (id: number, data: object): string => `id: ${id}\nevent: change\ndata: ${JSON.stringify(data)}\n\n`;

/** Raises no event, but is where a reader continues. */
const positionAt = (sequence: number): string => `: read up to here\nid: ${sequence}\n\n`;

function sequenceOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,16}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER) return Number(text);
  throw new InvalidRequest('The header Last-Event-ID must be the sequence of a change: a whole number from 0.');
}

/** Waits until the reader has taken what was written before. @returns whether it has */
async function written(response: Response, text: string, until: AbortSignal): Promise<boolean> {
  if (response.destroyed) return false;
  if (response.write(text)) return true;
  return withTimeout(PATIENCE_MS, [until], async (signal) => {
    try {
      await once(response, 'drain', { signal });
      return true;
    } catch {
      if (!until.aborted) response.destroy();
      return false;
    }
  });
}
