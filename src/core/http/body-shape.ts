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

keepChecks(getMetadataStorage());

/** class-validator looks up the checks of a class again for every object, which takes longer than the checks where there are many. */
function keepChecks(storage: MetadataStorage): void {
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const group = storage.groupByPropertyName.bind(storage);
  const found = new WeakMap<Function, ReturnType<typeof find>>();
  const grouped = new WeakMap<object, ReturnType<typeof group>>();
  Object.assign(storage, {
    getTargetValidationMetadatas(shape: Function, ...options: [string, boolean, boolean, string[]?]) {
      const checks = found.get(shape) ?? find(shape, ...options);
      found.set(shape, checks);
      return checks;
    },
    groupByPropertyName(checks: ReturnType<typeof find>) {
      const groups = grouped.get(checks) ?? group(checks);
      grouped.set(checks, groups);
      return groups;
    },
  });
}

/** The validated properties of a body class, inherited ones included. */
export function propertiesOf(shape: Shape): Properties {
  const known = shapes.get(shape) ?? readProperties(shape);
  shapes.set(shape, known);
  return known;
}

function readProperties(shape: Shape): Properties {
  const checks = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  const known = new Map<string, Nested | undefined>();
  for (const { propertyName, type, each } of checks) {
    const nested = type === ValidationTypes.NESTED_VALIDATION ? defaultMetadataStorage.findTypeMetadata(shape, propertyName) : undefined;
    if (nested) known.set(propertyName, { shape: nested.typeFunction() as Shape, list: each });
    else if (!known.has(propertyName)) known.set(propertyName, undefined);
  }
  return known;
}
