import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { columns } from '../sql/columns';

/** The response to a request with an idempotency key, stored in the transaction of its changes. */
@Entity('idempotent_answer')
@Index(['at'])
export class IdempotentResponse {
  @PrimaryColumn(columns.int()) userID!: number;
  /** The caller's own, compared byte by byte. */
  @PrimaryColumn(columns.text(255)) idempotencyKey!: string;
  /** SHA-256 of method, path, query, body and rights of the caller. */
  @Column(columns.text(100)) request!: string;
  @Column({ ...columns.int(), default: 0 }) status!: number;
  /** JSON: the headers that the handler set. */
  @Column({ ...columns.longText(), nullable: true }) headers!: string | null;
  @Column({ ...columns.longText(), nullable: true }) body!: string | null;
  @Column(columns.moment()) at!: Date;
}
