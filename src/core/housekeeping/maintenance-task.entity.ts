import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../sql/columns';

/** When a maintenance task is due next, in any process. The process that runs a batch locks the row. */
@Entity('chore')
export class DueMaintenanceTask {
  @PrimaryColumn(columns.text(100)) name!: string;
  @Column(columns.moment()) due!: Date;
}
