export { idsOf, isMentioned, mentions, ofRecords, refersTo, type Person, type RecordsOf } from './person';
export { holdersIn, type PersonalDataHolder } from './personal-data-holder';
