import type { RuledType } from '../core/fields/record-types';
import { withoutRules } from '../core/records';
import { tags, jobTags, contactTags, candidateTags } from './tags.records';

export const tagTypes = (): readonly RuledType[] => [
  withoutRules(tags),
  withoutRules(jobTags),
  withoutRules(contactTags),
  withoutRules(candidateTags),
];
