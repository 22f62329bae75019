import { Initial1763600000000 } from './1763600000000-initial';
import { LookupLists1763600000001 } from './1763600000001-lookup-lists';

/** In the order in which they run, on every kind of database. */
export const migrations = [Initial1763600000000, LookupLists1763600000001];
