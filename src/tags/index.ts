import './tags.records';

export { isTagged, putTag, takeTag, type Tagged, type TagToPut } from './put-on';
export { CandidateTag, ContactTag, JobTag, Tag } from './tag.entity';
export { tagConditions, type TagCriteria } from './tag-filter';
export { AskedTags, TagFilterDto, TagFilterRequest } from './tag-filter.dto';
