import { Entity, Index } from 'typeorm';
import { NAME } from '../database/columns';
import { Bool, EmailOrNull, Id, Moment, TextOrNull, Version } from '../fields/vocabulary';

/** A consultant, or a program that acts by an API key of its own. */
@Entity('user')
export class User {
  @Id() id!: number;
  @TextOrNull(NAME) name!: string | null;
  @EmailOrNull() email!: string | null;
  @TextOrNull(100) phone!: string | null;
  @TextOrNull(NAME) jobTitle!: string | null;
  @Bool() isActive!: boolean;
  /** The name of the API key that acts as this user. */
  @Index({ unique: true }) @TextOrNull(NAME, { answered: 'nowhere', hidden: true, derived: true }) apiKeyName!: string | null;
  @Moment({ derived: true }) createdDate?: Date;
  @Moment({ derived: true }) updatedDate?: Date;
  @Bool() deleted!: boolean;
  @Version() version!: number;
}
