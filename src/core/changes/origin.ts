import type { Caller } from '../callers';

/** How a change was made: by a request, an import, an automation, a command, or by the service itself. */
export const CHANGE_SOURCES = ['request', 'import', 'automation', 'command', 'link', 'service'] as const;
export type ChangeSource = (typeof CHANGE_SOURCES)[number];

/** How long each part may be, in characters. */
export const ORIGIN_LENGTHS = { keyName: 100, address: 100, requestID: 64 } as const;

/** Where a change came from. */
export interface ChangeOrigin {
  readonly source: ChangeSource | null;
  readonly keyID: number | null;
  readonly keyName: string | null;
  readonly address: string | null;
  readonly requestID: string | null;
}

export const originOf = (caller: Caller): ChangeOrigin => ({
  source: sourceOf(caller),
  keyID: caller.key?.id ?? null,
  keyName: caller.authentication === 'apiKey' ? caller.name.slice(0, ORIGIN_LENGTHS.keyName) : null,
  // behind a proxy it is what the proxy says
  address: caller.request?.address?.slice(0, ORIGIN_LENGTHS.address) ?? null,
  requestID: caller.request?.id ?? null,
});

function sourceOf({ cause, via, request }: Caller): ChangeSource {
  if (cause) return 'automation';
  return via ?? (request ? 'request' : 'service');
}
