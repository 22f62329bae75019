import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { CHANGE_ACTIONS, ChangeDto } from '../core/changes';
import { NewOf, ResponseOf, UpdateOf, ValidateField } from '../core/fields/shapes';
import { ignoredRule, INT32, intRule } from '../core/fields/value-rules';
import { Webhook } from './webhook.entity';

const MOST = 100;
const NAME_PATTERN = /^[A-Za-z]\w{0,39}$/;
/** How long a replaced secret may stay valid. */
const MAX_GRACE_HOURS = 168;
const DEFAULT_GRACE_HOURS = 24;

const SEQUENCE = { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const WHEN = { type: 'string', format: 'date-time', maxLength: 40 } as const;
const names = (example: string[], description: string): ApiPropertyOptions => ({
  type: 'array',
  maxItems: MOST,
  items: { type: 'string', maxLength: 40, pattern: NAME_PATTERN.source },
  example,
  description,
});
const TYPES = names(['Job', 'Placement'], 'Only changes of these record types, by their names in the feed; empty: of all.');
const FORMER_TYPES = { ...TYPES, deprecated: true, description: 'The former name of types, until June 2027.' } as ApiPropertyOptions;
const FIELDS = names(
  [],
  'Only changes of at least one of these fields, by their names in the feed, where changes of these types name them; empty: of all.',
);
const ACTIONS = {
  ...names([], 'Only these actions; empty: all.'),
  items: { type: 'string', enum: [...CHANGE_ACTIONS] },
} as ApiPropertyOptions;
const EVENTS: ApiPropertyOptions = {
  type: 'array',
  maxItems: MOST,
  items: { type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum },
  example: [],
  description:
    'Only changes that raise one of these events, by their ids in the automation catalogue, or 70 to 79 of pay and charge runs; empty: all.',
};
const POSITION = { ...SEQUENCE, example: 0, description: 'The sequence of the last change that it has been queued, or does not want.' };
const PREVIOUS_UNTIL = {
  ...WHEN,
  nullable: true,
  example: null,
  description: 'Until when deliveries are signed by the secret before, too; null: by the present one only.',
};

/** @param allowed an item, as a noun: "the name of a field" */
const items = (is: (value: unknown) => boolean, allowed: string): PropertyDecorator =>
  ValidateField({
    validate: (value) => {
      if (!Array.isArray(value) || value.length > MOST) return `must be an array of at most ${MOST} items`;
      const wrong = value.findIndex((each) => !is(each));
      return wrong < 0 ? undefined : `must contain only ${allowed}; item ${wrong} is none`;
    },
    clearable: false,
    derived: false,
  });
const Names = (): PropertyDecorator => items((each) => typeof each === 'string' && NAME_PATTERN.test(each), 'names');
const Actions = (): PropertyDecorator =>
  items((each) => (CHANGE_ACTIONS as readonly unknown[]).includes(each), `actions (${CHANGE_ACTIONS.join(', ')})`);
const Events = (): PropertyDecorator => items((each) => intRule(1).validate(each) === undefined, 'ids of events');
const Ignored = (): PropertyDecorator => ValidateField({ ...ignoredRule, clearable: true, derived: true });
const optional = (options: ApiPropertyOptions): PropertyDecorator => ApiProperty({ ...options, required: false } as ApiPropertyOptions);

/** A webhook that subscribes to changes. */
export class WebhookDto extends ResponseOf(Webhook) {
  @ApiProperty(TYPES) types!: string[];
  @ApiProperty(ACTIONS) actions!: string[];
  @ApiProperty(EVENTS) events!: number[];
  @ApiProperty(FIELDS) fields!: string[];
  @ApiProperty(FORMER_TYPES) recordTypes!: string[];
  @ApiProperty(POSITION) position!: number;
  @ApiProperty(PREVIOUS_UNTIL) previousSecretExpiresDate!: string | null;
}

/** A new webhook, or one with a new secret: the only responses that contain a secret. */
export class WebhookWithSecretDto extends WebhookDto {
  @ApiProperty({
    type: String,
    maxLength: 100,
    required: false,
    example: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    description: 'By which deliveries are signed. Shown only here: the response to a repeated Idempotency-Key does not contain it.',
  })
  secret?: string;
}

/** A change of a webhook: absent = unchanged, an array replaces the whole array. */
export class WebhookUpdateDto extends UpdateOf(Webhook) {
  @optional(TYPES) @Names() types?: string[];
  @optional(ACTIONS) @Actions() actions?: string[];
  @optional(EVENTS) @Events() events?: number[];
  @optional(FIELDS) @Names() fields?: string[];
  @optional(FORMER_TYPES) @Names() recordTypes?: string[];
  @optional({ ...POSITION, nullable: true }) @Ignored() position?: number;
  @optional(PREVIOUS_UNTIL) @Ignored() previousSecretExpiresDate?: string | null;
}

export class WebhookNewDto extends NewOf(Webhook, ['name', 'url']) {
  @optional(TYPES) @Names() types?: string[];
  @optional(ACTIONS) @Actions() actions?: string[];
  @optional(EVENTS) @Events() events?: number[];
  @optional(FIELDS) @Names() fields?: string[];
  @optional(FORMER_TYPES) @Names() recordTypes?: string[];
  @optional({ ...POSITION, nullable: true }) @Ignored() position?: number;
  @optional(PREVIOUS_UNTIL) @Ignored() previousSecretExpiresDate?: string | null;
}

export class WebhookRotateDto {
  @ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: MAX_GRACE_HOURS,
    default: DEFAULT_GRACE_HOURS,
    required: false,
    nullable: true,
    example: DEFAULT_GRACE_HOURS,
    description: 'For how many hours deliveries are signed by the old secret, too; 0: not at all.',
  })
  @ValidateField({
    validate: (value) =>
      intRule(0).validate(value) === undefined && Number(value) <= MAX_GRACE_HOURS
        ? undefined
        : `must be a whole number from 0 to ${MAX_GRACE_HOURS}`,
    clearable: true,
    derived: false,
  })
  graceHours?: number | null;
}

