import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { columns } from '../core/sql/columns';

/** Two records that somebody has declared not to be the same; the lower id is the first. */
@Entity('duplicate_dismissal')
@Index(['type', 'secondID'])
export class DuplicateDismissal {
  @PrimaryColumn(columns.text(30)) type!: string;
  @PrimaryColumn(columns.int()) firstID!: number;
  @PrimaryColumn(columns.int()) secondID!: number;
  @Column(columns.int()) dismissedByID!: number;
  @Column(columns.moment()) dismissedDate!: Date;
}
