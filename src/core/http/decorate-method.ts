/** Applies a method decorator from within a parameter decorator. */
export function decorateMethod(target: object, key: string | symbol, decorator: MethodDecorator): void {
  const descriptor = Object.getOwnPropertyDescriptor(target, key);
  if (descriptor) decorator(target, key, descriptor);
}
