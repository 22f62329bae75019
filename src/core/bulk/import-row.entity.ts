import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { columns } from '../sql/columns';

/** The result of a row of an import with an idempotency key, stored in the transaction of the row. Row 0 is the import itself. */
@Entity('import_row')
@Index(['at'])
export class ImportRow {
  @PrimaryColumn(columns.int()) userID!: number;
  /** The caller's own, compared byte by byte. */
  @PrimaryColumn(columns.text(255)) idempotencyKey!: string;
  @PrimaryColumn(columns.int()) rowNumber!: number;
  /** SHA-256 of the text of the row; for row 0, of the request. */
  @Column(columns.text(100)) request!: string;
  /** JSON: the line of the response. */
  @Column({ ...columns.longText(), nullable: true }) answer!: string | null;
  @Column(columns.moment()) at!: Date;
}
