import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../database/columns';

/** When a chore is due next, whichever process does it. Its row is locked by who does a piece of it. */
@Entity('chore')
export class DueChore {
  @PrimaryColumn(columns.text(100)) name!: string;
  @Column(columns.moment()) due!: Date;
}
