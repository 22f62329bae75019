import { IntersectionType } from '@nestjs/swagger';
import { LatitudeCriterion, LongitudeCriterion, RadiusCriterion } from '../../contacts';
import { ResponseOf, UpdateOf } from '../../core/fields/shapes';
import {
  AmountCriterion,
  AnswerCriterion,
  BooleanCriterion,
  DayCriterion,
  FromCriterion,
  IdCriterion,
  IdsCriterion,
  TextCriterion,
  TextsCriterion,
  TimeRangeCriterion,
  ToCriterion,
} from '../../core/search';
import { NAME } from '../../core/sql/columns';
import { TagsCriterion, type TagFilterRequest } from '../../tags';
import { CandidateSearch } from './candidate-search.entity';
import { isPlaced, PLACED } from './placed';

const PAY = { example: null, scope: 'pay' } as const;

/** The criteria of a candidate search. All criteria must match; within a list, any value. */
export class CandidateSearchRequest {
  @IdCriterion({
    example: 0,
    description:
      'A saved candidate search to start from. Here null or absent keeps its criterion, [] or "" removes it, a value replaces it. 0: none.',
  })
  ssid?: number | null;
  @TextCriterion(500, {
    example: 'site eng',
    description:
      'Words, in any order; each must match the beginning of a word of the name, the preferred name, the job title, the employer or the summary, or, with an @, the beginning of an e-mail address.',
  })
  words?: string | null;
  @TextCriterion(500, {
    example: '',
    description: 'Words, in any order; each must match the beginning of a word of the job title.',
  })
  jobTitle?: string | null;
  @TextCriterion(500, { example: '', description: 'Words; each must match the beginning of a word of a note.' })
  noteContents?: string | null;
  @TextCriterion(500, { example: '', description: 'Words; each must match the beginning of a word of a resume, all of the same one.' })
  resumeContents?: string | null;
  @TextsCriterion({
    example: [],
    description: 'Ids or names of users, me for the user who runs the search; "0": candidates without an owner.',
  })
  owner?: string[] | null;
  @IdsCriterion({ example: [], description: 'Candidate statuses; 0: candidates without one.' }) status?: number[] | null;
  @IdsCriterion({ example: [], description: 'Job-seeking statuses; 0: candidates without one.' }) jobSeekingStatus?: number[] | null;
  @TextCriterion(1000, { example: '', description: 'Ids or names of ratings, separated by commas; 0: candidates without one.' }) rating?:
    string | null;
  @IdsCriterion({ example: [], description: 'Divisions; 0: candidates without one.' }) division?: number[] | null;
  @AnswerCriterion({ example: false, description: 'Whether the candidate is red-flagged; unset: either.' }) isRedFlagged?: boolean | null;
  @TextCriterion(NAME, {
    example: '',
    description:
      "A suburb, state, postcode or country, or several separated by commas. Without a radius it must match the candidate's address; with a radius but no longitude and latitude it is the centre.",
  })
  location?: string | null;
  @LongitudeCriterion() longitude?: string | null;
  @LatitudeCriterion() latitude?: string | null;
  @RadiusCriterion() radius?: string | null;
  @DayCriterion({ example: null, description: 'Available on this day or later.' }) availabilityDateFrom?: string | null;
  @DayCriterion({ example: '2030-12-31T00:00:00.000Z', description: 'Available on this day or earlier.' }) availabilityDateTo?:
    string | null;
  @AmountCriterion({ ...PAY, description: 'The preferred rate; candidates without one do not match.' }) preferredRateFrom?: number | null;
  @AmountCriterion(PAY) preferredRateTo?: number | null;
  @IdsCriterion({ example: [], description: 'Units of the preferred rate; 0: candidates without one.' }) preferredRateUnits?:
    number[] | null;
  @AmountCriterion({ ...PAY, description: 'The preferred salary; candidates without one do not match.' }) preferredSalaryFrom?:
    number | null;
  @AmountCriterion(PAY) preferredSalaryTo?: number | null;
  @IdsCriterion({ example: [], description: 'Units of the preferred salary; 0: candidates without one.' }) preferredSalaryUnits?:
    number[] | null;
  @AmountCriterion({ ...PAY, description: 'The pay rate of a placement that runs today.' }) payRateFrom?: number | null;
  @AmountCriterion(PAY) payRateTo?: number | null;
  @TextCriterion(
    20,
    {
      example: 'any',
      description: `Whether the candidate has a placement that is not cancelled: ${PLACED}. current: it runs today; past: it has ended.`,
    },
    { test: isPlaced, message: `must be one of: ${PLACED}, or "" for no criterion` },
  )
  placed?: string | null;
  @IdsCriterion({
    example: [],
    description: 'Clients of the placement that placed asks for (by default of any); 0: without one.',
  })
  placementClientIds?: number[] | null;
  @IdsCriterion({ example: [], description: 'Types of that same placement; 0: without one.' }) placementTypeIds?: number[] | null;
  @TimeRangeCriterion({ example: '', description: 'When one of the included tags was added, or any tag if none is included' })
  taggedTimeRange?: string | null;
  @TagsCriterion('Candidates with any of these tags; skills have the typeId 1.', []) includeTags?: TagFilterRequest[] | null;
  @TagsCriterion('Excludes candidates with any of these tags, whenever they were added.', []) excludeTags?: TagFilterRequest[] | null;
  @BooleanCriterion({ example: false, description: 'Requires all of the included tags.' }) includeTagsMatchAll?: boolean | null;
  @IdsCriterion({ example: [], description: 'Users who created the candidate; 0: nobody.' }) createdBy?: number[] | null;
  @FromCriterion({ example: '2020-01-01T00:00:00.000Z' }) createdDateFrom?: string | null;
  @ToCriterion({ example: '2030-12-31T23:59:59.999Z' }) createdDateTo?: string | null;
  @FromCriterion({ example: null, description: 'The lastUpdateDate.' }) updatedDateFrom?: string | null;
  @ToCriterion({ example: null }) updatedDateTo?: string | null;
}

class CriteriaDto extends ResponseOf(CandidateSearchRequest) {}
class StoredDto extends ResponseOf(CandidateSearch) {}
class StoredUpdateDto extends UpdateOf(CandidateSearch) {}

/**
 * A saved candidate search. Unset criteria: texts "", lists [], flags false; dates, amounts and isRedFlagged are omitted, and amounts are
 * without the scope pay.
 */
export class SavedCandidateSearchDto extends IntersectionType(StoredDto, CriteriaDto) {}

/** The criteria and the name of a saved search. Absent = unchanged, null = cleared; the ssid is absent, 0 or the one in the path. */
export class SavedCandidateSearchUpdateDto extends IntersectionType(StoredUpdateDto, CandidateSearchRequest) {}
