import { AskedFlag, AskedFrom, AskedId, AskedIds, AskedText, AskedTexts, AskedTime, AskedTo } from '../../search';
import { AskedTags, type TagFilterRequest } from '../../tags';

/** What jobs are searched by. All that is asked must hold; of a list, one of its values. */
export class JobSearchRequest {
  @AskedId({
    example: 0,
    description:
      'A saved job search that the criteria here are put over: null or absent keeps its criterion, [] or "" removes it, a value replaces it. 0: none.',
  })
  ssid?: number | null;
  @AskedText(500, { example: 'site eng', description: 'Words; each must begin a word of the title, in any order.' })
  jobTitle?: string | null;
  @AskedTexts({ example: ['Open'], description: 'Ids or names of job statuses; "0": jobs without one.' })
  status?: string[] | null;
  @AskedTime({ example: 'last12Months', description: 'When the job was created' })
  timeRange?: string | null;
  @AskedTexts({
    example: [],
    description: 'Ids or names of users, me for the caller: any of a job\'s five consultants; "0": jobs without one.',
  })
  owner?: string[] | null;
  @AskedTexts({ example: ['CONTRACT'], description: 'Ids, codes or names of job types; "0": jobs without one.' })
  type?: string[] | null;
  @AskedIds({ example: [], description: 'Divisions; 0: jobs without one.' })
  division?: number[] | null;
  @AskedIds({ example: [], description: 'Job stages; 0: jobs without one.' })
  stage?: number[] | null;
  @AskedTime({ example: '', description: 'When one of the included tags was put on, or any tag if none is included' })
  taggedTimeRange?: string | null;
  @AskedTags('Jobs with one of these tags.')
  includeTags?: TagFilterRequest[] | null;
  @AskedTags('Not jobs with one of these tags, whenever they were put on.', [])
  excludeTags?: TagFilterRequest[] | null;
  @AskedFlag({ example: false, description: 'Jobs with every one of the included tags.' })
  includeTagsMatchAll?: boolean | null;
  @AskedFrom({ example: '2020-01-01T00:00:00.000Z' }) createdDateFrom?: string | null;
  @AskedTo({ example: '2030-12-31T23:59:59.999Z' }) createdDateTo?: string | null;
  @AskedFrom({ example: null }) updatedDateFrom?: string | null;
  @AskedTo({ example: null }) updatedDateTo?: string | null;
  @AskedFrom({ example: null }) closedDateFrom?: string | null;
  @AskedTo({ example: null }) closedDateTo?: string | null;
  @AskedTexts({ example: [], description: 'Whole sources; "0": jobs without one.' })
  sources?: string[] | null;
}
