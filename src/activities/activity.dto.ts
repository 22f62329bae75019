import { ResponseOf } from '../fields/shapes';
import { ComposedOrNull, NameOf } from '../fields/vocabulary';
import { QueryInt, QueryText } from '../http';
import { Activity, Document } from './activity.entity';

const ids = (example: number[]) => ({
  type: 'array', nullable: true, maxItems: 1000, example, items: { type: 'integer', format: 'int32', minimum: 1, maximum: 2147483647 },
} as const);

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

/** A document with the names of its type and its candidate. */
export class DocumentDto extends ResponseOf(Document) {
  @NameOf('typeID') typeName!: string | null;
  @NameOf('candidateID') candidateName!: string | null;
}

/** Which activities of a record are asked for: 0 = all; a number that no status or category has matches nothing. */
export class ActivityQuery {
  @QueryInt({ default: 0, description: '1 open, 2 completed, 3 cancelled; 0 all.' }) readonly status!: number;
  @QueryInt({ default: 0, description: '1 note, 2 task, 3 call, 4 e-mail, 5 SMS, 6 meeting, 7 interview, 8 submission, 9 placement, 10 document, 11 system; 0 all.' })
  readonly category!: number;
  @QueryInt({ default: 1000, minimum: 1, maximum: 1000, description: 'The most records in the answer.' }) readonly limit!: number;
  @QueryText({ maxLength: 4000, description: 'Continues a list: from the Link header of the page before.' }) readonly cursor?: string;
}
