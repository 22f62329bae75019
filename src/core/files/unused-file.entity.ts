import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { columns } from '../sql/columns';

/** A stored file that nothing refers to: it has been replaced, or its request has not been carried out yet. */
@Entity('unused_file')
@Index(['removeAfter'])
export class UnusedFile {
  @PrimaryColumn(columns.text(100)) storageKey!: string;
  @Column(columns.moment()) removeAfter!: Date;
}
