import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { columns } from '../../../core/sql/columns';

/** The file that a document consists of, if the service keeps it. */
@Entity('document_content')
export class DocumentContent {
  @PrimaryColumn(columns.int()) @ForeignKey('Document') documentID!: number;
  /** Where the storage has it. */
  @Index({ unique: true }) @Column(columns.text(100)) storageKey!: string;
  @Column(columns.text(100)) mediaType!: string;
  @Column({ ...columns.int(), default: 0 }) size!: number;
  @Column(columns.text(100)) sha256!: string;
}
