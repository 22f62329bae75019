import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Bool, Id, LongTextOrNull, RefOrNull, TextOrNull, UrlOrNull } from '../core/fields/decorators';
import { Stamped } from '../core/fields/stamped';
import { columns, NAME } from '../core/sql/columns';

/** A program outside that is told of changes. */
@Entity('webhook')
export class Webhook extends Stamped {
  @Id() id!: number;
  @TextOrNull(NAME, { required: true, example: 'Data warehouse' }) name!: string | null;
  @UrlOrNull({
    required: true,
    example: 'https://hooks.example.com/changes',
    description: 'Where changes are posted: https, on the public internet, unless the service is configured to allow others.',
  })
  url!: string | null;
  @Bool({ example: false, description: 'false: paused. Changes wait for it until it is resumed.' }) isActive!: boolean;
  @Bool({ example: true, description: 'Whether each delivery contains the complete record besides the change.' }) includeRecord!: boolean;
  @RefOrNull('User', {
    example: 1,
    description: 'With whose rights and divisions it reads the changes; the user needs the scope changes:read. null: the caller.',
  })
  userID!: number | null;
  @TextOrNull(1000, {
    derived: true,
    example: 'its user Amelia Hart is no longer active',
    description: 'Why the service paused it; null: it did not.',
  })
  pausedReason!: string | null;
  /** JSON: which changes it wants. */
  @LongTextOrNull({ inResponse: 'nowhere', hidden: true, derived: true }) filterText!: string | null;
}

/** How far a webhook has got, and its secrets; apart from the record, since it changes with each change that is told. */
@Entity('webhook_state')
export class WebhookState {
  @PrimaryColumn(columns.int()) webhookID!: number;
  /** The sequence of the last change that has been queued for it, or is none that it wants. */
  @Column(columns.long()) position!: number;
  /** Encrypted; null: none yet, or lost. */
  @Column({ ...columns.text(300), nullable: true }) secret!: string | null;
  /** The one before, and until when deliveries are signed by it too. */
  @Column({ ...columns.text(300), nullable: true }) previousSecret!: string | null;
  @Column({ ...columns.moment(), nullable: true }) previousUntil!: Date | null;
  /** Failures before do not count. */
  @Column(columns.moment()) resumedDate!: Date;
}
