export {
  AskedFlag,
  AskedFrom,
  AskedId,
  AskedIds,
  askedOver,
  AskedText,
  AskedTexts,
  AskedTime,
  AskedTo,
  declareCriterion,
  rangeComplaints,
  type Asked,
} from './asked';
export { between, choiceOf, isAnyOf, isChosen, isEntryChosen, isOneOf, startsWords, within, type Choice } from './conditions';
export { newestFirst, type NewestFirst } from './newest-first';
export { changeSearch, createSearch, criteriaOf, withCriteria, type SavedSearches } from './saved';
export { isNamed, unknownEntries, unknownNames, unknownOwners, unknownRecords } from './there';
export { timeZoneAsked, TimeZonePageQuery } from '../records';
