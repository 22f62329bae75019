import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { columns } from '../../core/sql/columns';

/** What an automation did since one of its versions: a row for each save that changed that. */
@Entity('automation_version')
export class AutomationVersion {
  @PrimaryColumn(columns.int()) @ForeignKey('Automation') automationID!: number;
  @PrimaryColumn(columns.int()) version!: number;
  /** JSON of the fields that say what it does. */
  @Column(columns.longText()) definition!: string;
  @Column(columns.moment()) createdDate!: Date;
  @Column(columns.int()) createdByID!: number;
}
