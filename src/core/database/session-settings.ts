/** The time limit of a query, in milliseconds. */
export const QUERY_TIMEOUT_MS = 30_000;

/** Of each connection to a server: strict, in UTC, and reading what is committed. */
export const sessionSettings = (kind: string): string[] => [
  "sql_mode = 'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  "time_zone = '+00:00'",
  `${kind === 'mysql' ? 'transaction_isolation' : 'tx_isolation'} = 'READ-COMMITTED'`,
  timeLimit(kind, QUERY_TIMEOUT_MS),
  // MySQL turns conditions on related records into joins; trying all orders of twenty tables takes half a minute
  'optimizer_search_depth = 4',
  // for more than 200 ids in a list they would not look how many rows each has, and read whole tables instead
  'eq_range_index_dive_limit = 0',
];

/** One statement, since a new connection waits for each, and after a node has failed all are new. */
export const setSession = (...settings: readonly string[]): string => `SET SESSION ${settings.join(', SESSION ')}`;

/** Limits every query of a connection, in milliseconds; 0 = no limit. MySQL limits SELECTs only, MariaDB all statements. */
export function timeLimit(kind: string, milliseconds: number): string {
  return kind === 'mysql' ? `max_execution_time = ${milliseconds}` : `max_statement_time = ${milliseconds / 1000}`;
}
