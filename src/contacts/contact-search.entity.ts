import { Entity } from 'typeorm';
import { NAME } from '../database/columns';
import { Bool, Id, LongText, Moment, Ref, TextOrNull } from '../fields/vocabulary';

/** A saved contact search: its criteria as JSON, checked when they were saved. */
@Entity('contact_search')
export class ContactSearch {
  @Id() id!: number;
  @TextOrNull(NAME) name!: string | null;
  @LongText({ answered: 'nowhere', hidden: true }) criteria!: string;
  @Ref('User', { derived: true }) createdByID!: number | null;
  @Moment({ derived: true }) createdDate?: Date;
  @Moment({ derived: true }) updatedDate?: Date;
  @Bool() deleted!: boolean;
}
