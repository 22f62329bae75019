import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../sql/columns';

/** When a process of a release has last been there. */
@Entity('release_in_use')
export class ReleaseInUse {
  /** The time in the name of its last migration. */
  @PrimaryColumn(columns.long()) migration!: number;
  @Column(columns.moment()) seenDate!: Date;
}
