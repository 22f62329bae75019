import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { FoldedColumn } from '../../../core/fields/folded-column';
import { columns } from '../../../core/sql/columns';
import { fold } from '../../../core/text/fold';

/** What has become of reading the text of a document. */
export const TEXT_STATES = ['pending', 'done', 'failed'] as const;
export type TextState = (typeof TEXT_STATES)[number];

/** The text of the content of a document, which is read after the content has been stored. */
@Entity('content_text')
@Index(['state', 'dueAt'])
export class ContentText {
  @PrimaryColumn(columns.int()) @ForeignKey('Document') documentID!: number;
  @Column(columns.text(100)) state!: TextState;
  /** Why it cannot be read. */
  @Column({ ...columns.text(1000), nullable: true }) reason!: string | null;
  @Column({ ...columns.int(), default: 0 }) attempts!: number;
  /** While it is pending: when it is read, or, if it is being read, when that is given up. */
  @Column({ ...columns.moment(), nullable: true }) dueAt!: Date | null;
  @Column({ ...columns.longText(), nullable: true }) text!: string | null;
  /** For comparison. */
  @Column({ ...columns.longText(), nullable: true }) folded!: string | null;
}

export const foldedTexts: FoldedColumn = {
  name: 'Document',
  table: 'content_text',
  column: 'folded',
  id: ['documentID'],
  derivedFrom: ['text'],
  isLong: true,
  derive: ([text]) => (text === null ? null : fold(text as string)),
};
