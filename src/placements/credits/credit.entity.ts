import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { columns } from '../../core/sql/columns';

/** What part of an approved placement a consultant is credited with, whatever becomes of the job. */
@Entity('placement_credit')
export class PlacementCredit {
  @PrimaryColumn(columns.int()) @ForeignKey('Placement') placementID!: number;
  @PrimaryColumn(columns.int()) @ForeignKey('User') consultantID!: number;
  /** Its place among the consultants of the job. */
  @Column(columns.int()) position!: number;
  @Column({ ...columns.amount(), default: 0 }) percentage!: number;
}
