import { Entity, Index } from 'typeorm';
import { NAME } from '../core/sql/columns';
import { Bool, EmailOrNull, Id, LongTextOrNull, Moment, RefOrNull, TextOrNull, Version } from '../core/fields/decorators';

/** A consultant, or a program that acts by an API key of its own. */
@Entity('user')
export class User {
  @Id() id!: number;
  @TextOrNull(NAME, { required: true, example: 'Amelia Hart' }) name!: string | null;
  @EmailOrNull({ example: 'amelia.hart@staffing.example.com' }) email!: string | null;
  @TextOrNull(100, { example: '(02) 5550 0101' }) phone!: string | null;
  @TextOrNull(NAME, { example: 'Managing Consultant' }) jobTitle!: string | null;
  @Bool({ example: true, description: 'The API key of an inactive user is rejected.' }) isActive!: boolean;
  @RefOrNull('Role', {
    foreignKey: false,
    example: 1,
    description: 'What the user may do: the id of a role. Absent or null in a new user: 2, Consultant.',
  })
  roleID!: number | null;
  /** The divisions whose records the user sees, ids with spaces between; null: all. */
  @LongTextOrNull({ inResponse: 'nowhere', hidden: true, derived: true }) divisionText!: string | null;
  /** The name of the API key that acts as this user. */
  @Index({ unique: true }) @TextOrNull(NAME, { inResponse: 'nowhere', hidden: true, derived: true }) apiKeyName!: string | null;
  @Moment({ derived: true, example: '2026-03-02T01:00:00.000Z' }) createdDate?: Date;
  @Moment({ derived: true, example: '2026-10-20T05:45:00.000Z' }) updatedDate?: Date;
  @Bool({ example: false }) deleted!: boolean;
  @Version() version!: number;
}
