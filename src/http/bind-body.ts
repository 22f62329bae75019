import { validateSync, type ValidationError } from 'class-validator';
import { propertiesOf, type Nested, type Shape } from './body-shape';
import { nearestName } from './near-names';
import { below } from './pointers';
import type { Complaint } from './problem';

/** So many complaints are listed; a caller who has more has another problem, and finding them all takes time. */
const MOST_COMPLAINTS = 100;

/** An object made from JSON, to be used only when there are no complaints. */
export interface Bound<T> {
  readonly object: T;
  readonly complaints: readonly Complaint[];
}

/**
 * Makes an object of a body class from JSON. Only properties that the class gives a check are taken; a property with
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
  private readonly complaints: Complaint[] = [];

  finish<T extends object>(bind: (binding: Binding) => T): Bound<T> {
    const object = bind(this);
    const complaints = [...this.complaints, ...checksFailed(object).filter(({ pointer }) => !this.complainedAbove(pointer))];
    return { object, complaints: complaints.slice(0, MOST_COMPLAINTS) };
  }

  object<T extends object>(shape: Shape<T>, json: unknown, pointer: string): T {
    const object = new shape();
    const known = propertiesOf(shape);
    if (!isObject(json)) this.complain(pointer, 'must be a JSON object');
    else
      for (const [name, value] of Object.entries(json)) {
        if (this.complaints.length >= MOST_COMPLAINTS) break;
        if (known.has(name)) Reflect.set(object, name, this.value(known.get(name), value, below(pointer, name)));
        else this.complain(below(pointer, shortened(name)), unknownField(name, known.keys()));
      }
    return object;
  }

  private value(nested: Nested | undefined, json: unknown, pointer: string): unknown {
    if (!nested || json === null) return json;
    if (!nested.list) return this.object(nested.shape, json, pointer);
    if (Array.isArray(json)) return json.map((each, index) => this.object(nested.shape, each, below(pointer, index)));
    this.complain(pointer, 'must be a list');
    return undefined;
  }

  private complain(pointer: string, detail: string): void {
    if (this.complaints.length < MOST_COMPLAINTS) this.complaints.push({ pointer, detail });
  }

  /** What is no object at all has no fields whose absence would be worth a word. */
  private complainedAbove(pointer: string): boolean {
    return this.complaints.some((complaint) => pointer === complaint.pointer || pointer.startsWith(`${complaint.pointer}/`));
  }
}

const isObject = (json: unknown): json is object => typeof json === 'object' && json !== null && !Array.isArray(json);
const shortened = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name);

function unknownField(name: string, known: Iterable<string>): string {
  const meant = nearestName(name, known);
  return meant ? `is not a field here; the nearest is ${meant}` : 'is not a field here';
}

function checksFailed(bound: object): Complaint[] {
  if (Array.isArray(bound))
    return bound.flatMap((each: object, index) => failuresOf(each).flatMap((error) => complaintsOf(error, `/${index}`)));
  return failuresOf(bound).flatMap((error) => complaintsOf(error, ''));
}

const failuresOf = (object: object): ValidationError[] =>
  validateSync(object, { stopAtFirstError: true, forbidUnknownValues: false, validationError: { target: false, value: false } });

function complaintsOf({ property, constraints = {}, children = [] }: ValidationError, pointer: string): Complaint[] {
  const here = below(pointer, property);
  const own = Object.values(constraints).map((message) => ({ pointer: here, detail: withoutName(message, property) }));
  return [...own, ...children.flatMap((child) => complaintsOf(child, here))];
}

/** The validator's own messages begin with the property's name, which the pointer already says. */
const withoutName = (message: string, property: string): string =>
  message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
