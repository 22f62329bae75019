import {
  BooleanCriterion,
  FromCriterion,
  IdCriterion,
  IdsCriterion,
  TextCriterion,
  TextsCriterion,
  TimeRangeCriterion,
  ToCriterion,
} from '../../core/search';
import { TagsCriterion, type TagFilterRequest } from '../../tags';

/** The criteria of a job search. All criteria must match; within a list, any value. */
export class JobSearchRequest {
  @IdCriterion({
    example: 0,
    description:
      'A saved job search to start from. Here null or absent keeps its criterion, [] or "" removes it, a value replaces it. 0: none.',
  })
  ssid?: number | null;
  @TextCriterion(500, { example: 'site eng', description: 'Words, in any order; each must match the beginning of a word of the title.' })
  jobTitle?: string | null;
  @TextsCriterion({ example: ['Open'], description: 'Ids or names of job statuses; "0": jobs without one.' })
  status?: string[] | null;
  @TimeRangeCriterion({ example: '', description: 'When the job was created' })
  timeRange?: string | null;
  @TextsCriterion({
    example: [],
    description: 'Ids or names of users, me for the caller: any of a job\'s five consultants; "0": jobs without one.',
  })
  owner?: string[] | null;
  @TextsCriterion({ example: ['CONTRACT'], description: 'Ids, codes or names of job types; "0": jobs without one.' })
  type?: string[] | null;
  @IdsCriterion({ example: [], description: 'Divisions; 0: jobs without one.' })
  division?: number[] | null;
  @IdsCriterion({ example: [], description: 'Job stages; 0: jobs without one.' })
  stage?: number[] | null;
  @TimeRangeCriterion({ example: '', description: 'When one of the included tags was added, or any tag if none is included' })
  taggedTimeRange?: string | null;
  @TagsCriterion('Jobs with any of these tags.', [])
  includeTags?: TagFilterRequest[] | null;
  @TagsCriterion('Excludes jobs with any of these tags, whenever they were added.', [])
  excludeTags?: TagFilterRequest[] | null;
  @BooleanCriterion({ example: false, description: 'Requires all of the included tags.' })
  includeTagsMatchAll?: boolean | null;
  @FromCriterion({ example: '2020-01-01T00:00:00.000Z' }) createdDateFrom?: string | null;
  @ToCriterion({ example: '2030-12-31T23:59:59.999Z' }) createdDateTo?: string | null;
  @FromCriterion({ example: null }) updatedDateFrom?: string | null;
  @ToCriterion({ example: null }) updatedDateTo?: string | null;
  @FromCriterion({ example: null }) closedDateFrom?: string | null;
  @ToCriterion({ example: null }) closedDateTo?: string | null;
  @TextsCriterion({ example: [], description: 'Exact sources; "0": jobs without one.' })
  sources?: string[] | null;
}
