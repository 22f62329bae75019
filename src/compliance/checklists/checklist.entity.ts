import { Entity } from 'typeorm';
import { Bool, Id, Int, Lookup, Moment, Ref, Text, TextEnum, TextOrNull, Version } from '../../core/fields/decorators';
import { NAME } from '../../core/sql/columns';

/** By what an item of a checklist is met. */
export const ITEM_KINDS = ['document', 'statement'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** What the placements of a job require before they are approved. */
@Entity('checklist')
export class Checklist {
  @Id() id!: number;
  @TextOrNull(NAME, { required: true, example: 'Construction' }) name!: string | null;
  @Moment({ derived: true, inResponse: 'nowhere' }) createdDate?: Date;
  @Moment({ derived: true, inResponse: 'nowhere' }) updatedDate?: Date;
  @Bool({ example: false }) deleted!: boolean;
  @Version() version!: number;
}

/** One requirement of a checklist. One that is taken off the list stays for the sake of the statements about it. */
@Entity('checklist_item')
export class ChecklistItem {
  @Id() id!: number;
  @Ref('Checklist', { inResponse: 'nowhere', hidden: true }) checklistID!: number | null;
  /** Its position in the list, from 1. */
  @Int({ inResponse: 'nowhere', hidden: true }) position!: number;
  @Text(NAME, { example: 'White card' }) name!: string;
  @TextEnum(ITEM_KINDS, {
    example: 'document',
    description:
      'document: met by a verified document of the candidate that has not expired. statement: met by a statement. Never changes.',
  })
  kind!: string;
  @Lookup('documentType', {
    example: 3,
    description: 'The type of the document, an entry in the lookup list documentType; 0 for a statement.',
  })
  documentTypeID!: number | null;
  @Int({
    minimum: 0,
    example: 30,
    description: 'So many days before it expires, the owners of running placements are warned; at most 365. 0: never. By default 30.',
  })
  warnDays!: number;
  @Bool({ example: true, description: 'Whether a placement must meet it to be approved. By default true.' }) required!: boolean;
  @Bool({ inResponse: 'nowhere', hidden: true }) deleted!: boolean;
}
