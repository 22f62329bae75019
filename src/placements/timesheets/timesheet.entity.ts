import { Entity } from 'typeorm';
import { NAME } from '../../core/sql/columns';
import { Stamped } from '../../core/fields/stamped';
import { Day, Double, Id, Lookup, Moment, Ref, TextOrNull } from '../../core/fields/decorators';

/** The hours of a placement in one period. */
@Entity('timesheet')
export class Timesheet extends Stamped {
  @Id() id!: number;
  @Ref('Placement', { example: 1 }) placementID!: number | null;
  @Ref('Candidate', { example: 1, description: 'That of the placement.' }) candidateID!: number | null;
  @Lookup('timesheetStatus', { example: 1 }) statusID!: number | null;
  @Day({ example: '2026-11-16T00:00:00.000Z' }) periodStart?: Date;
  @Day({ example: '2026-11-22T00:00:00.000Z' }) periodEnd?: Date;
  @Day({ example: '2026-11-23T00:00:00.000Z' }) dueDate?: Date;
  @Double({ minimum: 0, example: 38 }) hours!: number;
  @Moment({ derived: true, example: '2026-11-22T06:00:00.000Z' }) submittedDate?: Date;
  @Moment({ derived: true, example: '2026-11-23T01:00:00.000Z', description: 'When it was approved or rejected.' }) decidedDate?: Date;
  @TextOrNull(NAME * 5, { example: 'Half a day on Friday.' }) comments!: string | null;
}
