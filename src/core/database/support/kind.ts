/** Entities read the kind of database while they are loaded: import this before anything that loads them. */
process.env['DATABASE_URL'] = process.env['TEST_DATABASE_URL'] ?? 'sqlite::memory:';

export const onServer = process.env['TEST_DATABASE_URL'] !== undefined;
