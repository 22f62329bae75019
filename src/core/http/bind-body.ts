import { validateSync, type ValidationError as ValidatorError } from 'class-validator';
import { propertiesOf, withNeededChecks, type Nested, type Shape } from './body-shape';
import { unknownField } from '../problems/near-names';
import { below } from '../problems/pointers';
import type { ValidationError } from '../problems/problem';

/** More errors are not listed: they would not help, and finding them takes time. */
const MAX_ERRORS = 100;

/** No list of objects in a body may have more items. */
export const MAX_ITEMS = 1000;

/** An object created from JSON, to be used only if there are no errors. */
export interface Bound<T> {
  readonly object: T;
  readonly errors: readonly ValidationError[];
}

/**
 * Creates an object of a body class from JSON. Only properties with a validator are accepted; a property with
 * `@ValidateNested()` and `@Type()` holds an object, with `{ each: true }` a list of objects. Nothing is converted.
 */
export function bindBody<T extends object>(shape: Shape<T>, json: unknown): Bound<T> {
  return new Binding().finish((binding) => binding.object(shape, json, ''));
}

/** The same for a JSON array of such objects. */
export function bindList<T extends object>(shape: Shape<T>, json: readonly unknown[]): Bound<readonly T[]> {
  return new Binding().finish((binding) => json.map((each, index) => binding.object(shape, each, `/${index}`)));
}

class Binding {
  private readonly errors: ValidationError[] = [];

  finish<T extends object>(bind: (binding: Binding) => T): Bound<T> {
    const object = bind(this);
    const errors = [...this.errors, ...validationErrors(object).filter(({ pointer }) => !this.isWithinRejected(pointer))];
    return { object, errors: errors.slice(0, MAX_ERRORS) };
  }

  object<T extends object>(shape: Shape<T>, json: unknown, pointer: string): T {
    const object = new shape();
    const known = propertiesOf(shape);
    if (!isObject(json)) this.reject(pointer, 'must be a JSON object');
    else
      for (const [name, value] of Object.entries(json)) {
        if (this.errors.length >= MAX_ERRORS) break;
        if (known.has(name)) Reflect.set(object, name, this.value(known.get(name), value, below(pointer, name)));
        else this.reject(below(pointer, shortened(name)), unknownField(name, known.keys()));
      }
    return object;
  }

  private value(nested: Nested | undefined, json: unknown, pointer: string): unknown {
    if (!nested || json === null) return json;
    if (!nested.list) return this.object(nested.shape, json, pointer);
    if (Array.isArray(json)) return this.list(nested.shape, json, pointer);
    this.reject(pointer, 'must be an array');
    return undefined;
  }

  /** Of a list that is too long only the length, by which its field is rejected: a million items would take seconds. */
  private list<T extends object>(shape: Shape<T>, json: readonly unknown[], pointer: string): readonly T[] {
    if (json.length > MAX_ITEMS) return new Array<T>(json.length);
    return json.map((each, index) => this.object(shape, each, below(pointer, index)));
  }

  private reject(pointer: string, detail: string): void {
    if (this.errors.length < MAX_ERRORS) this.errors.push({ pointer, detail });
  }

  /** Fields of a value that is not an object at all are not reported as missing. */
  private isWithinRejected(pointer: string): boolean {
    return this.errors.some((error) => pointer === error.pointer || pointer.startsWith(`${error.pointer}/`));
  }
}

const isObject = (json: unknown): json is object => typeof json === 'object' && json !== null && !Array.isArray(json);
const shortened = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name);

function validationErrors(bound: object): ValidationError[] {
  if (Array.isArray(bound)) return bound.flatMap((each: object, index) => validate(each).flatMap((error) => errorsOf(error, `/${index}`)));
  return validate(bound).flatMap((error) => errorsOf(error, ''));
}

const validate = (object: object): ValidatorError[] =>
  validateSync(withNeededChecks(object), {
    stopAtFirstError: true,
    forbidUnknownValues: false,
    validationError: { target: false, value: false },
  });

function errorsOf({ property, constraints = {}, children = [] }: ValidatorError, pointer: string): ValidationError[] {
  const here = below(pointer, property);
  const own = Object.values(constraints).map((message) => ({ pointer: here, detail: withoutName(message, property) }));
  return [...own, ...children.flatMap((child) => errorsOf(child, here))];
}

/** The validator's own messages begin with the name of the property, which the pointer already contains. */
const withoutName = (message: string, property: string): string =>
  message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
