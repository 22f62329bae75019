/** The code of an error of Node or of a library: ECONNREFUSED, ENOSPC. */
export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown reason';
