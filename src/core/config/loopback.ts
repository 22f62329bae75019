/** Is this an address, or the name of one, that only this machine reaches? */
export const isLoopback = (address: string): boolean => /^(localhost|::1|\[::1\]|(::ffff:)?127(\.\d{1,3}){3})$/i.test(address);

/** Does a `Host` header name this machine, with any port? Other names may belong to a page that rebinds its DNS. */
export const isLocalHost = (header: string | undefined): boolean =>
  /^(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(header ?? '');

/** Does an `Origin` header name a page served by this machine? */
export const isLocalOrigin = (origin: string): boolean => isLocalHost(/^https?:\/\/([^/]+)$/i.exec(origin)?.[1]);
