import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { columns } from '../database/columns';

/**
 * One committed change of one record, written in the transaction of the change. Its place in the order of all changes is
 * given after the commit, so that writers need not queue for it.
 */
@Entity('record_change')
@Index(['at'])
export class RecordChange {
  @PrimaryGeneratedColumn(columns.long()) id!: number;
  /** Its place in the feed: without gaps, in the order of the commits of each record. Unset until it has been given. */
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
  /** JSON: `{"Job": [ids]}` of the records whose figures follow from this one. */
  @Column(columns.longText()) concerned!: string;
  @Column(columns.moment()) at!: Date;
  @Column(columns.int()) byID!: number;
  /** Set when an automation made the change. */
  @Column({ ...columns.int(), nullable: true }) automationID!: number | null;
  @Column({ ...columns.int(), nullable: true }) runID!: number | null;
  @Column({ ...columns.int(), default: 0 }) depth!: number;
}

/** A number that is counted up under the lock of its row. */
@Entity('counter')
export class Counter {
  @PrimaryColumn(columns.text(40)) name!: string;
  @Column(columns.long()) value!: number;
}
