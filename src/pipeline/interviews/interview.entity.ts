import { Entity } from 'typeorm';
import { NAME } from '../../core/sql/columns';
import { Stamped } from '../../core/fields/stamped';
import { Id, Int, LongTextOrNull, Lookup, Moment, Ref, TextOrNull } from '../../core/fields/decorators';

/** A meeting of a candidate with the client about a job. */
@Entity('interview')
export class Interview extends Stamped {
  @Id() id!: number;
  @Ref('Application', { example: 1 }) applicationID!: number | null;
  @Ref('Job', { required: true, example: 1 }) jobID!: number | null;
  @Ref('Candidate', { required: true, example: 1 }) candidateID!: number | null;
  @Ref('Contact', { example: 1, description: 'By default the first contact of the job.' }) contactID!: number | null;
  @Lookup('interviewType', { example: 3 }) typeID!: number | null;
  @Lookup('interviewStatus', { required: true, example: 3 }) statusID!: number | null;
  @Moment({ example: '2026-11-10T23:00:00.000Z', description: 'Changing it for an upcoming interview sets the status Rescheduled.' })
  startsAt?: Date;
  @Int({ minimum: 0, example: 45, description: 'Minutes.' }) duration!: number;
  @TextOrNull(NAME, { example: 'Head office, level 12' }) place!: string | null;
  @LongTextOrNull({ example: 'Knows the trade; asked good questions about safety.' }) feedback!: string | null;
  @Int({ minimum: 0, example: 4 }) score!: number;
  @Ref('User', { example: 1 }) ownerID!: number | null;
}
