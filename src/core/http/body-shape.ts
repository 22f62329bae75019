import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage, ValidationTypes, type MetadataStorage } from 'class-validator';

/** A body class. */
export type Shape<T extends object = object> = new () => T;

/** For a property that holds objects: their class, and whether it is a list. */
export interface Nested {
  readonly shape: Shape;
  readonly list: boolean;
}

/** A Map, so that names such as `constructor` are only found if declared. */
export type Properties = ReadonlyMap<string, Nested | undefined>;

const shapes = new WeakMap<Shape, Properties>();

type Check = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

/** The checks of a property. */
interface PropertyChecks {
  readonly name: string;
  readonly checks: readonly Check[];
  /** Functions all of which must return true for the checks to be made. */
  readonly conditions: readonly ((object: object, value: unknown) => boolean)[];
}

/** In place of the class of an object: the checks that it needs. */
class NeededChecks {
  constructor(readonly checks: Check[]) {}
}

keepChecks(getMetadataStorage());

/** class-validator looks up the checks of a class again for every object, which takes longer than the checks where there are many. */
function keepChecks(storage: MetadataStorage): void {
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const found = new WeakMap<Function, Check[]>();
  Object.assign(storage, {
    getTargetValidationMetadatas(shape: Function | NeededChecks, ...options: [string, boolean, boolean, string[]?]) {
      if (shape instanceof NeededChecks) return shape.checks;
      const checks = found.get(shape) ?? find(shape, ...options);
      found.set(shape, checks);
      return checks;
    },
  });
}

/**
 * The object in a form in which class-validator passes over properties that are absent and may be: of 200 fields, a body has a few, and
 * each costs as much as one that is checked.
 */
export function withNeededChecks(object: object): object {
  const needed = checksByProperty(object.constructor as Shape).filter(
    ({ name, conditions }) => Reflect.get(object, name) !== undefined || conditions.every((holds) => holds(object, undefined)),
  );
  return Object.create(object, { constructor: { value: new NeededChecks(needed.flatMap(({ checks }) => checks)) } }) as object;
}

const checksByShape = new WeakMap<Shape, readonly PropertyChecks[]>();

function checksByProperty(shape: Shape): readonly PropertyChecks[] {
  const known = checksByShape.get(shape) ?? readChecks(shape);
  checksByShape.set(shape, known);
  return known;
}

const readChecks = (shape: Shape): readonly PropertyChecks[] =>
  Object.entries(getMetadataStorage().groupByPropertyName(checksOf(shape))).map(([name, checks]) => ({
    name,
    checks,
    conditions: checks
      .filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION)
      .map(({ constraints }) => constraints[0] as PropertyChecks['conditions'][number]),
  }));

const checksOf = (shape: Shape): Check[] => getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);

/** The validated properties of a body class, inherited ones included. */
export function propertiesOf(shape: Shape): Properties {
  const known = shapes.get(shape) ?? readProperties(shape);
  shapes.set(shape, known);
  return known;
}

function readProperties(shape: Shape): Properties {
  const known = new Map<string, Nested | undefined>();
  for (const { propertyName, type, each } of checksOf(shape)) {
    const nested = type === ValidationTypes.NESTED_VALIDATION ? defaultMetadataStorage.findTypeMetadata(shape, propertyName) : undefined;
    if (nested) known.set(propertyName, { shape: nested.typeFunction() as Shape, list: each });
    else if (!known.has(propertyName)) known.set(propertyName, undefined);
  }
  return known;
}
