import { ApiProperty } from '@nestjs/swagger';
import { ValidateField, ResponseOf, UpdateOf } from '../core/fields/shapes';
import { booleanRule, intRule } from '../core/fields/value-rules';
import { ComposedOrNull, IntFigure, NameOf, TextFigure } from '../core/fields/decorators';
import { QueryFields, QueryInt, QueryText } from '../core/http';
import { QueryOrder } from '../core/records';
import { Activity, Document } from './activity.entity';
import { ofContent, TEXT, TEXT_STATE } from './documents/content/content-figures';

const MAX_LINKED = 1000;
const ids = (example: number[]) =>
  ({
    type: 'array',
    nullable: true,
    maxItems: MAX_LINKED,
    example,
    items: { type: 'integer', format: 'int32', minimum: 1, maximum: 2147483647 },
  }) as const;

/** An activity in a response. The six lists are never null. */
export class ActivityDto extends ResponseOf(Activity) {
  @NameOf('typeID', { example: 'General note' }) type!: string | null;
  @NameOf('createdByID', { example: 'Amelia Hart' }) createdByName!: string | null;
  @NameOf('lastUpdatedByID', { example: 'Amelia Hart' }) updatedByName!: string | null;
  @NameOf('assignedToID', { example: 'Amelia Hart' }) assignedToName!: string | null;
  @NameOf('clientID', { example: 'Harbour Construction Group' }) clientName!: string | null;
  @NameOf('contactID', { example: 'Olivia Bennett' }) contactName!: string | null;
  @NameOf('candidateID', { example: 'Grace Nguyen' }) candidateName!: string | null;
  @NameOf('jobID', { example: 'Senior Site Engineer' }) jobTitle!: string | null;
  @NameOf('statusID', { example: 'Completed' }) statusName!: string | null;
  @NameOf('opportunityID', { example: null }) opportunityName!: string | null;
  @ComposedOrNull(ids([2])) linkedCandidates!: number[] | null;
  @ComposedOrNull(ids([])) linkedContacts!: number[] | null;
  @ComposedOrNull(ids([])) linkedClients!: number[] | null;
  @ComposedOrNull(ids([])) linkedJobIds!: number[] | null;
  @ComposedOrNull(ids([])) linkedOpportunities!: number[] | null;
  @ComposedOrNull(ids([])) linkedPlacements!: number[] | null;
}

const id = intRule(1);

/** What is wrong with a list of linked ids; undefined if nothing. */
function validateLinkedIds(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be an array';
  if (value.length > MAX_LINKED) return `must have at most ${MAX_LINKED} items`;
  const invalid = value.findIndex((each) => id.validate(each) !== undefined);
  return invalid < 0 ? undefined : `must be a list in which every entry ${id.validate(value[invalid])}; entry ${invalid} is not`;
}

/** Further records that an activity is about: a list replaces the list, null and [] clear it. */
const LinkedIds =
  (example: number[]): PropertyDecorator =>
  (target, name) => {
    ApiProperty({ ...ids(example), required: false })(target, name);
    ValidateField({ validate: validateLinkedIds, clearable: true, derived: false })(target, name);
  };

/** A change of an activity: absent = unchanged, null = cleared. */
export class ActivityUpdateDto extends UpdateOf(ActivityDto) {
  // the example reopens the activity that the example of Complete completes
  @ApiProperty({ type: 'integer', required: false, nullable: true, example: 1 }) override statusID?: number | null;
  @LinkedIds([2]) override linkedCandidates?: number[] | null;
  @LinkedIds([]) override linkedContacts?: number[] | null;
  @LinkedIds([]) override linkedClients?: number[] | null;
  @LinkedIds([]) override linkedJobIds?: number[] | null;
  @LinkedIds([]) override linkedOpportunities?: number[] | null;
  @LinkedIds([]) override linkedPlacements?: number[] | null;

  @ApiProperty({ type: Boolean, required: false, nullable: true, example: false, description: 'false restores a deleted activity.' })
  @ValidateField({ ...booleanRule, clearable: true, derived: false })
  override deleted?: boolean | null;
}

/** A new activity: a note, unless its type says otherwise. */
export class ActivityNewDto extends ActivityUpdateDto {
  @ApiProperty({ type: 'integer', required: false, nullable: true }) override category?: number | null;
}

/** A document with the names of what it belongs to. */
export class DocumentDto extends ResponseOf(Document) {
  @NameOf('typeID', { example: 'Resume' }) typeName!: string | null;
  @NameOf('candidateID', { example: 'Grace Nguyen' }) candidateName!: string | null;
  @NameOf('contactID', { example: null }) contactName!: string | null;
  @NameOf('clientID', { example: null }) clientName!: string | null;
  @NameOf('jobID', { example: null }) jobTitle!: string | null;
  @NameOf('createdByID', { example: 'Amelia Hart' }) createdByName!: string | null;
  @NameOf('updatedByID', { example: 'Amelia Hart' }) updatedByName!: string | null;
  @NameOf('verifiedByID', { example: 'Amelia Hart' }) verifiedByName!: string | null;
  @IntFigure(`COALESCE(${ofContent('size')}, 0)`, {
    live: true,
    example: 0,
    description: 'The bytes of its content at /api/Documents/{id}/Content; 0: it has none there.',
  })
  contentSize!: number;
  @TextFigure(ofContent('sha256'), { example: null, description: 'The SHA-256 of its content.' }) contentSha256!: string | null;
  @TextFigure(TEXT_STATE, { example: 'none', description: 'Whether the text of its content has been read: none, pending, done or failed.' })
  textState!: string | null;
  @TextFigure(TEXT, { inResponse: 'nowhere', amongWords: true, description: 'The text of its content.' }) text!: string | null;
}

/** A change of a document: absent = unchanged, null = cleared. */
export class DocumentUpdateDto extends UpdateOf(DocumentDto) {}

/** Filters the activities of a record: 0 = all; an unknown status or category matches nothing. */
export class ActivityQuery {
  @QueryInt({ default: 0, description: '1 open, 2 completed, 3 cancelled; 0 all.' }) readonly status!: number;
  @QueryInt({
    default: 0,
    description:
      '1 note, 2 task, 3 call, 4 e-mail, 5 SMS, 6 meeting, 7 interview, 8 submission, 9 placement, 10 document, 11 system; 0 all.',
  })
  readonly category!: number;
  @QueryInt({ default: 1000, minimum: 1, maximum: 1000, description: 'The maximum number of records in the response.' })
  readonly limit!: number;
  @QueryText({ maxLength: 4000, description: 'Continues a list: taken from the Link header of the previous page.' })
  readonly cursor?: string;
  @QueryOrder('newest first')
  readonly orderBy?: string;
  @QueryFields()
  readonly fields?: string;
}
