import { ApiProperty } from '@nestjs/swagger';
import { CheckedAs, ResponseOf, UpdateOf } from '../fields/shapes';
import { booleanRule, intRule } from '../fields/values';
import { ComposedOrNull, NameOf } from '../fields/vocabulary';
import { QueryInt, QueryText } from '../http';
import { Activity, Document } from './activity.entity';

const LINKED = 1000;
const ids = (example: number[]) =>
  ({
    type: 'array',
    nullable: true,
    maxItems: LINKED,
    example,
    items: { type: 'integer', format: 'int32', minimum: 1, maximum: 2147483647 },
  }) as const;

/** An activity as it is answered. The six lists are never null. */
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

/** What is wrong with a list of linked records. */
function complaint(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be a list';
  if (value.length > LINKED) return `must have at most ${LINKED} entries`;
  const wrong = value.findIndex((each) => id.complaint(each) !== undefined);
  return wrong < 0 ? undefined : `must be a list in which every entry ${id.complaint(value[wrong])}; entry ${wrong} is not`;
}

/** Further records that an activity is about: a list replaces the list, null and [] clear it. */
const LinkedIds =
  (example: number[]): PropertyDecorator =>
  (target, name) => {
    ApiProperty({ ...ids(example), required: false })(target, name);
    CheckedAs({ complaint, clearable: true, derived: false })(target, name);
  };

/** An activity as it is sent: absent = unchanged, null = cleared. */
export class ActivityUpdateDto extends UpdateOf(ActivityDto) {
  // the example of a change opens what the one of completing it ends
  @ApiProperty({ type: 'integer', required: false, nullable: true, example: 1 }) override statusID?: number | null;
  @LinkedIds([2]) override linkedCandidates?: number[] | null;
  @LinkedIds([]) override linkedContacts?: number[] | null;
  @LinkedIds([]) override linkedClients?: number[] | null;
  @LinkedIds([]) override linkedJobIds?: number[] | null;
  @LinkedIds([]) override linkedOpportunities?: number[] | null;
  @LinkedIds([]) override linkedPlacements?: number[] | null;

  @ApiProperty({ type: Boolean, required: false, nullable: true, example: false, description: 'false brings back one that was deleted.' })
  @CheckedAs({ ...booleanRule, clearable: true, derived: false })
  override deleted?: boolean | null;
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
}

/** A document as it is sent: absent = unchanged, null = cleared. */
export class DocumentUpdateDto extends UpdateOf(DocumentDto) {}

/** Which activities of a record are asked for: 0 = all; a number that no status or category has matches nothing. */
export class ActivityQuery {
  @QueryInt({ default: 0, description: '1 open, 2 completed, 3 cancelled; 0 all.' }) readonly status!: number;
  @QueryInt({
    default: 0,
    description:
      '1 note, 2 task, 3 call, 4 e-mail, 5 SMS, 6 meeting, 7 interview, 8 submission, 9 placement, 10 document, 11 system; 0 all.',
  })
  readonly category!: number;
  @QueryInt({ default: 1000, minimum: 1, maximum: 1000, description: 'The most records in the answer.' }) readonly limit!: number;
  @QueryText({ maxLength: 4000, description: 'Continues a list: from the Link header of the page before.' }) readonly cursor?: string;
}
