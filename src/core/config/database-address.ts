import { databaseTls, TLS_FORM, type DatabaseTls } from './database-tls';
import { databaseKind } from './database-url';
import type { HostAndPort } from './parsers';
import { InvalidValue } from './setting';

export interface EmbeddedDatabase {
  readonly kind: 'sqlite';
  /** As written, relative to the working directory; `:memory:` is not stored. */
  readonly path: string;
}

export interface DatabaseServer {
  readonly kind: 'mysql' | 'mariadb';
  /** The nodes of a cluster, or a primary and those that can take its place; one is used at a time. */
  readonly hosts: readonly HostAndPort[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Undefined: connections without TLS. */
  readonly tls?: DatabaseTls;
}

export type DatabaseAddress = EmbeddedDatabase | DatabaseServer;

const FORM = `sqlite:<path> or mysql://user:password@host:3306/database (mariadb:// likewise), with several hosts separated by commas (db1:3306,db2:3306), each named once, special characters percent-encoded, and after the name nothing or ${TLS_FORM}`;

/** @throws InvalidValue */
export function databaseAddress(text: string): DatabaseAddress {
  if (!/^(sqlite|mysql|mariadb):/i.test(text)) throw new InvalidValue(FORM);
  const kind = databaseKind(text);
  return kind === 'sqlite' ? embedded(text) : server(kind, text);
}

/** @throws InvalidValue */
export function databaseServer(text: string): DatabaseServer {
  const address = databaseAddress(text);
  if (address.kind === 'sqlite') throw new InvalidValue(FORM.replace('sqlite:<path> or ', ''));
  return address;
}

function embedded(text: string): EmbeddedDatabase {
  const path = text.replace(/^sqlite:(\/\/)?/i, '');
  if (!path) throw new InvalidValue(FORM);
  return { kind: 'sqlite', path };
}

function server(kind: DatabaseServer['kind'], text: string): DatabaseServer {
  const [before, hosts, after] = aroundHosts(text);
  const servers = hosts.split(',').map((host) => serverOf(before + host + after));
  const names = servers.map(({ host, port }) => hostText({ host, port }));
  const [first] = servers;
  if (!first || new Set(names).size < names.length) throw new InvalidValue(FORM);
  const { user, password, database, parameters } = first;
  const hostsAndPorts = servers.map(({ host, port }) => ({ host, port }));
  return { kind, hosts: hostsAndPorts, user, password, database, tls: databaseTls(parameters, hostsAndPorts) };
}

/** What comes before the hosts of a URL, the hosts, and what comes after them. */
function aroundHosts(text: string): [before: string, hosts: string, after: string] {
  const start = text.indexOf('//') + 2;
  const slash = text.indexOf('/', start);
  const end = slash < 0 ? text.length : slash;
  const from = Math.max(start, text.lastIndexOf('@', end) + 1);
  return [text.slice(0, from), text.slice(from, end), text.slice(end)];
}

interface ServerText extends HostAndPort {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly parameters: URLSearchParams;
}

function serverOf(text: string): ServerText {
  if (!URL.canParse(text)) throw new InvalidValue(FORM);
  const url = new URL(text);
  const database = decoded(url.pathname.slice(1));
  if (!url.hostname || !url.username || !database || database.includes('/') || url.hash) throw new InvalidValue(FORM);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 3306),
    user: decoded(url.username),
    password: decoded(url.password),
    database,
    parameters: url.searchParams,
  };
}

/** As in a URL. */
export const hostText = ({ host, port }: HostAndPort): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidValue(FORM);
  }
}
