import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { ORIGIN_LENGTHS, type ChangeSource } from '../changes';
import { columns } from '../sql/columns';

/** How long a hash is: SHA-256 in hexadecimal. */
const HASH_LENGTH = 64;

/** Who did what, when and from where. Each entry contains the hash of the one before, so that none can be changed, removed or moved. */
@Entity('audit_entry')
@Index(['type', 'recordID', 'sequence'])
@Index(['userID', 'sequence'])
@Index(['keyID', 'sequence'])
@Index(['runID', 'sequence'])
@Index(['requestID'])
@Index(['at'])
export class AuditEntry {
  /** That of the change. */
  @PrimaryColumn(columns.long()) sequence!: number;
  @Column(columns.text(40)) type!: string;
  @Column(columns.int()) recordID!: number;
  @Column(columns.text(10)) action!: string;
  @Column(columns.int()) version!: number;
  /** JSON: the numbers of the events that the change raised. */
  @Column(columns.text(200)) events!: string;
  /** JSON: `{"statusID": [before, after]}` of what changed, without what is personal. */
  @Column(columns.longText()) fields!: string;
  /** The same of what is personal, encrypted with the keys of the persons. */
  @Column({ ...columns.longText(), nullable: true }) personal!: string | null;
  /** JSON: the names of these keys. */
  @Column({ ...columns.longText(), nullable: true }) persons!: string | null;
  @Column(columns.moment()) at!: Date;
  @Column(columns.int()) userID!: number;
  @Column({ ...columns.text(10), nullable: true }) source!: ChangeSource | null;
  @Column({ ...columns.int(), nullable: true }) keyID!: number | null;
  @Column({ ...columns.text(ORIGIN_LENGTHS.keyName), nullable: true }) keyName!: string | null;
  @Column({ ...columns.int(), nullable: true }) automationID!: number | null;
  @Column({ ...columns.int(), nullable: true }) runID!: number | null;
  @Column({ ...columns.text(ORIGIN_LENGTHS.address), nullable: true }) address!: string | null;
  @Column({ ...columns.text(ORIGIN_LENGTHS.requestID), nullable: true }) requestID!: string | null;
  /** The hash of the entry before. */
  @Column(columns.text(HASH_LENGTH)) previousHash!: string;
  /** Of all the above, with the key of the chain. */
  @Column(columns.text(HASH_LENGTH)) hash!: string;
}

/** A key of the audit: of a person, or of the chain of hashes. */
@Entity('audit_key')
export class AuditKey {
  /** `Candidate/7`; `chain/1` for the chain from the first entry on. */
  @PrimaryColumn(columns.text(60)) name!: string;
  /** Encrypted with the secret key; null: destroyed. */
  @Column({ ...columns.text(200), nullable: true }) sealed!: string | null;
  @Column(columns.moment()) createdDate!: Date;
}
