import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns, NAME } from '../core/sql/columns';
import { Bool, Day, Id, Int, Lookup, Moment, Text, Version } from '../core/fields/decorators';

/** How often a placement is paid. */
@Entity('pay_frequency')
export class PayFrequency {
  @Id() id!: number;
  /** The customer's billing number, stored as given. */
  @Int({ example: 7 }) customerId!: number;
  @Text(NAME, { example: 'Weekly' }) name!: string;
  @Bool({ example: true, description: 'false: existing placements keep it, new ones cannot use it.' }) isEnabled!: boolean;
  @Lookup('payPeriod', {
    required: true,
    example: 1,
    description: 'How long its periods are; by default what its name tells, else weekly.',
  })
  periodID!: number | null;
  @Day({
    example: '2024-01-01T00:00:00.000Z',
    description: 'Of two or four weeks only: a day in the first week of any of its periods, by default Monday, 1 January 2024.',
  })
  anchorDate?: Date;
  @Moment({ derived: true, inResponse: 'nowhere' }) createdDate?: Date;
  @Moment({ derived: true, inResponse: 'nowhere' }) updatedDate?: Date;
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
