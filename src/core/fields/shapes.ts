import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';
import { declare, fieldsOf, type Field } from './field';

type Class<T> = abstract new () => T;
type Data<T> = { [K in keyof T as T[K] extends Function ? never : K]: T[K] };
type Json<V> = V extends Date ? string : V;

/** The JSON form of a record: dates are ISO 8601 texts, an unset one is left out. */
export type Wire<T> = { [K in keyof Data<T>]: Json<T[K]> };
/** The JSON form of a change of a record: absent = unchanged, null = cleared. */
export type Patch<T> = { [K in keyof Data<T>]?: Json<T[K]> | null };

/** The class of a response: every field of the record, documented. The class that extends it adds names and figures. */
export function ResponseOf<T>(type: Class<T>): Class<Wire<T>> {
  return shapeOf(fieldsOf(type), (field, target) => {
    if (field.inResponse === 'field') ApiProperty(field.schema)(target, field.name);
  }) as Class<Wire<T>>;
}

/** Examples of a body where those of the fields do not fit together; undefined: not shown. */
type Examples<T> = { readonly [K in keyof T]?: unknown };

/**
 * The class of a PUT's body: every field optional, checked, null where it can be cleared; derived ones accepted and ignored.
 * @param needed fields that an entry of a list must have
 */
export const UpdateOf = <T>(type: Class<T>, needed: readonly (keyof T & string)[] = [], examples: Examples<T> = {}): Class<Patch<T>> =>
  bodyOf(writtenFields(type), needed, examples, false) as Class<Patch<T>>;

/**
 * The same of a POST's body, in which null is what an absent field is: a field that every record has may have a default.
 * @param needed fields that a new record must be given
 */
export const NewOf = <T>(type: Class<T>, needed: readonly (keyof T & string)[] = [], examples: Examples<T> = {}): Class<Patch<T>> =>
  bodyOf(writtenFields(type), needed, examples, true) as Class<Patch<T>>;

const writtenFields = (type: Function): Field[] =>
  fieldsOf(type).filter((field) => field.inResponse === 'field' && (field.derived || field.source.in !== 'composed'));

/** The class of a body with some of the fields. */
export function PartOf<T, K extends keyof T & string>(
  type: Class<T>,
  names: readonly K[],
  required: readonly K[] = [],
  examples: Examples<T> = {},
): Class<Pick<Patch<T>, K & keyof Patch<T>>> {
  const fields = fieldsOf(type).filter(({ name }) => (names as readonly string[]).includes(name));
  return bodyOf(fields, required, examples, true) as Class<Pick<Patch<T>, K & keyof Patch<T>>>;
}

function bodyOf(
  fields: readonly Field[],
  needed: readonly string[],
  examples: Readonly<Record<string, unknown>>,
  isNew: boolean,
): Function {
  return shapeOf(fields, (field, target) => {
    const isRequired = needed.includes(field.name);
    const clearable = field.clearable && !isRequired;
    // a stored record that lacks a required field can be sent back as it was read: its rules refuse null where it clears something
    const nullable = clearable && (isNew || !field.required);
    const shown = 'exampleSent' in field ? { example: field.exampleSent } : {};
    const example = field.name in examples ? { example: examples[field.name] } : shown;
    ApiProperty({ ...field.schema, ...example, required: isRequired, nullable } as ApiPropertyOptions)(target, field.name);
    ValidateField({ ...field, clearable }, isRequired)(target, field.name);
  });
}

/** class-validator's decorator of a field: one message for any error. */
export function ValidateField(field: Pick<Field, 'validate' | 'clearable' | 'derived'>, required = false): PropertyDecorator {
  const check = ValidateBy({
    name: 'field',
    validator: {
      validate: (value) => validationError(field, value) === undefined,
      defaultMessage: (args?: ValidationArguments) => validationError(field, args?.value) ?? '',
    },
  });
  const presence = field.clearable ? IsOptional() : ValidateIf((_, value) => value !== undefined);
  return (target, name) => {
    if (!required) presence(target, name);
    check(target, name);
  };
}

/** The validation error of a body value, which may be null or absent; undefined when it is valid. */
export function validationError(field: Pick<Field, 'validate' | 'clearable' | 'derived'>, value: unknown): string | undefined {
  if (field.derived || (value === null && field.clearable)) return undefined;
  if (value === undefined) return 'is required';
  const complaint = field.validate(value);
  return value === null && complaint !== undefined ? `${complaint}, not null` : complaint;
}

function shapeOf(fields: readonly Field[], each: (field: Field, target: object) => void): Function {
  abstract class Shape {}
  fields.forEach((field) => {
    declare(Shape.prototype, field);
    each(field, Shape.prototype);
  });
  return Shape;
}
