import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { columns, NAME } from '../core/sql/columns';
import { Bool, CodeOrNull, Id, Int, IntEnum, Moment, Text, TextOrNull, Version } from '../core/fields/decorators';

/** A branch or business unit of the firm, with payroll settings of its own. */
@Entity('division')
export class Division {
  @Id() id!: number;
  @TextOrNull(NAME, { required: true, example: 'Construction' }) name!: string | null;
  @CodeOrNull('country', { example: 'AU', description: 'Phone numbers without a country code are read as of this country.' }) countryCode!:
    string | null;
  @IntEnum([1, 2, 3, 4, 5, 6, 7], { example: 1, description: 'On which day its weeks begin for pay, from 1, Monday, to 7, Sunday.' })
  firstDayOfWeek!: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  @Moment({ derived: true, example: '2024-06-03T01:00:00.000Z' }) createdDate?: Date;
  @Moment({ derived: true, example: '2026-10-20T05:45:00.000Z' }) updatedDate?: Date;
  @Bool({ example: false }) deleted!: boolean;
  @Version() version!: number;
}

/** A division's connection to the external payroll system. The three credentials are stored encrypted. */
@Entity('payroll_integration')
export class PayrollIntegration {
  @PrimaryColumn(columns.int()) @ForeignKey('Division') divisionID!: number;
  @Column({ ...columns.longText(), nullable: true }) apiKey!: string | null;
  @Column({ ...columns.longText(), nullable: true }) apiUsername!: string | null;
  @Column({ ...columns.longText(), nullable: true }) apiPassword!: string | null;
  @Int({ example: 4101 }) entityID!: number;
  @Int({ example: 12 }) brandingEntityID!: number;
  @Int({ example: 880 }) permChargeItemID!: number;
  @Bool({ example: true }) collectTimesheetData!: boolean;
  @Moment({ example: '2026-11-19T14:00:00.000Z' }) collectTimesheetLastRun?: Date;
  @Moment({ example: '2026-11-19T14:05:00.000Z' }) candidateDataSyncLastRun?: Date;
  @Text(100, { example: 'AU' }) region!: string;
  @Version() version!: number;
}

/** The payroll accounts of one region, in the order given. */
@Entity('payroll_region')
export class PayrollRegion {
  @PrimaryColumn(columns.int()) @ForeignKey('PayrollIntegration', 'divisionID') divisionID!: number;
  @PrimaryColumn(columns.int()) position!: number;
  @Text(100, { example: 'AU' }) region!: string;
  @Int({ example: 31 }) defaultSuperItemID!: number;
  @Int({ example: 501 }) glGroupEmployee!: number;
  @Int({ example: 502 }) glGroupSubContractor!: number;
  @Text(100, { example: '4-1000' }) permIncomeAccount!: string;
  @Text(100, { example: '4-2000' }) contractIncomeAccountEmployee!: string;
  @Text(100, { example: '5-2000' }) contractExpenseAccountEmployee!: string;
  @Text(100, { example: '4-3000' }) contractIncomeAccountSubContractor!: string;
  @Text(100, { example: '5-3000' }) contractExpenseAccountSubContractor!: string;
}
