import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PageQuery, QueryDirection, QueryOneOf } from '../../core/http';
import { DELIVERY_LENGTHS, DELIVERY_STATES, type Delivery, type DeliveryState } from '../delivery.entity';

/** A delivery of the demonstration to its webhook. */
export const EXAMPLE_WEBHOOK_DELIVERY_ID = '00000000-0000-4000-8000-000000000005';

/** Which deliveries to a webhook. */
export class WebhookDeliveryQuery extends PageQuery {
  @QueryOneOf(DELIVERY_STATES, { description: 'failed: will be retried. dead: given up after the last attempt.' })
  readonly state?: DeliveryState;

  @QueryDirection('createdDate', 'newest first')
  readonly orderBy?: string;
}

const NUMBER = { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647 } as const;
const WHEN = { type: 'string', format: 'date-time', maxLength: 40, example: '2026-11-20T03:00:00.000Z' } as const;

const HEADERS = {
  type: 'object' as const,
  additionalProperties: {
    title: 'HeaderValue',
    oneOf: [
      { type: 'string' as const, maxLength: 20_000 },
      { type: 'array' as const, maxItems: 1000, items: { type: 'string' as const, maxLength: 20_000 } },
    ],
  },
};

/** What was sent. */
export class WebhookRequestDto {
  @ApiProperty({ type: String, maxLength: DELIVERY_LENGTHS.to, example: 'https://hooks.example.com/changes' }) url!: string;
  @ApiProperty({
    type: String,
    maxLength: DELIVERY_LENGTHS.body,
    example: '{"type":"job.updated"}',
    description: 'The JSON as it was sent; "" once the person that it was about has been erased.',
  })
  body!: string;
  @ApiPropertyOptional({
    ...HEADERS,
    example: { 'Content-Type': 'application/json', 'webhook-id': EXAMPLE_WEBHOOK_DELIVERY_ID, 'webhook-timestamp': '1795140000' },
    description: 'Of the last attempt; absent if there was no response to it.',
  })
  headers?: object;
}

/** What came back. */
export class WebhookReplyDto {
  @ApiProperty({ ...NUMBER, example: 204 }) status!: number;
  @ApiProperty({ ...HEADERS, example: { date: 'Fri, 20 Nov 2026 03:00:00 GMT' } })
  headers!: object;
  @ApiProperty({ type: String, maxLength: DELIVERY_LENGTHS.reply, example: '', description: 'The first 1,024 bytes.' }) body!: string;
}

/** A delivery to a webhook that subscribes to changes. */
export class WebhookDeliveryDto {
  @ApiProperty({
    type: String,
    format: 'uuid',
    maxLength: 36,
    example: EXAMPLE_WEBHOOK_DELIVERY_ID,
    description: 'The webhook-id, and the id in the body: the same at every attempt.',
  })
  id!: string;
  @ApiProperty({
    type: 'integer',
    format: 'int64',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    nullable: true,
    example: 4711,
    description: 'The sequence of the change; null: a ping.',
  })
  sequence!: number | null;
  @ApiProperty({ type: String, enum: DELIVERY_STATES, example: 'sent', description: 'failed: will be retried. dead: given up.' })
  state!: DeliveryState;
  @ApiProperty({ type: String, maxLength: 40, nullable: true, example: 'Job', description: 'Type of the record.' }) recordType!:
    string | null;
  @ApiProperty({ ...NUMBER, nullable: true, example: 1 }) recordID!: number | null;
  @ApiProperty({ ...NUMBER, example: 1, description: 'Attempts since it was queued or last resent.' }) attempts!: number;
  @ApiProperty({ ...NUMBER, nullable: true, example: 204, description: 'Of the last response; null: there was none.' })
  responseStatus!: number | null;
  @ApiProperty({ ...NUMBER, nullable: true, example: 85, description: 'How long the last attempt took, in milliseconds.' })
  durationMs!: number | null;
  @ApiProperty({ type: String, maxLength: DELIVERY_LENGTHS.error, nullable: true, example: null }) lastError!: string | null;
  @ApiProperty(WHEN) createdDate!: string;
  @ApiProperty({ ...WHEN, required: false, description: 'When the last attempt ended.' }) attemptedDate?: string;
  @ApiProperty({ ...WHEN, required: false, description: 'Present while queued or failed; not before the webhook is resumed.' })
  nextAttemptDate?: string;
  @ApiProperty({ ...WHEN, required: false }) sentDate?: string;
}

/** One delivery with its request and the response to the last attempt. */
export class WebhookDeliveryDetailDto extends WebhookDeliveryDto {
  @ApiProperty({ type: WebhookRequestDto }) request!: WebhookRequestDto;
  @ApiProperty({ type: WebhookReplyDto, required: false, description: 'Absent: the receiver has not responded.' })
  response?: WebhookReplyDto;
}

export function webhookDeliveryResponse(delivery: Delivery): WebhookDeliveryDto {
  const { publicID, changeSequence, state, aboutType, aboutID, attempts, replyStatus, attemptMs, lastError } = delivery;
  const { createdDate, attemptedDate, dueAt, sentDate } = delivery;
  return {
    id: publicID,
    sequence: changeSequence === null ? null : Number(changeSequence),
    ...{ state, recordType: aboutType, recordID: aboutID, attempts, responseStatus: replyStatus, durationMs: attemptMs, lastError },
    createdDate: createdDate.toISOString(),
    ...(attemptedDate ? { attemptedDate: attemptedDate.toISOString() } : {}),
    ...(dueAt && state !== 'sending' ? { nextAttemptDate: dueAt.toISOString() } : {}),
    ...(sentDate ? { sentDate: sentDate.toISOString() } : {}),
  };
}

export function webhookDeliveryDetailResponse(delivery: Delivery): WebhookDeliveryDetailDto {
  const { recipient, body, requestHeaders, replyStatus, replyHeaders, replyBody } = delivery;
  const headers = JSON.parse(replyHeaders ?? '{}') as object;
  return {
    ...webhookDeliveryResponse(delivery),
    request: { url: recipient, body, ...(requestHeaders === null ? {} : { headers: JSON.parse(requestHeaders) as object }) },
    ...(replyStatus === null ? {} : { response: { status: replyStatus, headers, body: replyBody ?? '' } }),
  };
}
