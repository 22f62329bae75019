import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage, ValidationTypes } from 'class-validator';

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
