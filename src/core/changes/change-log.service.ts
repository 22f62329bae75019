import { Injectable } from '@nestjs/common';
import type { View } from '../database';
import { rows, type Row } from '../database/rows';
import { sql, Sql, TRUE } from '../sql';
import { lastSequence } from './numbering';
import type { ChangeAction, FieldChanges } from './publish';
import { Sequencer } from './sequencer.service';

/** A committed change with its sequence number. */
export interface SequencedChange {
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
  readonly depth: number;
}

/** All changes in one order: those of a record in the order of their commits, and never inserted before one already read. */
@Injectable()
export class ChangeLog {
  constructor(private readonly sequencer: Sequencer) {}

  /** The changes after a sequence number. @param where an additional condition */
  async after({ em }: View, sequence: number, limit: number, where: Sql = TRUE): Promise<SequencedChange[]> {
    const found = await rows(
      em,
      sql`SELECT ${COLUMNS} FROM record_change WHERE sequence > ${sequence} AND ${where} ORDER BY sequence LIMIT ${limit}`,
    );
    return found.map(changeOf);
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

const COLUMNS = new Sql('sequence, type, recordID, action, version, events, fields, concerned, at, byID, automationID, runID, depth');

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
  depth,
]: Row): SequencedChange {
  return {
    sequence: Number(sequence),
    type: type as string,
    recordID: recordID as number,
    action: action as ChangeAction,
    version: version as number,
    events: JSON.parse(events as string) as number[],
    fields: JSON.parse(fields as string) as FieldChanges,
    concerned: JSON.parse(concerned as string) as SequencedChange['concerned'],
    at: new Date(`${(at as string).replace(' ', 'T')}Z`).toISOString(),
    byID: byID as number,
    automationID: automationID as number | null,
    runID: runID as number | null,
    depth: depth as number,
  };
}
