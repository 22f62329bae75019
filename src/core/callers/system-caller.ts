import type { Caller } from './caller';

/** The caller of background work: user 1, who sees everything. */
export const SYSTEM_CALLER: Caller = { userID: 1, name: 'service', scope: { divisions: 'all' } };
