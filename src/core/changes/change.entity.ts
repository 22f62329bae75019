import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { columns } from '../sql/columns';

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
  /** created, updated, deleted or restored. */
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
  @Column({ ...columns.int(), default: 0 }) depth!: number;
}
