import type { Settings } from '../../../core/config';
import type { View } from '../../../core/database';
import type { RecordType } from '../../../core/fields/record-type';
import type { RecordTypes } from '../../../core/fields/record-types';
import { INT32 } from '../../../core/fields/value-rules';
import type { JsonSchema } from '../../definition/schema-parser';

/** The type of the rule's record, and that of the record an action applies to. */
export interface RuleAndTarget {
  readonly record: RecordType;
  readonly target: RecordType;
}

/** What a rule has to fit when it is activated. */
export interface Environment extends View {
  readonly settings: Pick<Settings, 'webhookAllowPrivate' | 'publicUrl'>;
}

/** A parameter of an action, with values of type T. */
export interface Param<T = unknown> {
  readonly schema: JsonSchema;
  /** Errors that the JSON Schema cannot express. */
  validate?(value: T, rule: RuleAndTarget & { readonly types: RecordTypes }): readonly string[];
  /** An error that depends on stored records or settings, such as an id that no record has. */
  environmentError?(value: T, rule: RuleAndTarget, environment: Environment): Promise<string | undefined>;
}

/** A string that is not blank. */
export const text = (maxLength: number): Param<string> => ({
  schema: {
    type: 'string',
    minLength: 1,
    maxLength,
    pattern: '\\S',
    description: `a string of 1 to ${maxLength} characters`,
  },
});

/** The id of something stored; undefined from `environmentError`: it exists and is of the right kind. */
export const storedId = (environmentError: NonNullable<Param<number>['environmentError']>): Param<number> => ({
  schema: {
    type: 'integer',
    minimum: 1,
    maximum: INT32.maximum,
    description: `an id: a whole number from 1 to ${INT32.maximum}`,
  },
  environmentError,
});
