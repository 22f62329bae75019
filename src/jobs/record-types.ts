import type { RuledType } from '../core/fields/record-types';
import { jobRules } from './rules/job.rules';
import { advertRules } from './adverts/advert.rules';
import { jobSearchRules } from './search/saved-search';

export const jobTypes = (): readonly RuledType[] => [jobRules, advertRules, jobSearchRules];
