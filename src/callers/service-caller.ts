import type { Caller } from './caller';

/** Who the service itself is when it works of its own accord: user 1, who sees everything. */
export const THE_SERVICE: Caller = { userID: 1, name: 'service', scope: { divisions: 'all' } };
