import { Injectable } from '@nestjs/common';
import { backlog, type Backlog, type View } from '../database';
import { counterValue } from '../database/counters';
import type { State } from '../database/others-first';
import { rows, type Row } from '../database/rows';
import { sql, Sql, TRUE } from '../sql';
import { lastSequence, lastSequenceValue } from './numbering';
import type { ChangeOrigin } from './origin';
import type { ChangeAction, FieldChanges } from './publish';
import { Sequencer } from './sequencer.service';
import { chainOf } from './chain';

/** A committed change with its sequence number. */
export interface SequencedChange extends ChangeOrigin {
  readonly sequence: number;
  readonly type: string;
  readonly recordID: number;
  readonly action: ChangeAction;
  /** Of the record, after the change. */
  readonly version: number;
  readonly events: readonly number[];
  /** Dates are ISO 8601. */
  readonly fields: FieldChanges;
  readonly concerned: Readonly<Record<string, readonly number[]>>;
  /** ISO 8601. */
  readonly at: string;
  readonly byID: number;
  /** Set when an automation made the change. */
  readonly automationID: number | null;
  readonly runID: number | null;
  /** The runs that led to it, the last of which made it. */
  readonly chain: readonly number[];
  /** The trace of the request that made it. */
  readonly traceparent: string | null;
}

/** As it is stored: what changed is parsed when it is asked for, since most of those who read changes can do without. */
export interface StoredChange extends SequencedChange {
  /** `fields` as JSON. */
  readonly fieldsText: string;
}

/** Changes that the feed shows. */
export const FOR_THE_FEED = sql`auditOnly = 0`;

/** All changes in one order: those of a record in the order of their commits, and never inserted before one already read. */
@Injectable()
export class ChangeLog {
  constructor(private readonly sequencer: Sequencer) {}

  /** The changes after a sequence number. @param where an additional condition */
  async after({ em }: View, sequence: number, limit: number, where: Sql = TRUE): Promise<StoredChange[]> {
    const found = await rows(
      em,
      sql`SELECT ${COLUMNS} FROM record_change WHERE sequence > ${sequence} AND ${where} ORDER BY sequence LIMIT ${limit}`,
    );
    return found.map(changeOf);
  }

  /** The changes after a sequence number, for the metrics. */
  backlogAfter(view: View, sequence: number): Promise<Backlog> {
    return backlog(view, sql`FROM record_change WHERE sequence > ${sequence}`, sql`at`, sql`sequence`);
  }

  /** Of a counter of the changes that have been worked off. */
  async stateOf({ em }: View, counter: string): Promise<State> {
    const [[position, wanted] = [0, 0]] = await rows(em, sql`SELECT (${counterValue(counter)}), (${lastSequenceValue})`);
    return { position: Number(position ?? 0), wanted: Number(wanted ?? 0) };
  }

  /** Waits until everything that has been committed so far, by any process, has its sequence number. */
  allNumbered(): Promise<void> {
    return this.sequencer.numberAll();
  }

  /** The highest sequence number assigned. */
  last({ em }: View): Promise<number> {
    return lastSequence(em);
  }

  /**
   * @param listener called with the highest sequence number whenever any process has assigned more @returns a function
   * that unsubscribes
   */
  onSequenced(listener: (last: number) => void): () => void {
    return this.sequencer.onSequenced(listener);
  }
}

const COLUMNS = new Sql(
  'sequence, type, recordID, action, version, events, fields, concerned, at, byID, automationID, runID, chain, traceparent, source, keyID, keyName, address, requestID',
);

function changeOf([
  sequence,
  type,
  recordID,
  action,
  version,
  events,
  fields,
  concerned,
  at,
  byID,
  automationID,
  runID,
  chain,
  traceparent,
  source,
  keyID,
  keyName,
  address,
  requestID,
]: Row): StoredChange {
  let parsed: FieldChanges | undefined;
  return {
    sequence: Number(sequence),
    type: type as string,
    recordID: recordID as number,
    action: action as ChangeAction,
    version: version as number,
    events: JSON.parse(events as string) as number[],
    fieldsText: fields as string,
    get fields() {
      return (parsed ??= JSON.parse(this.fieldsText) as FieldChanges);
    },
    concerned: JSON.parse(concerned as string) as SequencedChange['concerned'],
    at: new Date(`${(at as string).replace(' ', 'T')}Z`).toISOString(),
    byID: byID as number,
    automationID: automationID as number | null,
    runID: runID as number | null,
    chain: chainOf(chain as string | null),
    traceparent: traceparent as string | null,
    source: source as ChangeOrigin['source'],
    keyID: keyID as number | null,
    keyName: keyName as string | null,
    address: address as string | null,
    requestID: requestID as string | null,
  };
}
