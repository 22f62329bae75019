import type { RecordTypesSpec } from '../core/fields/record-types';
import { withoutRules } from '../core/records';
import { CandidateTag, ContactTag, JobTag, Tag } from './tag.entity';
import { candidateTags, contactTags, jobTags, tags } from './tags.records';
import { tagsOfPersons } from './personal-data';

export { moveTags, attachTag, attachTagToAll, detachTag, detachTagFromAll } from './tagging';
export { hasTags, isTaggable, type TaggableType } from './taggable';
export { CandidateTag, ContactTag, JobTag, Tag } from './tag.entity';
export { tagConditions, wantsTags, type TagCriteria } from './tag-filter';
export { tagsForBulk } from './tags-for-bulk';
export { TagsModule } from './tags.module';
export { TagsCriterion, TagFilterDto, TagFilterRequest } from './tag-filter.dto';

export const tagRecords: RecordTypesSpec = {
  personalData: [tagsOfPersons],
  types: [tags, jobTags, contactTags, candidateTags].map(withoutRules),
  tables: [Tag, CandidateTag, ContactTag, JobTag],
};
