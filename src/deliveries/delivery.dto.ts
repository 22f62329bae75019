import { ApiProperty } from '@nestjs/swagger';
import { PageQuery, QueryDirection, QueryInt, QueryOneOf } from '../core/http';
import { DELIVERY_KINDS, DELIVERY_LENGTHS, DELIVERY_STATES, type Delivery, type DeliveryKind, type DeliveryState } from './delivery.entity';

/** A delivery of the demonstration that was given up, since its address is none of the internet. */
export const EXAMPLE_ID = '00000000-0000-4000-8000-000000000001';
/** One that has been cancelled. */
export const EXAMPLE_CANCELLED_ID = '00000000-0000-4000-8000-000000000004';

/** Filters of the delivery list. */
export class DeliveryListQuery extends PageQuery {
  @QueryOneOf(DELIVERY_STATES, { description: 'dead: given up after the last attempt.', example: 'dead' })
  readonly state?: DeliveryState;

  @QueryOneOf(DELIVERY_KINDS)
  readonly kind?: DeliveryKind;

  @QueryInt({ minimum: 1, description: 'Only deliveries of this automation run.' })
  readonly runId?: number;

  @QueryDirection('createdDate', 'newest first')
  readonly orderBy?: string;
}

const NUMBER = { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647 } as const;
const NUMBER_OR_NULL = { ...NUMBER, nullable: true } as const;
const WHEN = { type: 'string', format: 'date-time', maxLength: 40, example: '2026-11-20T03:00:00.000Z' } as const;
const NAME_OR_NULL = { type: String, maxLength: 40, nullable: true } as const;

/** A message that was sent or is queued. */
export class DeliveryDto {
  @ApiProperty({
    type: String,
    format: 'uuid',
    maxLength: 36,
    example: EXAMPLE_ID,
    description: 'The same at every attempt: the Message-ID begins with it, webhook-id is it.',
  })
  id!: string;
  @ApiProperty({ type: String, enum: DELIVERY_KINDS, example: 'webhook' }) kind!: DeliveryKind;
  @ApiProperty({
    type: String,
    enum: DELIVERY_STATES,
    example: 'dead',
    description: 'failed: will be retried. dead: given up. cancelled: not wanted any more; lastError says why.',
  })
  state!: DeliveryState;
  @ApiProperty({
    type: String,
    maxLength: DELIVERY_LENGTHS.to,
    example: 'https://127.0.0.1/hooks/placements',
    description: 'An e-mail address, a phone number or a URL.',
  })
  to!: string;
  @ApiProperty({ type: String, maxLength: DELIVERY_LENGTHS.subject, nullable: true, example: null }) subject!: string | null;
  @ApiProperty({ ...NAME_OR_NULL, example: 'Placement', description: 'Type of the record it is about.' }) aboutType!: string | null;
  @ApiProperty({ ...NUMBER_OR_NULL, example: 1 }) aboutId!: number | null;
  @ApiProperty({ ...NAME_OR_NULL, example: null, description: 'Type of the person it is sent to.' }) personType!: string | null;
  @ApiProperty({ ...NUMBER_OR_NULL, example: null }) personId!: number | null;
  @ApiProperty({ ...NUMBER_OR_NULL, example: null }) automationId!: number | null;
  @ApiProperty({ ...NUMBER_OR_NULL, example: null }) runId!: number | null;
  @ApiProperty({ ...NUMBER, example: 1 }) createdByID!: number;
  @ApiProperty({ ...NUMBER, example: 1, description: 'Attempts since it was queued or last resent.' }) attempts!: number;
  @ApiProperty({
    type: String,
    maxLength: DELIVERY_LENGTHS.error,
    nullable: true,
    example: 'The host is not on the public internet; WEBHOOK_ALLOW_PRIVATE would allow it.',
  })
  lastError!: string | null;
  @ApiProperty(WHEN) createdDate!: string;
  @ApiProperty({ ...WHEN, required: false, description: 'Present while queued or failed.' }) nextAttemptDate?: string;
  @ApiProperty({
    type: String,
    enum: ['window', 'rate'],
    required: false,
    example: 'window',
    description: 'Why it waits until nextAttemptDate: for the sending window of its automation, or its rate per minute.',
  })
  waitsFor?: string;
  @ApiProperty({ ...WHEN, required: false }) sentDate?: string;
}

/** One delivery with its body. */
export class DeliveryDetailDto extends DeliveryDto {
  @ApiProperty({ type: String, maxLength: DELIVERY_LENGTHS.replyTo, nullable: true, example: null }) replyTo!: string | null;
  @ApiProperty({
    type: String,
    maxLength: DELIVERY_LENGTHS.body,
    example: '{"type":"placement.approved"}',
    description:
      'Plain text; the JSON of a webhook. Empty for callers who lack one of the scopes that automation:read requires; subject and html are null then.',
  })
  body!: string;
  @ApiProperty({
    type: String,
    maxLength: DELIVERY_LENGTHS.html,
    nullable: true,
    example: null,
    description: 'Of an e-mail: the same in HTML.',
  })
  html!: string | null;
}

export function deliveryResponse(delivery: Omit<Delivery, 'body' | 'html' | 'replyTo'>): DeliveryDto {
  const {
    publicID,
    kind,
    state,
    recipient,
    subject,
    aboutType,
    aboutID,
    personType,
    personID,
    automationID,
    runID,
    byID,
    attempts,
    dueAt,
    waitsFor,
    lastError,
    createdDate,
    sentDate,
  } = delivery;
  return {
    id: publicID,
    kind,
    state,
    to: recipient,
    subject,
    aboutType,
    aboutId: aboutID,
    personType,
    personId: personID,
    automationId: automationID,
    runId: runID,
    createdByID: byID,
    attempts,
    lastError,
    createdDate: createdDate.toISOString(),
    ...(dueAt && state !== 'sending' ? { nextAttemptDate: dueAt.toISOString() } : {}),
    ...(dueAt && waitsFor && state !== 'sending' ? { waitsFor } : {}),
    ...(sentDate ? { sentDate: sentDate.toISOString() } : {}),
  };
}

export const deliveryDetailResponse = (delivery: Delivery): DeliveryDetailDto => ({
  ...deliveryResponse(delivery),
  replyTo: delivery.replyTo,
  body: delivery.body,
  html: delivery.html,
});
