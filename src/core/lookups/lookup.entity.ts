import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { columns, NAME } from '../sql/columns';

/** An entry of a lookup list: a stage, a status, a rating, a currency, a country. Never deleted, so that references stay valid. */
@Entity('lookup')
@Index(['list', 'code'])
export class Lookup {
  @PrimaryColumn(columns.text(40)) list!: string;
  @PrimaryColumn(columns.int()) id!: number;
  @Column(columns.text(NAME)) name!: string;
  @Column(columns.text(NAME)) folded!: string;
  @Column({ ...columns.text(40), nullable: true }) code!: string | null;
  /** The entry of another list that this one belongs to. */
  @Column({ ...columns.int(), nullable: true }) parentID!: number | null;
  /** Whether records with this entry are closed. */
  @Column({ ...columns.boolean(), default: false }) closed!: boolean;
  /** Of rate kinds: how many times the pay rate and the charge rate of the placement it is; unset: it is an amount. */
  @Column({ ...columns.double(), nullable: true }) payMultiplier!: number | null;
  @Column({ ...columns.double(), nullable: true }) chargeMultiplier!: number | null;
  /** Of rate kinds without multipliers: the usual amount. */
  @Column({ ...columns.double(), nullable: true }) amount!: number | null;
}
