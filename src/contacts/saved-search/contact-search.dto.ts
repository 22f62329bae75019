import { IntersectionType } from '@nestjs/swagger';
import { NAME } from '../../core/sql/columns';
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
import { ResponseOf, UpdateOf } from '../../core/fields/shapes';
import { ContactSearch } from './contact-search.entity';
import { LatitudeCriterion, LongitudeCriterion, RadiusCriterion } from './radius-criteria';

const TYPES = 'Ids of activity types; 0: without one.';
const ASSIGNED = 'Users; 0: nobody.';

/** The criteria of a saved contact search. All criteria must match; within a list, any value. */
export class ContactSearchRequest {
  @IdCriterion({ example: 1, description: 'Absent, 0 or the id in the path.' }) ssid?: number | null;
  @TextsCriterion({
    example: [],
    description: 'Ids or names of users, me for the user who runs the search; "0": contacts without an owner.',
  })
  owner?: string[] | null;
  @IdsCriterion({ example: [1], description: 'Contact statuses; 0: contacts without one.' }) status?: number[] | null;
  @TextCriterion(1000, { example: '', description: 'Ids or names of ratings, separated by commas; 0: contacts without one.' }) rating?:
    string | null;
  @IdsCriterion({ example: [], description: 'Divisions; 0: contacts without one.' }) division?: number[] | null;
  @TextCriterion(NAME, {
    example: 'Sydney, NSW',
    description:
      "A suburb, state, postcode or country, or several separated by commas. Without a radius it must match the contact's address; with a radius but no longitude and latitude it is the centre.",
  })
  location?: string | null;
  @LongitudeCriterion() longitude?: string | null;
  @LatitudeCriterion() latitude?: string | null;
  @RadiusCriterion() radius?: string | null;
  @TextCriterion(500, {
    example: 'director',
    description: 'Words, in any order; each must match the beginning of a word of the job title.',
  })
  jobTitle?: string | null;
  @BooleanCriterion({ example: true, description: "Also matches the location of any site of the contact's client." }) includeSites?:
    boolean | null;
  @TimeRangeCriterion({ example: '', description: 'When one of the included tags was added, or any tag if none is included' })
  taggedTimeRange?: string | null;
  @TagsCriterion('Contacts with any of these tags.', []) includeTags?: TagFilterRequest[] | null;
  @TagsCriterion('Excludes contacts with any of these tags, whenever they were added.', []) excludeTags?: TagFilterRequest[] | null;
  @BooleanCriterion({ example: false, description: 'Requires all of the included tags.' }) includeTagsMatchAll?: boolean | null;
  @IdsCriterion({ example: [], description: 'Users who created the contact; 0: nobody.' }) createdBy?: number[] | null;
  @FromCriterion({ example: null }) createdDateFrom?: string | null;
  @ToCriterion({ example: null }) createdDateTo?: string | null;
  @FromCriterion({ example: null }) updatedDateFrom?: string | null;
  @ToCriterion({ example: null }) updatedDateTo?: string | null;
  @IdsCriterion({ example: [], description: 'Job types of a job of the contact; 0: without one.' }) jobTypeIds?: number[] | null;
  @FromCriterion({ example: null }) jobCreatedFrom?: string | null;
  @ToCriterion({ example: null }) jobCreatedTo?: string | null;
  @IdsCriterion({ example: [], description: 'Placement types of a placement on a job of the contact; 0: without one.' }) placementTypeIds?:
    number[] | null;
  @FromCriterion({ example: null }) placementCreatedFrom?: string | null;
  @ToCriterion({ example: null }) placementCreatedTo?: string | null;
  @IdsCriterion({ example: [], description: TYPES }) noteTypeIds?: number[] | null;
  @FromCriterion({ example: null }) noteCreatedFrom?: string | null;
  @ToCriterion({ example: null }) noteCreatedTo?: string | null;
  @IdsCriterion({ example: [], description: ASSIGNED }) noteAssignedUsers?: number[] | null;
  @IdsCriterion({ example: [], description: TYPES }) meetingTypeIds?: number[] | null;
  @FromCriterion({ example: null }) meetingCreatedFrom?: string | null;
  @ToCriterion({ example: null }) meetingCreatedTo?: string | null;
  @IdsCriterion({ example: [], description: ASSIGNED }) meetingAssignedUsers?: number[] | null;
  @IdsCriterion({ example: [], description: TYPES }) interviewTypeIds?: number[] | null;
  @FromCriterion({ example: null }) interviewCreatedFrom?: string | null;
  @ToCriterion({ example: null }) interviewCreatedTo?: string | null;
  @IdsCriterion({ example: [], description: ASSIGNED }) interviewAssignedUsers?: number[] | null;
  @FromCriterion({ example: null }) submissionCreatedFrom?: string | null;
  @ToCriterion({ example: null }) submissionCreatedTo?: string | null;
  @IdsCriterion({ example: [], description: ASSIGNED }) submissionAssignedUsers?: number[] | null;
  @TextCriterion(500, { example: '', description: 'Words; each must match the beginning of a word of a note.' }) noteContents?:
    string | null;
}

/** A saved contact search in a response. Unset criteria: texts "", lists [], flags false; dates are omitted. */
export class ContactSearchDto extends ResponseOf(ContactSearchRequest) {}

class StoredDto extends ResponseOf(ContactSearch) {}
class StoredUpdateDto extends UpdateOf(ContactSearch) {}

/** A saved contact search as a record: with its name, its history, and whether it is deleted. */
export class SavedContactSearchDto extends IntersectionType(StoredDto, ContactSearchDto) {}

/** The criteria and the name of a saved search. Absent = unchanged, null = cleared. */
export class SavedContactSearchUpdateDto extends IntersectionType(StoredUpdateDto, ContactSearchRequest) {}
