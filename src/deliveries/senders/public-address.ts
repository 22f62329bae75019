import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { NotSent } from './sender';

/** Finds the addresses of a host. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const systemResolve: Resolve = (host) => promisify(systemLookup)(host, { all: true });

/**
 * Is an address one of the public internet? Private, local, shared, reserved and translated ones are not; an IPv4
 * address within an IPv6 one counts as itself.
 */
export const isPublic = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

/** An address that is written in a URL is never looked up, so it is checked by itself. @throws NotSent */
export function mustBePublic(url: URL): void {
  if (isVisiblyPrivate(url)) throw notPublic();
}

/** Can a URL be seen to lead to no public address, without looking anything up? */
export function isVisiblyPrivate({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) ? !isPublic(host) : /(^|\.)localhost\.?$/.test(host);
}

/**
 * Looks a host up once and gives those addresses to the connection, so that the one which was checked is the one which is
 * connected to. One address that is not public spoils the host.
 */
export const publicLookup =
  (resolve: Resolve = systemResolve): LookupFunction =>
  (host, { all }, done) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isPublic(address))) done(notPublic(), '');
        else if (all) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };

const notPublic = (): NotSent => NotSent.permanent('The host is not on the public internet; WEBHOOK_ALLOW_PRIVATE would allow it.');