export const graceHoursOf = ({ graceHours }: WebhookRotateDto): number => graceHours ?? DEFAULT_GRACE_HOURS;

export class WebhookReplayDto {
  @ApiProperty({
    ...SEQUENCE,
    example: 0,
    description: 'The sequence of a change: those after it are told again, or, if it is beyond the position, those before it are not.',
  })
  @ValidateField(
    {
      validate: (value) =>
        Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'must be the sequence of a change: a whole number from 0',
      clearable: false,
      derived: false,
    },
    true,
  )
  after!: number;
}

/** What a webhook is told of a change: it as in the feed. */
export class WebhookChangeDto extends ChangeDto {
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'With includeRecord: the record as it is when the delivery is queued, as the user of the webhook sees it.',
  })
  record?: object;
  @ApiProperty({
    type: Boolean,
    required: false,
    example: true,
    description:
      'Present if it would be too long: without the record, and if need be without the values of the fields. Read them at the API.',
  })
  isIncomplete?: boolean;
}

/** The body of a delivery. */
export class WebhookMessageDto {
  @ApiProperty({
    type: String,
    format: 'uuid',
    maxLength: 36,
    example: '6f9b1b0e-6a3c-4c55-9d8e-0f5d2b6f1a11',
    description: 'As in webhook-id.',
  })
  id!: string;
  @ApiProperty({
    type: String,
    maxLength: 100,
    example: 'job.updated',
    description:
      'Record type and action; if the webhook subscribes to events, the event as in the webhooks of automations (placement.approved). webhook.ping: a ping.',
  })
  type!: string;
  @ApiProperty({ ...WHEN, example: '2026-11-20T09:30:00.000Z', description: 'When the change was made.' }) timestamp!: string;
  @ApiProperty({ type: WebhookChangeDto }) data!: WebhookChangeDto;
}
