import { Entity, Index } from 'typeorm';
import { Bool, Id, LongTextOrNull, Moment, TextOrNull, Version } from '../../core/fields/decorators';
import { NAME } from '../../core/sql/columns';

/** What its users may do. */
@Entity('role')
export class Role {
  @Id() id!: number;
  @TextOrNull(NAME, { required: true, example: 'Resourcer' }) name!: string | null;
  @TextOrNull(500, { example: 'Finds candidates for the jobs of others.' }) description!: string | null;
  /** Of one that ships with the service, by which its scopes are found. */
  @Index({ unique: true }) @TextOrNull(40, { inResponse: 'nowhere', hidden: true, derived: true }) code!: string | null;
  /** The scopes of any other one, with spaces between. */
  @LongTextOrNull({ inResponse: 'nowhere', hidden: true, derived: true }) scopeText!: string | null;
  @Moment({ derived: true, example: '2026-03-02T01:00:00.000Z' }) createdDate?: Date;
  @Moment({ derived: true, example: '2026-10-20T05:45:00.000Z' }) updatedDate?: Date;
  @Bool({ example: false }) deleted!: boolean;
  @Version() version!: number;
}
