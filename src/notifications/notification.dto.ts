import { ApiProperty } from '@nestjs/swagger';
import { INT32 } from '../core/fields/value-rules';
import { PageQuery, QueryBoolean, QueryDirection } from '../core/http';
import type { Notification } from './notification.entity';

/** Filters of the notification list. */
export class NotificationListQuery extends PageQuery {
  @QueryBoolean({ description: 'Only unread notifications.' })
  readonly unread?: boolean;

  @QueryDirection('createdDate', 'newest first')
  readonly orderBy?: string;
}

const NUMBER = { type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum, example: 1 } as const;
const WHEN = { type: 'string', format: 'date-time', maxLength: 40, example: '2026-11-20T03:00:00.000Z' } as const;

/** A notification for the caller. */
export class NotificationDto {
  @ApiProperty(NUMBER) id!: number;
  @ApiProperty({ type: String, maxLength: 100_000, example: 'The placement of Grace Nguyen ends in two weeks.' }) message!: string;
  @ApiProperty({
    type: String,
    maxLength: 40,
    nullable: true,
    example: 'Placement',
    description: 'Type of the record it is about.',
  })
  aboutType!: string | null;
  @ApiProperty({ ...NUMBER, nullable: true }) aboutId!: number | null;
  @ApiProperty({ ...NUMBER, nullable: true, description: 'The automation that created it.' }) automationId!: number | null;
  @ApiProperty({ ...NUMBER, nullable: true, example: null }) runId!: number | null;
  @ApiProperty(WHEN) createdDate!: string;
  @ApiProperty({ ...WHEN, required: false, description: 'Absent until it has been read.' }) readDate?: string;
}

export function notificationResponse({
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
