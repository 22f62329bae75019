import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { columns } from '../core/sql/columns';

/** A notification for a user. */
@Entity('notification')
@Index(['userID', 'id'])
export class Notification {
  @PrimaryGeneratedColumn(columns.int()) id!: number;
  @Column(columns.int()) userID!: number;
  @Column(columns.longText()) message!: string;
  /** The record that it is about: the name of its type, and its id. */
  @Column({ ...columns.text(40), nullable: true }) aboutType!: string | null;
  @Column({ ...columns.int(), nullable: true }) aboutID!: number | null;
  @Column({ ...columns.int(), nullable: true }) automationID!: number | null;
  @Column({ ...columns.int(), nullable: true }) runID!: number | null;
  @Column(columns.moment()) createdDate!: Date;
  @Column({ ...columns.moment(), nullable: true }) readDate!: Date | null;
}
