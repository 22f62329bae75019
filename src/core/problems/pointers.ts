/** Extends a JSON pointer; ~ is escaped as ~0 and / as ~1. */
export const below = (pointer: string, name: string | number): string =>
  `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
