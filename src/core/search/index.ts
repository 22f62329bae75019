export {
  AmountCriterion,
  AnswerCriterion,
  BooleanCriterion,
  DayCriterion,
  FromCriterion,
  IdCriterion,
  IdsCriterion,
  mergeCriteria,
  TextCriterion,
  TextsCriterion,
  TimeRangeCriterion,
  ToCriterion,
  declareCriterion,
  validateRanges,
  type Criteria,
} from './criteria';
export { begins, beginsElsewhere, hasWords, searchedRecordWords, searchedWords, type SearchedWords } from './word-search';
export { between, choiceOf, foldedCodes, isAnyOf, isChosen, isEntryChosen, isOneOf, startsWords, within, type Choice } from './conditions';
export { RecordSearches, type Conditions } from './record-searches';
export { changeSearch, createSearch, criteriaInResponses, criteriaOf, requireCriteriaScopes, type SavedSearchKind } from './saved';
export { isNamed, unknownEntries, unknownIds, unknownNames, unknownRating, unknownRecords } from './existence';
export { requestedTimeZone, SearchPageQuery } from '../records';
