import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { columns, NAME } from '../database/columns';
import { Bool, Id, Int, Moment, Text, Version } from '../fields/vocabulary';

/** An entry of a lookup list: a stage, a status, a rating, a currency, a country. Never removed, so that references hold. */
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
  /** Does it end the life of what stands on it? */
  @Column({ ...columns.boolean(), default: false }) closed!: boolean;
}

/** How often the people of a placement are paid. */
@Entity('pay_frequency')
export class PayFrequency {
  @Id() id!: number;
  /** The customer's billing number, kept as given. */
  @Int({ example: 7 }) customerId!: number;
  @Text(NAME, { example: 'Weekly' }) name!: string;
  @Bool({ example: true, description: 'false: it stays where it is, and is refused on new placements.' }) isEnabled!: boolean;
  @Moment({ derived: true, answered: 'nowhere' }) createdDate?: Date;
  @Moment({ derived: true, answered: 'nowhere' }) updatedDate?: Date;
  @Version() version!: number;
}

/** One named value of a part of the configuration (JobPosting, Clients), unique by its folded type. */
@Entity('setting')
export class Setting {
  @PrimaryColumn(columns.text(40)) part!: string;
  @PrimaryColumn(columns.text(NAME)) folded!: string;
  @Column(columns.text(NAME)) type!: string;
  @Column(columns.longText()) value!: string;
  @Column(columns.moment()) updatedDate!: Date;
  @Column({ ...columns.int(), nullable: true }) updatedByID!: number | null;
}
