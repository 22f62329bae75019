import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type as Nested } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { ValidateField } from '../../fields/shapes';
import { booleanRule, INT32, intRule, textEnumRule, textRule } from '../../fields/value-rules';
import { propertiesOf, type Shape } from '../../http/body-shape';
import type { Resource } from '../../records';

/** The most operations of a batch, and of one that returns records. */
const MOST_OPERATIONS = 1000;
export const MOST_WITH_RECORDS = 100;

export const METHODS = ['create', 'update', 'delete'] as const;
export type Method = (typeof METHODS)[number];

/** Of an ETag, quotes included. */
const MAX_TAG = 1000;

/** One operation of a batch. */
export interface Operation {
  readonly method: Method;
  readonly id?: number;
  readonly ifMatch?: string;
  readonly body?: unknown;
}

/** The body of a batch. */
export interface Batch {
  readonly atomic?: boolean;
  readonly returnRecords?: boolean;
  readonly operations: readonly Operation[];
}

type Check = (value: unknown) => string | undefined;
const required = (validate: Check): PropertyDecorator => ValidateField({ validate, clearable: false, derived: false }, true);
const optional = (validate: Check): PropertyDecorator => ValidateField({ validate, clearable: false, derived: false });

const someOperations: Check = (value) =>
  Array.isArray(value) && value.length > 0 && value.length <= MOST_OPERATIONS
    ? undefined
    : `must be an array of 1 to ${MOST_OPERATIONS} items`;

/** A body is checked when its turn comes, as that of a single request. */
const anyBody: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'must be a JSON object';

/** The class of the body of a batch of these records. @param example a change of one */
export function batchOf(resource: Resource, example: object): Type<Batch> {
  const { type, exampleID } = resource;
  const body = bodyOf(resource);

  class BatchOperation implements Operation {
    @ApiProperty({ enum: METHODS, example: 'update' })
    @required(textEnumRule(METHODS).validate)
    method!: Method;

    @ApiProperty({
      type: 'integer',
      format: 'int32',
      ...INT32,
      required: false,
      example: exampleID,
      description: 'Of the record to update or delete.',
    })
    @optional(intRule().validate)
    id?: number;

    @ApiProperty({
      type: String,
      maxLength: MAX_TAG,
      required: false,
      description:
        'The ETag of the record to update or delete, as it was read: if the record has changed since, the operation fails with 412.',
    })
    @optional(textRule(MAX_TAG).validate)
    ifMatch?: string;

    @ApiProperty({ type: () => body, required: false, example, description: 'What POST or PUT would have.' })
    @optional(anyBody)
    body?: unknown;
  }
  Object.defineProperty(BatchOperation, 'name', { value: `${type.name}BatchOperation` });

  class BatchBody implements Batch {
    @ApiProperty({ default: false, required: false, description: 'Saves all or nothing.' })
    @optional(booleanRule.validate)
    atomic?: boolean;

    @ApiProperty({
      default: false,
      required: false,
      description: `Returns the records that are created and updated; at most ${MOST_WITH_RECORDS} operations then.`,
    })
    @optional(booleanRule.validate)
    returnRecords?: boolean;

    @ApiProperty({ type: () => [BatchOperation], minItems: 1, maxItems: MOST_OPERATIONS, description: 'Carried out in this order.' })
    @required(someOperations)
    @ValidateNested({ each: true })
    @Nested(() => BatchOperation)
    operations!: BatchOperation[];
  }
  return BatchBody;
}

/** The class that documents both bodies. @throws Error if a new record has fields that cannot be changed later: document both then */
function bodyOf({ type, created, updated }: Resource): Shape {
  const onlyNew = [...propertiesOf(created).keys()].filter((name) => !propertiesOf(updated).has(name));
  if (onlyNew.length > 0)
    throw new Error(`Bodies of new records of type ${type.name} have fields that those of changes lack: ${onlyNew.join(', ')}.`);
  return updated;
}

/** The class of what became of an operation. */
export function outcomeOf({ type, response }: Resource): Type {
  class BatchOutcome {
    @ApiProperty({
      type: 'integer',
      format: 'int32',
      minimum: 0,
      maximum: MOST_OPERATIONS - 1,
      example: 0,
      description: 'The position of the operation, from 0.',
    })
    index!: number;
    @ApiProperty({
      type: 'integer',
      format: 'int32',
      minimum: 200,
      maximum: 599,
      example: 200,
      description: 'The status that a single request would have.',
    })
    status!: number;
    @ApiProperty({
      type: 'integer',
      format: 'int32',
      ...INT32,
      required: false,
      example: 1,
      description: 'Of the record, if there is one.',
    })
    id?: number;
    @ApiProperty({
      type: String,
      maxLength: MAX_TAG,
      required: false,
      example: '"3-2jmj7l5rSw0yVb_v"',
      description: 'The ETag of the saved record.',
    })
    etag?: string;
    @ApiProperty({ type: () => response, required: false, description: 'The saved record, with returnRecords.' })
    record?: unknown;
    @ApiProperty({
      allOf: [{ $ref: '#/components/schemas/Problem' }],
      required: false,
      description: 'Why it failed. Pointers are those of its body.',
    })
    problem?: unknown;
  }
  Object.defineProperty(BatchOutcome, 'name', { value: `${type.name}BatchOutcome` });
  return BatchOutcome;
}
