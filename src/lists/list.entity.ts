import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { columns, NAME } from '../core/sql/columns';
import { Stamped } from '../core/fields/stamped';
import { Id, LongTextOrNull, TextOrNull, TextEnum } from '../core/fields/decorators';

/** The types of record that are put on lists. */
export const LISTABLE_TYPES = ['Candidate', 'Contact', 'Client', 'Job'] as const;
export type ListableType = (typeof LISTABLE_TYPES)[number];

/** Records that somebody has put together by hand: a short list, the guests of an event, who is to be called. */
@Entity('saved_list')
export class SavedList extends Stamped {
  @Id() id!: number;
  @TextOrNull(NAME, { required: true, example: 'Site engineers to call' }) name!: string | null;
  @TextEnum(LISTABLE_TYPES, { required: true, example: 'Candidate', description: 'Type of its records; cannot be changed.' }) type!: string;
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
