import { databaseKind } from './database-url';
import { InvalidValue } from './setting';

export interface EmbeddedDatabase {
  readonly kind: 'sqlite';
  /** As written, relative to the working directory; `:memory:` is not stored. */
  readonly path: string;
}

export interface DatabaseServer {
  readonly kind: 'mysql' | 'mariadb';
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export type DatabaseAddress = EmbeddedDatabase | DatabaseServer;

const FORM =
  'sqlite:<path> or mysql://user:password@host:3306/database (mariadb:// likewise), with special characters percent-encoded and nothing after the name';

/** @throws NotAllowed */
export function databaseAddress(text: string): DatabaseAddress {
  if (!/^(sqlite|mysql|mariadb):/i.test(text)) throw new InvalidValue(FORM);
  const kind = databaseKind(text);
  return kind === 'sqlite' ? embedded(text) : server(kind, text);
}

function embedded(text: string): EmbeddedDatabase {
  const path = text.replace(/^sqlite:(\/\/)?/i, '');
  if (!path) throw new InvalidValue(FORM);
  return { kind: 'sqlite', path };
}

function server(kind: DatabaseServer['kind'], text: string): DatabaseServer {
  if (!URL.canParse(text)) throw new InvalidValue(FORM);
  const url = new URL(text);
  const database = decoded(url.pathname.slice(1));
  if (!url.hostname || !url.username || !database || database.includes('/') || url.search || url.hash) throw new InvalidValue(FORM);
  return {
    kind,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 3306),
    user: decoded(url.username),
    password: decoded(url.password),
    database,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidValue(FORM);
  }
}
