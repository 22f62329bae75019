import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { columns, NAME } from '../database/columns';
import { Stamped } from '../fields/stamped';
import { Id, LongTextOrNull, TextOrNull, WordOf } from '../fields/vocabulary';

/** The types of record that are put on lists. */
export const LISTED = ['Candidate', 'Contact', 'Client', 'Job'] as const;

/** Records that somebody has put together by hand: a short list, the guests of an event, who is to be called. */
@Entity('saved_list')
export class SavedList extends Stamped {
  @Id() id!: number;
  @TextOrNull(NAME, { example: 'Site engineers to call' }) name!: string | null;
  @WordOf(LISTED, { example: 'Candidate', description: 'The type of its records; it stays as it was made.' }) type!: string;
  @LongTextOrNull({ example: 'Met at the careers fair.' }) description!: string | null;
}

/** That a record is on a list. */
@Entity('saved_list_record')
export class SavedListRecord {
  @PrimaryColumn(columns.int()) @ForeignKey('SavedList') listID!: number;
  @PrimaryColumn(columns.int()) @Index() recordID!: number;
  @Column(columns.int()) addedByID!: number;
  @Column(columns.moment()) addedDate!: Date;
}
