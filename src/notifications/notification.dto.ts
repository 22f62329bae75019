import { ApiProperty } from '@nestjs/swagger';
import { INT32 } from '../fields/values';
import { PageQuery, QueryBoolean } from '../http';
import type { Notification } from './notification.entity';

/** Which notifications a list is about. */
export class NotificationListQuery extends PageQuery {
  @QueryBoolean({ description: 'Only those that have not been read.' })
  readonly unread?: boolean;
}

const NUMBER = { type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum, example: 1 } as const;
const WHEN = { type: 'string', format: 'date-time', maxLength: 40, example: '2026-11-20T03:00:00.000Z' } as const;

/** Something that the caller is to know. */
export class NotificationDto {
  @ApiProperty(NUMBER) id!: number;
  @ApiProperty({ type: String, maxLength: 100_000, example: 'The placement of Grace Nguyen ends in two weeks.' }) message!: string;
  @ApiProperty({
    type: String,
    maxLength: 40,
    nullable: true,
    example: 'Placement',
    description: 'The type of the record that it is about.',
  })
  aboutType!: string | null;
  @ApiProperty({ ...NUMBER, nullable: true }) aboutId!: number | null;
  @ApiProperty({ ...NUMBER, nullable: true, description: 'The automation that wanted it told.' }) automationId!: number | null;
  @ApiProperty({ ...NUMBER, nullable: true, example: null }) runId!: number | null;
  @ApiProperty(WHEN) createdDate!: string;
  @ApiProperty({ ...WHEN, required: false, description: 'Absent until it has been read.' }) readDate?: string;
}

export function notificationAnswer({
  id,
  message,
  aboutType,
  aboutID,
  automationID,
  runID,
  createdDate,
  readDate,
}: Notification): NotificationDto {
  return {
    id,
    message,
    aboutType,
    aboutId: aboutID,
    automationId: automationID,
    runId: runID,
    createdDate: createdDate.toISOString(),
    ...(readDate ? { readDate: readDate.toISOString() } : {}),
  };
}
