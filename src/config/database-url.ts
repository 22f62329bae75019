/** Kinds of database server the service runs on. */
export type DatabaseKind = 'sqlite' | 'mysql' | 'mariadb';

export const DEFAULT_DATABASE_URL = 'sqlite:./data/recruitment.sqlite';

/**
 * The kind of database that `DATABASE_URL` names. Entities need it while they are being declared, before the rest of
 * the settings are read.
 * @throws Error when the scheme is none of sqlite, mysql, mariadb
 */
export function databaseKind(url = process.env['DATABASE_URL'] || DEFAULT_DATABASE_URL): DatabaseKind {
  const scheme = /^(sqlite|mysql|mariadb):/i.exec(url)?.[1]?.toLowerCase();
  if (!scheme) throw new Error('DATABASE_URL must start with sqlite:, mysql:// or mariadb://.');
  return scheme as DatabaseKind;
}
