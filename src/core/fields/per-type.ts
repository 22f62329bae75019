import type { RecordType } from './record-type';

/** A function that is computed once for each record type. Further arguments may help to compute it, but must not change the result. */
export function perType<T, R extends unknown[]>(compute: (type: RecordType, ...rest: R) => T): (type: RecordType, ...rest: R) => T {
  const known = new WeakMap<RecordType, { readonly value: T }>();
  return (type, ...rest) => {
    const found = known.get(type) ?? { value: compute(type, ...rest) };
    known.set(type, found);
    return found.value;
  };
}
