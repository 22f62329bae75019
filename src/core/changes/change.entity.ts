import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { columns } from '../sql/columns';
import { TRACEPARENT_LENGTH } from '../tracing';
import { ORIGIN_LENGTHS, type ChangeSource } from './origin';
import { CHAIN_LENGTH } from './chain';

/**
 * One change of one record, written in the transaction of the change. Its sequence number is assigned after the commit,
 * so that writers need not wait for each other.
 */
@Entity('record_change')
@Index(['at'])
export class RecordChange {
  @PrimaryGeneratedColumn(columns.long()) id!: number;
  /** Its position in the feed: without gaps, in the order of the commits of each record. Null until assigned. */
  @Column({ ...columns.long(), nullable: true }) @Index({ unique: true }) sequence!: number | null;
  @Column(columns.text(40)) type!: string;
  @Column(columns.int()) recordID!: number;
  /** created, updated, deleted, restored or erased; what is recorded for the audit only has words of its own. */
  @Column(columns.text(10)) action!: string;
  /** Of the record, after the change. */
  @Column(columns.int()) version!: number;
  /** JSON: the numbers of the events that the change raises. */
  @Column(columns.text(200)) events!: string;
  /** JSON: `{"title": [before, after]}` of what changed. */
  @Column(columns.longText()) fields!: string;
  /** JSON: `{"Job": [ids]}` of the records whose figures depend on this one. */
  @Column(columns.longText()) concerned!: string;
  @Column(columns.moment()) at!: Date;
  @Column(columns.int()) byID!: number;
  /** Set when an automation made the change. */
  @Column({ ...columns.int(), nullable: true }) automationID!: number | null;
  @Column({ ...columns.int(), nullable: true }) runID!: number | null;
  /** The runs that led to it, the last of which made it: their ids. */
  @Column({ ...columns.text(CHAIN_LENGTH), nullable: true }) chain!: string | null;
  /** The trace of the request that set it off, as in its header. */
  @Column({ ...columns.text(TRACEPARENT_LENGTH), nullable: true }) traceparent!: string | null;
  /** How it was made. */
  @Column({ ...columns.text(10), nullable: true }) source!: ChangeSource | null;
  /** The API key; one of the environment has a name only. */
  @Column({ ...columns.int(), nullable: true }) keyID!: number | null;
  @Column({ ...columns.text(ORIGIN_LENGTHS.keyName), nullable: true }) keyName!: string | null;
  @Column({ ...columns.text(ORIGIN_LENGTHS.address), nullable: true }) address!: string | null;
  @Column({ ...columns.text(ORIGIN_LENGTHS.requestID), nullable: true }) requestID!: string | null;
  /** Recorded for the audit; the feed does not show it. */
  @Column({ ...columns.boolean(), default: false }) auditOnly!: boolean;
}
