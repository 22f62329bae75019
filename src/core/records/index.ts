export { checkBodyID } from './writing/body-id';
export { affectedRecords, refreshAffectedFigures } from './figures/affected-records';
export { ExternalIDInUse } from './writing/external-keys';
export { ForbiddenTransition, checkTransition, type Transitions } from './writing/transitions';
export {
  countryOfDivision,
  checkDivisionsExist,
  divisionsOf,
  divisionsText,
  replaceDivisions,
  refreshDivisionNames,
} from './writing/divisions';
export { entriesClosed } from './entries-closed';
export { refreshFiguresOfEntries } from './figures/entry-figures';
export { refreshFigures } from './figures/figures';
export { CreateRoute, FindRoute, ListRoute, QueryRoute, RemoveRoute, TransitionRoute, UpdateRoute } from './routes';
export { listCriteria, listSearch, RecordListQuery, type ListCriteria } from './reading/list';
export { handlerOf, resourceOf, type Resource, type WritingController } from './resource';
export { Records } from './records.service';
export { RecordsModule } from './records.module';
export { fixDuplicates } from './figures/recompute-duplicates';
export { claimedKeys, duplicatesOf, seenKinds, type Duplicate } from './duplicates/claims';
export { describedKeys, likelyPairs, positionOf, type LikelyPair, type PairPosition } from './duplicates/pairs';
export { markWhileRecomputing } from './figures/mark-responses';
export { Recomputation } from './figures/recomputation.service';
export { recompute, rowsToRecompute, type StaleRows } from './figures/recompute';
export { findBody, findResponse, checkInScope, checkVisible } from './reading/find';
export { firstInOrder } from './reading/in-order';
export { ConfirmationRequired, Confirmations, confirm, QueryConfirmation } from './confirmations';
export { InUse, refuseIfAny, refuseInUse, type Uses } from './in-use';
export { touches } from './writing/touches';
export { inTurn } from './reading/search-turns';
export { isoOf, type RecordResponse } from './reading/mapper';
export { values } from '../sql';
export { findPage, readPage, type RecordSearch } from './reading/page';
export { visibleIds } from '../database/visible-ids';
export { applyPatch, storedValue, writableFields } from './writing/patch';
export { checkReferences, validateReference, withoutOldReferences } from './writing/references';
export { RecordQueryDto } from './reading/query';
export { keptNamesChanged } from './reading/kept-names';
export type { Picked } from './reading/read-wanted';
export { readBodies, readPicked, type Body } from './reading/response-text';
export { sharedRead } from './reading/shared-read';
export { readResponses } from './reading/reader';
export { rangeErrors } from './writing/ranges';
export { requireFields, requireOneOf } from './writing/required';
export { requireStorable } from './writing/storable-amounts';
export {
  changesOthers,
  different,
  rulesOf,
  ruledBy,
  withoutRules,
  type ChangeOptions,
  type RecordChange,
  type Refusals,
  type Rules,
} from './rules';
export { parseRequestFilter, parseRequestOrder } from './reading/parse-request';
export { blankRecord, load, loadAll, lock, lockAll, lockedRows, notFound, storedFields } from './writing/stored';
export { FieldsQuery } from '../http';
export { wantedFields, type WantedFields } from './reading/wanted-fields';
export { capitalize, pluralOf, displayName } from './display-name';
export { inRequestedOrder, QueryOrder, SearchPageQuery } from './reading/order-query';
export { QueryTimeZone, requestedTimeZone, TimeZonePageQuery } from './reading/time-zone';
export { add, addMany, create, createMany } from './create';
export { change, changeMany, checkExpected, remove, save, type Patch } from './change';
export { type MergeRules } from './merging';
export { recordChange } from './related-change';
export { checkNotErased, erasedDateOf } from './erased';
export { replaceFigureWords } from './writing/word-rows';
export { insertRows, rowsFrom } from '../database/insert-rows';
export { insertNew, insertRecord, insertRecords, saveRecord, saveRecords } from './writing/writer';
