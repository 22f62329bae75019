import './tags.records';

export { moveTags, putTag, putTagOnAll, takeTag, takeTagOffAll, type TagToPut } from './put-on';
export { isTagged, TAG_EVENTS, type Tagged } from './tagged';
export { CandidateTag, ContactTag, JobTag, Tag } from './tag.entity';
export { tagConditions, type TagCriteria } from './tag-filter';
export { TagsModule } from './tags.module';
export { AskedTags, TagFilterDto, TagFilterRequest } from './tag-filter.dto';
