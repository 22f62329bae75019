export { moveTags, attachTag, attachTagToAll, detachTag, detachTagFromAll, type TagToAttach } from './tagging';
export { hasTags, isTaggable, type TaggableType } from './taggable';
export { CandidateTag, ContactTag, JobTag, Tag } from './tag.entity';
export { tagConditions, type TagCriteria } from './tag-filter';
export { TagsModule } from './tags.module';
export { TagsCriterion, TagFilterDto, TagFilterRequest } from './tag-filter.dto';
export { tagTypes } from './record-types';
