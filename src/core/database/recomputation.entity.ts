import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../sql/columns';

/** How far the data derived from records has been recomputed since the last migration: one row. */
@Entity('recomputation')
export class RecomputationState {
  @PrimaryColumn(columns.int()) id!: number;
  /** The time in the name of the last migration that it is for. */
  @Column(columns.long()) migration!: number;
  @Column({ ...columns.boolean(), default: false }) isComplete!: boolean;
  /** The place in the list of derived data. */
  @Column({ ...columns.int(), default: 0 }) step!: number;
  /** JSON of the last key that has been checked. */
  @Column({ ...columns.text(500), nullable: true }) position!: string | null;
  @Column(columns.long()) checked!: number;
  @Column(columns.long()) differed!: number;
  @Column({ ...columns.moment(), nullable: true }) completedDate!: Date | null;
  /** Has it been done once more since the processes of earlier versions have gone? */
  @Column({ ...columns.boolean(), default: false }) isSettled!: boolean;
}
