/** The supported kinds of database. */
export type DatabaseKind = 'sqlite' | 'mysql' | 'mariadb';

export const DEFAULT_DATABASE_URL = 'sqlite:./data/recruitment.sqlite';

/**
 * The kind of database in `DATABASE_URL`. Entities need it while they are declared, before the other settings are read.
 * @throws Error if the scheme is not sqlite, mysql or mariadb
 */
export function databaseKind(url = process.env['DATABASE_URL'] || DEFAULT_DATABASE_URL): DatabaseKind {
  const scheme = /^(sqlite|mysql|mariadb):/i.exec(url)?.[1]?.toLowerCase();
  if (!scheme) throw new Error('DATABASE_URL must start with sqlite:, mysql:// or mariadb://.');
  return scheme as DatabaseKind;
}
