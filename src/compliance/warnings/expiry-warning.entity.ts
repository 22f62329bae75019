import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { columns } from '../../core/sql/columns';

/** The owner of a placement has been warned that what meets an item expires on this day. */
@Entity('expiry_warning')
export class ExpiryWarning {
  @PrimaryColumn(columns.int()) @ForeignKey('Placement') placementID!: number;
  @PrimaryColumn(columns.int()) @ForeignKey('ChecklistItem') itemID!: number;
  /** 2026-11-24 */
  @PrimaryColumn(columns.text(10)) lastDay!: string;
  @Column(columns.moment()) warnedDate!: Date;
}
