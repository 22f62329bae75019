export { Lookup } from './lookup.entity';
export { lookupFoldedColumns } from './folded-columns';
export {
  closedEntry,
  countedLists,
  entriesAmong,
  entriesBelow,
  entriesWhere,
  entryByIdOrName,
  entryNamed,
  entryWith,
  firstEntryBelow,
  listNames,
  lockedEntries,
  parentOfEntry,
} from './entries';
export { entryOn, joinEntryBy } from './joins';
export { allEntryNames, entryNames, foldedEntryCodes, foldedEntryNames } from './names';
