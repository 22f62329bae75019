import type { Caller } from './caller';
import { ADMINISTRATOR } from './rights';

/** The caller of background work: user 1, who sees everything and may do everything. */
export const SYSTEM_CALLER: Caller = { userID: 1, name: 'service', scope: { divisions: 'all' }, ...ADMINISTRATOR };

/** The caller of a command on the machine of the service, who may do everything as well. */
export const COMMAND_CALLER: Caller = { ...SYSTEM_CALLER, name: 'command', via: 'command' };
