import { IntersectionType } from '@nestjs/swagger';
import { NAME } from '../../database/columns';
import { AskedFlag, AskedFrom, AskedId, AskedIds, AskedText, AskedTexts, AskedTime, AskedTo } from '../../search';
import { AskedTags, type TagFilterRequest } from '../../tags';
import { ResponseOf, UpdateOf } from '../../fields/shapes';
import { ContactSearch } from './contact-search.entity';

/** A number written as text: plain digits, a sign, a decimal point. */
const NUMBER = /^[+-]?\d{1,10}(\.\d{1,15})?$/;
const number = (holds: (value: number) => boolean, sentence: string) => (text: string) =>
  NUMBER.test(text) && holds(Number(text)) ? undefined : `must be a number in text, ${sentence}, or "" for none`;
const isWithin = (limit: number) => (value: number) => Math.abs(value) <= limit;
/** Half around the earth, in kilometres: nothing is further away. */
const FURTHEST = 20_000;

const TYPES = 'Ids of activity types; 0: without one.';
const ASSIGNED = 'Users; 0: nobody.';

/** The criteria of a saved contact search. All that is asked must hold; of a list, one of its values. */
export class ContactSearchRequest {
  @AskedId({ example: 1, description: 'Absent, 0 or the id in the path.' }) ssid?: number | null;
  @AskedTexts({ example: ['me'], description: 'Ids or names of users, me for whoever runs the search; "0": contacts without an owner.' })
  owner?: string[] | null;
  @AskedIds({ example: [1], description: 'Contact statuses; 0: contacts without one.' }) status?: number[] | null;
  @AskedText(1000, { example: 'A, B', description: 'Ids or names of ratings, with commas between; 0: contacts without one.' }) rating?:
    string | null;
  @AskedIds({ example: [1, 2], description: 'Divisions; 0: contacts without one.' }) division?: number[] | null;
  @AskedText(NAME, {
    example: 'Sydney, NSW',
    description:
      "A suburb, state, postcode or country, or several with commas between. Without a radius it is compared with the contact's address; with one and without longitude and latitude the radius is around it.",
  })
  location?: string | null;
  @AskedText(30, { example: '151.2093', description: 'With latitude the middle of the radius.' }, number(isWithin(180), 'from -180 to 180'))
  longitude?: string | null;
  @AskedText(30, { example: '-33.8688', description: 'With longitude the middle of the radius.' }, number(isWithin(90), 'from -90 to 90'))
  latitude?: string | null;
  @AskedText(
    30,
    { example: '25', description: 'In kilometres.' },
    number((value) => value > 0 && value <= FURTHEST, `more than 0 and at most ${FURTHEST}`),
  )
  radius?: string | null;
  @AskedText(500, { example: 'director', description: 'Words; each must begin a word of the job title, in any order.' }) jobTitle?:
    string | null;
  @AskedFlag({ example: true, description: "The location may also be that of a site of the contact's client." }) includeSites?:
    boolean | null;
  @AskedTime({ example: 'thisYear', description: 'When one of the included tags was put on, or any tag if none is included' })
  taggedTimeRange?: string | null;
  @AskedTags('Contacts with one of these tags.') includeTags?: TagFilterRequest[] | null;
  @AskedTags('Not contacts with one of these tags, whenever they were put on.', []) excludeTags?: TagFilterRequest[] | null;
  @AskedFlag({ example: false, description: 'Contacts with every one of the included tags.' }) includeTagsMatchAll?: boolean | null;
  @AskedIds({ example: [1], description: 'Users who created the contact; 0: nobody.' }) createdBy?: number[] | null;
  @AskedFrom({ example: '2020-01-01T00:00:00.000Z' }) createdDateFrom?: string | null;
  @AskedTo({ example: '2030-12-31T23:59:59.999Z' }) createdDateTo?: string | null;
  @AskedFrom({ example: '2020-01-01T00:00:00.000Z' }) updatedDateFrom?: string | null;
  @AskedTo({ example: '2030-12-31T23:59:59.999Z' }) updatedDateTo?: string | null;
  @AskedIds({ example: [1, 2], description: 'Job types of a job of the contact; 0: without one.' }) jobTypeIds?: number[] | null;
  @AskedFrom({ example: '2020-01-01T00:00:00.000Z' }) jobCreatedFrom?: string | null;
  @AskedTo({ example: '2030-12-31T23:59:59.999Z' }) jobCreatedTo?: string | null;
  @AskedIds({ example: [], description: 'Placement types of a placement on a job of the contact; 0: without one.' }) placementTypeIds?:
    number[] | null;
  @AskedFrom({ example: '2020-01-01T00:00:00.000Z' }) placementCreatedFrom?: string | null;
  @AskedTo({ example: '2030-12-31T23:59:59.999Z' }) placementCreatedTo?: string | null;
  @AskedIds({ example: [1], description: TYPES }) noteTypeIds?: number[] | null;
  @AskedFrom({ example: '2020-01-01T00:00:00.000Z' }) noteCreatedFrom?: string | null;
  @AskedTo({ example: '2030-12-31T23:59:59.999Z' }) noteCreatedTo?: string | null;
  @AskedIds({ example: [1], description: ASSIGNED }) noteAssignedUsers?: number[] | null;
  @AskedIds({ example: [6], description: TYPES }) meetingTypeIds?: number[] | null;
  @AskedFrom({ example: '2020-01-01T00:00:00.000Z' }) meetingCreatedFrom?: string | null;
  @AskedTo({ example: '2030-12-31T23:59:59.999Z' }) meetingCreatedTo?: string | null;
  @AskedIds({ example: [1], description: ASSIGNED }) meetingAssignedUsers?: number[] | null;
  @AskedIds({ example: [7], description: TYPES }) interviewTypeIds?: number[] | null;
  @AskedFrom({ example: '2020-01-01T00:00:00.000Z' }) interviewCreatedFrom?: string | null;
  @AskedTo({ example: '2030-12-31T23:59:59.999Z' }) interviewCreatedTo?: string | null;
  @AskedIds({ example: [1], description: ASSIGNED }) interviewAssignedUsers?: number[] | null;
  @AskedFrom({ example: '2020-01-01T00:00:00.000Z' }) submissionCreatedFrom?: string | null;
  @AskedTo({ example: '2030-12-31T23:59:59.999Z' }) submissionCreatedTo?: string | null;
  @AskedIds({ example: [1], description: ASSIGNED }) submissionAssignedUsers?: number[] | null;
  @AskedText(500, { example: 'induction', description: 'Words; each must begin a word of a note.' }) noteContents?: string | null;
}

/** A saved contact search as it is answered: texts "", lists [], flags false where nothing is asked; dates are left out. */
export class ContactSearchDto extends ResponseOf(ContactSearchRequest) {}

class KeptDto extends ResponseOf(ContactSearch) {}
class KeptUpdateDto extends UpdateOf(ContactSearch) {}

/** The same as a record: with its name, its history, and whether it is deleted. */
export class SavedContactSearchDto extends IntersectionType(KeptDto, ContactSearchDto) {}

/** What is asked, and the name under which it is kept. Absent = unchanged, null = cleared. */
export class SavedContactSearchUpdateDto extends IntersectionType(KeptUpdateDto, ContactSearchRequest) {}
