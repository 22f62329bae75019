import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { columns } from '../core/sql/columns';
import { TRACEPARENT_LENGTH } from '../core/tracing';

export const DELIVERY_KINDS = ['email', 'sms', 'webhook'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** Waiting for its first attempt; under way; arrived; to be tried again; given up; not wanted any more. */
export const DELIVERY_STATES = ['queued', 'sending', 'sent', 'failed', 'dead', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** How long each part may be, in characters. */
export const DELIVERY_LENGTHS = {
  to: 1000,
  host: 255,
  replyTo: 320,
  subject: 500,
  body: 100_000,
  html: 100_000,
  dedupeKey: 200,
  error: 1000,
  reply: 1024,
} as const;

/** A message that leaves the service: written in the transaction that wants it sent, sent after the commit. */
@Entity('delivery')
@Index(['kind', 'dueAt', 'host'])
@Index(['state', 'id'])
@Index(['runID', 'id'])
@Index(['webhookID', 'id'])
@Index(['personType', 'personID', 'createdDate'])
export class Delivery {
  @PrimaryGeneratedColumn(columns.long()) id!: number;
  /** A UUID, the same at every attempt: what receivers know a repetition by. */
  @Column(columns.text(36)) @Index({ unique: true }) publicID!: string;
  @Column(columns.text(10)) kind!: DeliveryKind;
  @Column(columns.text(10)) state!: DeliveryState;
  /** An e-mail address, a phone number or a URL. */
  @Column(columns.text(DELIVERY_LENGTHS.to)) recipient!: string;
  /** Of a webhook, with its port: hosts wait for themselves only. */
  @Column({ ...columns.text(DELIVERY_LENGTHS.host), nullable: true }) host!: string | null;
  @Column({ ...columns.text(DELIVERY_LENGTHS.replyTo), nullable: true }) replyTo!: string | null;
  @Column({ ...columns.text(DELIVERY_LENGTHS.subject), nullable: true }) subject!: string | null;
  /** Plain text; the JSON of a webhook. */
  @Column(columns.longText()) body!: string;
  /** Of an e-mail: the same in HTML. */
  @Column({ ...columns.longText(), nullable: true }) html!: string | null;
  /** The record that it is about, and the person whom it reaches: the name of a record type, and an id. */
  @Column({ ...columns.text(40), nullable: true }) aboutType!: string | null;
  @Column({ ...columns.int(), nullable: true }) aboutID!: number | null;
  @Column({ ...columns.text(40), nullable: true }) personType!: string | null;
  @Column({ ...columns.int(), nullable: true }) personID!: number | null;
  @Column({ ...columns.int(), nullable: true }) automationID!: number | null;
  @Column({ ...columns.int(), nullable: true }) runID!: number | null;
  @Column(columns.int()) byID!: number;
  /** Whoever queues under the same key again gets this delivery. */
  @Column({ ...columns.text(DELIVERY_LENGTHS.dedupeKey), nullable: true }) @Index({ unique: true }) dedupeKey!: string | null;
  /** Those begun since it was queued or sent again by hand. */
  @Column({ ...columns.int(), default: 0 }) attempts!: number;
  /** When somebody has to see to it: the next attempt, or the end of the lease of the one under way. Unset once it is sent or dead. */
  @Column({ ...columns.moment(), nullable: true }) dueAt!: Date | null;
  /** IANA, of the person; null: not known. */
  @Column({ ...columns.text(60), nullable: true }) timeZone!: string | null;
  /** The moment that the rate of its automation has promised to it. */
  @Column({ ...columns.moment(), nullable: true }) slot!: Date | null;
  /** What it waits for before an attempt: that the window of its automation opens, or its slot. */
  @Column({ ...columns.text(10), nullable: true }) waitsFor!: 'window' | 'rate' | null;
  /** Of the attempt under way: only who holds it records how it ended. */
  @Column({ ...columns.text(36), nullable: true }) leaseID!: string | null;
  @Column({ ...columns.text(DELIVERY_LENGTHS.error), nullable: true }) lastError!: string | null;
  @Column(columns.moment()) createdDate!: Date;
  @Column({ ...columns.moment(), nullable: true }) sentDate!: Date | null;
  /** The webhook that subscribes to changes; null: the URL is that of an automation. */
  @Column({ ...columns.int(), nullable: true }) webhookID!: number | null;
  /** The sequence of the change that it tells a webhook; null: it is a ping. */
  @Column({ ...columns.long(), nullable: true }) changeSequence!: number | null;
  /**
   * When the last attempt to reach a webhook began, and how long it took. Of one that got a response: the headers that were sent, the
   * status, the headers that came back, and the start of the body; headers as JSON.
   */
  @Column({ ...columns.moment(), nullable: true }) attemptedDate!: Date | null;
  @Column({ ...columns.int(), nullable: true }) attemptMs!: number | null;
  @Column({ ...columns.int(), nullable: true }) replyStatus!: number | null;
  @Column({ ...columns.longText(), nullable: true }) requestHeaders!: string | null;
  @Column({ ...columns.longText(), nullable: true }) replyHeaders!: string | null;
  @Column({ ...columns.text(DELIVERY_LENGTHS.reply), nullable: true }) replyBody!: string | null;
  /** The trace of the request that set it off, as in its header. */
  @Column({ ...columns.text(TRACEPARENT_LENGTH), nullable: true }) traceparent!: string | null;
}
