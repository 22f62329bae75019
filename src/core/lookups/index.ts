export { Lookup } from './lookup.entity';
export { lookupFoldedColumns } from './folded-columns';
export {
  closedEntries,
  closedEntry,
  countedLists,
  entriesBelow,
  entriesWhere,
  entryByIdOrName,
  entryNamed,
  entriesWith,
  firstEntryBelow,
  listNames,
  parentOfEntry,
} from './entries';
export { entryIs, entryOn, isOpenEntry, LOOKUP_TABLE } from './joins';
export { ratesOfKinds, type KindRates } from './rate-kinds';
export { allEntryNames, entryName, entryNames, foldedEntryCodes, foldedEntryNames } from './names';
