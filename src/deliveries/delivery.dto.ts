import { ApiProperty } from '@nestjs/swagger';
import { PageQuery, QueryInt, QueryOneOf } from '../http';
import { DELIVERY_KINDS, DELIVERY_LENGTHS, DELIVERY_STATES, type Delivery, type DeliveryKind, type DeliveryState } from './delivery.entity';

/** A delivery of the demonstration that was given up, since its address is none of the internet. */
export const EXAMPLE_ID = '00000000-0000-4000-8000-000000000001';

/** Which deliveries a list is about. */
export class DeliveryListQuery extends PageQuery {
  @QueryOneOf(DELIVERY_STATES, { description: 'dead: those that were given up.', example: 'dead' })
  readonly state?: DeliveryState;

  @QueryOneOf(DELIVERY_KINDS)
  readonly kind?: DeliveryKind;

  @QueryInt({ minimum: 1, description: 'Only those of one run of an automation.' })
  readonly runId?: number;
}

const NUMBER = { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647 } as const;
const NUMBER_OR_NULL = { ...NUMBER, nullable: true } as const;
const WHEN = { type: 'string', format: 'date-time', maxLength: 40, example: '2026-11-20T03:00:00.000Z' } as const;
const NAME_OR_NULL = { type: String, maxLength: 40, nullable: true } as const;

/** What has been sent, or is to be. */
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
  @ApiProperty({ type: String, enum: DELIVERY_STATES, example: 'dead', description: 'failed: to be tried again. dead: given up.' })
  state!: DeliveryState;
  @ApiProperty({
    type: String,
    maxLength: DELIVERY_LENGTHS.to,
    example: 'https://127.0.0.1/hooks/placements',
    description: 'An e-mail address, a phone number or a URL.',
  })
  to!: string;
  @ApiProperty({ type: String, maxLength: DELIVERY_LENGTHS.subject, nullable: true, example: null }) subject!: string | null;
  @ApiProperty({ ...NAME_OR_NULL, example: 'Placement', description: 'The type of the record that it is about.' }) aboutType!:
    string | null;
  @ApiProperty({ ...NUMBER_OR_NULL, example: 1 }) aboutId!: number | null;
  @ApiProperty({ ...NAME_OR_NULL, example: null, description: 'The type of the person whom it reaches.' }) personType!: string | null;
  @ApiProperty({ ...NUMBER_OR_NULL, example: null }) personId!: number | null;
  @ApiProperty({ ...NUMBER_OR_NULL, example: null }) automationId!: number | null;
  @ApiProperty({ ...NUMBER_OR_NULL, example: null }) runId!: number | null;
  @ApiProperty({ ...NUMBER, example: 1 }) createdByID!: number;
  @ApiProperty({ ...NUMBER, example: 1, description: 'Begun since it was queued, or sent again by hand.' }) attempts!: number;
  @ApiProperty({
    type: String,
    maxLength: DELIVERY_LENGTHS.error,
    nullable: true,
    example: 'The host is not on the public internet; WEBHOOK_ALLOW_PRIVATE would allow it.',
  })
  lastError!: string | null;
  @ApiProperty(WHEN) createdDate!: string;
  @ApiProperty({ ...WHEN, required: false, description: 'Of one that is queued or failed.' }) nextAttemptDate?: string;
  @ApiProperty({ ...WHEN, required: false }) sentDate?: string;
}

/** One delivery, whole. */
export class DeliveryDetailDto extends DeliveryDto {
  @ApiProperty({ type: String, maxLength: DELIVERY_LENGTHS.replyTo, nullable: true, example: null }) replyTo!: string | null;
  @ApiProperty({
    type: String,
    maxLength: DELIVERY_LENGTHS.body,
    example: '{"type":"placement.approved"}',
    description: 'Plain text; the JSON of a webhook.',
  })
  body!: string;
}

export function deliveryAnswer(delivery: Omit<Delivery, 'body' | 'replyTo'>): DeliveryDto {
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
    ...(sentDate ? { sentDate: sentDate.toISOString() } : {}),
  };
}

export const wholeAnswer = (delivery: Delivery): DeliveryDetailDto => ({
  ...deliveryAnswer(delivery),
  replyTo: delivery.replyTo,
  body: delivery.body,
});
