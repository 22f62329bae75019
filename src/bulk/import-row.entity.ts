import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { columns } from '../database/columns';

/** What came of a row of an import that has a key, written in the transaction of the row. Row 0 stands for the import itself. */
@Entity('import_row')
@Index(['at'])
export class ImportRow {
  @PrimaryColumn(columns.int()) userID!: number;
  /** The caller's own, compared byte by byte. */
  @PrimaryColumn(columns.text(255)) idempotencyKey!: string;
  @PrimaryColumn(columns.int()) rowNumber!: number;
  /** SHA-256 of the row as it was written; of row 0, of what was asked. */
  @Column(columns.text(100)) request!: string;
  /** JSON: the line of the answer. */
  @Column({ ...columns.longText(), nullable: true }) answer!: string | null;
  @Column(columns.moment()) at!: Date;
}
