export { isTagged, putTag, takeTag, type Tagged, type TagToPut } from './put-on';
export { CandidateTag, ContactTag, JobTag, Tag } from './tag.entity';
export { tagConditions, type TagCriteria } from './tag-filter';
export {
  AskedFlag, AskedFrom, AskedId, AskedIds, askedOver, AskedText, AskedTexts, AskedTime, AskedTo, rangeComplaints, type Asked,
} from './tag-filter.asked';
export {
  between, choiceOf, isAnyOf, isChosen, isEntryChosen, isOneOf, startsWords, within, type Choice,
} from './tag-filter.criteria';
export { newestFirst, type NewestFirst } from './tag-filter.page';
export { timeZoneAsked, TimeZonePageQuery } from './tag-filter.time-zone';
export { AskedTags, TagFilterDto, TagFilterRequest } from './tag-filter.dto';
