import ipaddr from 'ipaddr.js';
import { parseMoment } from '../time/moments';
import { InvalidValue } from './setting';

/** An API key: its name and its SHA-256. Only the caller knows the key itself. */
export interface ApiKey {
  readonly name: string;
  readonly sha256: Buffer;
}

/** Parsers of settings. Each throws InvalidValue with what the setting must be. */
export const port = (text: string): number => {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number > 65_535) throw new InvalidValue('a whole number from 0 to 65535; 0 takes any free port');
  return number;
};

/** How long something is kept; 0: for ever. */
export const days = (text: string): number => {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number > 36_500) throw new InvalidValue('a whole number of days from 1 to 36500, or 0 for ever');
  return number;
};

export const seconds = (text: string): number => {
  const number = Number(text);
  if (!/^\d{1,4}$/.test(text) || number < 1 || number > 3600) throw new InvalidValue('a whole number of seconds from 1 to 3600');
  return number;
};

/** In milliseconds. How far a replica is behind is known to about a second. */
export const lag = (text: string): number =>
  /^\d{4,5}$/.test(text) && Number(text) >= 1000 && Number(text) <= 60_000
    ? Number(text)
    : reject('a whole number of milliseconds from 1000 to 60000');

export const count = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : reject('a whole number from 0 to 999999'));

export const positiveCount = (text: string): number =>
  /^[1-9]\d{0,5}$/.test(text) ? Number(text) : reject('a whole number from 1 to 999999');

/** As many as a whole number of the API can say. */
export const byteCount = (text: string): number =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : reject('a whole number of bytes from 1 to 2147483647');

export const flag = (text: string): boolean => {
  if (!/^(true|false)$/i.test(text)) throw new InvalidValue('true or false');
  return text.toLowerCase() === 'true';
};

export const oneOf =
  <const T extends string>(...values: readonly T[]) =>
  (text: string): T =>
    values.find((value) => value === text) ?? reject(`one of ${values.join(', ')}`);

/** At least one, separated by commas. */
export const someOf =
  <const T extends string>(...values: readonly T[]) =>
  (text: string): readonly T[] => {
    const named = text.split(',').map((name) => values.find((value) => value === name.trim()));
    const found = values.filter((value) => named.includes(value));
    return named.includes(undefined) ? reject(`a comma-separated list of ${values.join(' and ')}`) : Object.freeze(found);
  };

export const hostName = (text: string): string =>
  /^[\w.:[\]-]{1,255}$/.test(text) ? text.replace(/^\[(.*)\]$/, '$1') : reject('a host name or an IP address');

export const pathSegment = (text: string): string =>
  /^[a-z0-9][a-z0-9_-]{0,99}$/i.test(text)
    ? text
    : reject('one segment of a path: 1 to 100 letters, digits, - and _, beginning with a letter or digit');

export const timeZone = (text: string): string => {
  try {
    if (!/^[a-z]/i.test(text)) throw new RangeError();
    new Intl.DateTimeFormat('en', { timeZone: text });
    return text;
  } catch {
    throw new InvalidValue('an IANA time zone such as Australia/Sydney or UTC');
  }
};

export const instant = (text: string): Date => parseMoment(text) ?? reject('an ISO 8601 date or date-time such as 2026-03-31T09:30:00Z');

/** 32 bytes. */
export const encryptionKey = (text: string): Buffer => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return Buffer.from(text, 'base64');
  throw new InvalidValue('32 bytes, either in base64 (44 characters) or as 64 hexadecimal digits; `openssl rand -base64 32` creates one');
};

const KEY = /^([\w.@ -]{1,100}):([0-9a-f]{64})$/i;

export const apiKeys = (text: string): readonly ApiKey[] => {
  const keys = text.split(',').map((entry) => {
    const [, name, hash] = KEY.exec(entry.trim()) ?? [];
    return name && hash
      ? { name: name.trim(), sha256: Buffer.from(hash, 'hex') }
      : reject('a comma-separated list of name:<SHA-256 of the key, 64 hexadecimal digits>');
  });
  if (new Set(keys.map((key) => key.name)).size < keys.length) throw new InvalidValue('a list of unique names');
  return Object.freeze(keys);
};

/** Of pages: `https://crm.example.com`, as browsers send them. */
export const origins = (text: string): readonly string[] =>
  Object.freeze(
    text.split(',').map((entry) => originOf(entry.trim()) ?? reject('a comma-separated list of origins such as https://crm.example.com')),
  );

/** IP addresses, and networks by their CIDR. */
export const networks = (text: string): readonly string[] =>
  Object.freeze(
    text
      .split(',')
      .map((entry) =>
        isNetwork(entry.trim()) ? entry.trim() : reject('a comma-separated list of addresses and networks such as 10.0.0.0/8'),
      ),
  );

/** Of another service, which may be in the same network. */
export const serviceAddress = (text: string): string =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : reject('an http or https address');

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** A name, or an IPv6 address in brackets, and a port. */
export function hostAndPort(text: string): HostAndPort {
  const [, inBrackets, name, digits] = /^(?:\[([0-9a-f:.]{2,45})\]|([\w.-]{1,253})):(\d{1,5})$/i.exec(text) ?? [];
  const [host, port] = [inBrackets ?? name, Number(digits)];
  return host !== undefined && port > 0 && port < 65_536 ? Object.freeze({ host, port }) : reject('a host and a port such as clamav:3310');
}

const isNetwork = (text: string): boolean => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

function originOf(text: string): string | undefined {
  const { origin } = URL.canParse(text) ? new URL(text) : {};
  return origin !== undefined && /^https?:/.test(origin) && origin === text.toLowerCase() ? origin : undefined;
}

function reject(allowed: string): never {
  throw new InvalidValue(allowed);
}
