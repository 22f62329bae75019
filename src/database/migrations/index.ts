import { Initial1763600000000 } from './1763600000000-initial';
import { Changes1763700000000 } from './1763700000000-changes';
import { LookupLists1763600000001 } from './1763600000001-lookup-lists';

/** In the order in which they run, on every kind of database. */
export const migrations = [Initial1763600000000, LookupLists1763600000001, Changes1763700000000];
