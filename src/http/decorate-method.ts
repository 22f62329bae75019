/** Applies a method decorator from within one of its parameters' decorators. */
export function decorateMethod(target: object, key: string | symbol, decorator: MethodDecorator): void {
  const descriptor = Object.getOwnPropertyDescriptor(target, key);
  if (descriptor) decorator(target, key, descriptor);
}
