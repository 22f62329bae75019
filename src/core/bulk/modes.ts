/** How an import treats rows that have a record and rows that have none. */
export const MODES = ['upsert', 'create', 'update'] as const;
export type Mode = (typeof MODES)[number];

/** What rows find their records by. */
export const MATCHES = ['id', 'email', 'reference', 'externalID'] as const;
export type Match = (typeof MATCHES)[number];
