import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { columns } from '../core/sql/columns';

/** How long the name may be, in characters. */
export const NAME_LENGTH = 100;

/** A secret by which a program or a person acts as a user. The key itself is nowhere. */
@Entity('api_key')
export class ApiKey {
  @PrimaryGeneratedColumn(columns.int()) id!: number;
  @Column(columns.text(NAME_LENGTH)) name!: string;
  @Column(columns.int()) @ForeignKey('User') userID!: number;
  /** A role that narrows that of the user. */
  @Column({ ...columns.int(), nullable: true }) roleID!: number | null;
  /** The first characters of the key, by which people tell keys apart. */
  @Column(columns.text(20)) prefix!: string;
  /** In hexadecimal. */
  @Column(columns.text(64)) @Index({ unique: true }) sha256!: string;
  @Column(columns.int()) createdByID!: number;
  @Column(columns.moment()) createdDate!: Date;
  /** From when on it is rejected. */
  @Column({ ...columns.moment(), nullable: true }) expiresDate!: Date | null;
  /** To the minute. */
  @Column({ ...columns.moment(), nullable: true }) lastUsedDate!: Date | null;
  @Column({ ...columns.moment(), nullable: true }) revokedDate!: Date | null;
  /** The key that was made when this one was rotated. */
  @Column({ ...columns.int(), nullable: true }) replacedByID!: number | null;
}

type Ends = Pick<ApiKey, 'expiresDate' | 'revokedDate'>;

/** Is the key accepted, as far as it depends on the key itself? */
export const isLive = ({ expiresDate, revokedDate }: Ends, now: Date): boolean => !revokedDate && (!expiresDate || expiresDate > now);
