import { ApiProperty } from '@nestjs/swagger';
import { INT32 } from '../core/fields/value-rules';
import type { Catalogue } from './catalogue/catalogue';
import { EVENTS } from './catalogue/events';
import type { CatalogueMatchMode, CatalogueOperator } from './catalogue/meanings';

const ID = { type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum, example: 1 } as const;
const text = (example: string, description = '') => ({ type: String, maxLength: 200, example, ...(description ? { description } : {}) });
const sentence = (example: string) => ({ type: String, maxLength: 1000, example });
const texts = (example: string[]) => ({ type: 'array', maxItems: 100, example, items: { type: 'string', maxLength: 200 } }) as const;
const list = (type: Function, description = '') =>
  ({ type: () => [type], maxItems: 1000, ...(description ? { description } : {}) }) as const;
const jsonSchema = (example: object, description: string) =>
  ({ type: 'object', additionalProperties: true, example, description }) as const;

export class NamedNumberDto {
  @ApiProperty(ID) id!: number;
  @ApiProperty(text('Event')) name!: string;
}

/** A field that filters and sort orders can use. */
export class CatalogueFieldDto {
  @ApiProperty(text('statusID')) name!: string;
  @ApiProperty(text('Status ID')) label!: string;
  @ApiProperty({ type: String, enum: ['text', 'integer', 'number', 'date', 'boolean'], example: 'integer' }) type!: string;
  @ApiProperty(texts(['=', '!=', 'in', 'notIn', 'null', 'notNull'])) operators!: readonly string[];
  @ApiProperty({
    type: 'array',
    maxItems: 100,
    required: false,
    example: [0, 1, 2],
    description: 'The values of an enumeration.',
    items: { type: 'integer', format: 'int32', ...INT32 },
  })
  values?: readonly number[];
  @ApiProperty({ type: Boolean, required: false, example: true, description: 'Of a date: whether it is a day, without a time.' })
  isDay?: boolean;
  @ApiProperty({ type: Boolean, example: true, description: 'Whether it can be null.' }) nullable!: boolean;
  @ApiProperty({
    type: Boolean,
    example: true,
    description: 'Whether equality, ranges and sort orders by it are quick however many records there are.',
  })
  indexed!: boolean;
  @ApiProperty({ type: Boolean, example: false, description: 'Computed by the service.' }) readOnly!: boolean;
  @ApiProperty({ ...text('contactStatus', 'The lookup list whose ids or codes it contains.'), required: false }) lookup?: string;
  @ApiProperty({ ...text('Client', 'The type of record whose ids it contains.'), required: false }) refersTo?: string;
  @ApiProperty({ type: Boolean, example: true, description: 'Whether an action can set it.' }) writable!: boolean;
}

/** Related records that a filter rule can count with `match`. */
export class CatalogueRelationDto {
  @ApiProperty(text('jobs')) name!: string;
  @ApiProperty(text('Jobs')) label!: string;
  @ApiProperty(text('Job')) refersTo!: string;
  @ApiProperty(texts(['all', 'some', 'none', 'atLeast', 'atMost', 'exactly'])) matchModes!: readonly string[];
}

/** What an action can apply to: the record itself (self) or one that it refers to. */
export class CatalogueTargetDto {
  @ApiProperty(text('self')) name!: string;
  @ApiProperty(text('Contact')) recordType!: string;
  @ApiProperty(texts(['addTag', 'removeTag'])) actions!: readonly string[];
}

export class CatalogueRecordTypeDto {
  @ApiProperty(text('Contact')) name!: string;
  @ApiProperty(list(CatalogueFieldDto)) fields!: readonly CatalogueFieldDto[];
  @ApiProperty(list(CatalogueRelationDto)) relations!: readonly CatalogueRelationDto[];
  @ApiProperty(list(CatalogueTargetDto)) targets!: readonly CatalogueTargetDto[];
}

export class CatalogueModuleDto {
  @ApiProperty({ ...ID, example: 2 }) id!: number;
  @ApiProperty(text('Contacts')) name!: string;
  @ApiProperty(list(CatalogueRecordTypeDto)) recordTypes!: readonly CatalogueRecordTypeDto[];
}

/** The date that an event waits for. */
export class CatalogueDateDto {
  @ApiProperty(text('nextContactDate')) field!: string;
  @ApiProperty({ ...text('documents', 'The related records that have the field.'), required: false }) relation?: string;
  @ApiProperty({ ...text('createdDate', 'The field to use if the first is null.'), required: false }) orElse?: string;
  @ApiProperty({ type: String, enum: ['before', 'after'], example: 'before', description: 'Direction of a positive offset.' })
  way!: string;
  @ApiProperty({ type: Boolean, required: false, example: false, description: 'Recurs every year on that month and day.' })
  everyYear?: boolean;
  @ApiProperty({
    ...jsonSchema(
      { combinator: 'and', rules: [{ field: 'category', operator: '=', value: 2 }] },
      'Only for records that match this filter.',
    ),
    selfRequired: false,
  })
  only?: object;
}

export class CatalogueEventDto {
  @ApiProperty({ ...ID, example: 23 }) id!: number;
  @ApiProperty(text('Next contact date reached')) name!: string;
  @ApiProperty({
    type: String,
    enum: ['C', 'D', 'M'],
    example: 'D',
    description: 'C: a change was committed. D: a date of the record is reached. M: the record matches the filters.',
  })
  kind!: string;
  @ApiProperty({ ...ID, example: 2 }) moduleId!: number;
  @ApiProperty(text('Contacts')) module!: string;
  @ApiProperty(text('Contact', 'The type of record that it happens to.')) recordType!: string;
  @ApiProperty({ type: () => CatalogueDateDto, required: false, description: 'Only for events of kind D.' }) date?: CatalogueDateDto;
}

export class CatalogueActionDto {
  @ApiProperty(text('addTag')) type!: string;
  @ApiProperty(text('Add a tag')) title!: string;
  @ApiProperty(sentence('Adds the tag unless the record has it; a tag that does not exist is created.')) changes!: string;
  @ApiProperty(texts(['Candidate', 'Contact', 'Job'])) recordTypes!: readonly string[];
  @ApiProperty({
    type: 'array',
    maxItems: 100,
    example: [1, 2, 5],
    items: ID,
    description: 'The modules whose automations can use it, on the record itself or on one it refers to.',
  })
  moduleIds!: readonly number[];
  @ApiProperty(
    jsonSchema(
      { type: 'object', required: ['tag'], properties: { tag: { type: 'string', maxLength: 100 } } },
      'The JSON Schema of its params.',
    ),
  )
  params!: object;
}

export class ScheduleSchemasDto {
  @ApiProperty(jsonSchema({ type: 'object', required: ['schedule'] }, 'The JSON Schema of a recurring schedule.')) recurring!: object;
  @ApiProperty(jsonSchema({ type: 'object', required: ['offset'] }, 'The JSON Schema of an offset from a date.')) offset!: object;
  @ApiProperty(jsonSchema({ type: 'object' }, 'The JSON Schema without a schedule: when messages may be sent, and how fast.'))
  sending!: object;
}

export class CatalogueOperatorDto {
  @ApiProperty(text('!=')) name!: CatalogueOperator['name'];
  @ApiProperty(sentence('Not equal, or not set.')) meaning!: string;
  @ApiProperty({ ...text('=', 'It is exactly the opposite of this operator.'), required: false }) negates?: CatalogueOperator['negates'];
}

export class CatalogueMatchModeDto {
  @ApiProperty(text('atLeast')) name!: CatalogueMatchMode['name'];
  @ApiProperty(sentence('So many related records match, or more.')) meaning!: string;
  @ApiProperty({ type: Boolean, example: true, description: 'Whether the rule needs a threshold.' }) counts!: boolean;
}

export class CatalogueMeaningDto {
  @ApiProperty(text('date')) topic!: string;
  @ApiProperty(sentence('A bare date such as 2026-11-20 is that whole day in UTC.')) meaning!: string;
}

/** Records that automations are not over, but their conditions may be about. */
export class CatalogueRelatedTypeDto {
  @ApiProperty(text('Document')) name!: string;
  @ApiProperty(list(CatalogueFieldDto)) fields!: readonly CatalogueFieldDto[];
  @ApiProperty(list(CatalogueRelationDto)) relations!: readonly CatalogueRelationDto[];
}

/** Everything that a rule editor needs. */
export class CatalogueDto implements Catalogue {
  @ApiProperty(list(NamedNumberDto, 'What can trigger an automation.')) triggers!: Catalogue['triggers'];
  @ApiProperty(list(NamedNumberDto)) statuses!: Catalogue['statuses'];
  @ApiProperty(list(CatalogueModuleDto, 'The modules and their record types.')) modules!: Catalogue['modules'];
  @ApiProperty(list(CatalogueEventDto, `The ${EVENTS.length} events.`)) events!: Catalogue['events'];
  @ApiProperty(list(CatalogueActionDto)) actions!: Catalogue['actions'];
  @ApiProperty(jsonSchema({ type: 'array', maxItems: 20, items: { type: 'object' } }, 'The JSON Schema of actionsJSON.'))
  actionsSchema!: Catalogue['actionsSchema'];
  @ApiProperty({ type: () => ScheduleSchemasDto, description: 'The JSON Schemas of scheduleMetaDataJSON.' })
  schedule!: Catalogue['schedule'];
  @ApiProperty(jsonSchema({ type: 'object', required: ['relative'] }, 'The JSON Schema of a relative date.'))
  relativeDate!: Catalogue['relativeDate'];
  @ApiProperty(list(CatalogueOperatorDto, 'What the operators of filter rules mean.')) operators!: Catalogue['operators'];
  @ApiProperty(list(CatalogueMatchModeDto, 'How many related records must match.')) matchModes!: Catalogue['matchModes'];
  @ApiProperty(list(CatalogueMeaningDto, 'What truth, texts, dates, relative dates and relations mean in a filter.'))
  meanings!: Catalogue['meanings'];
  @ApiProperty(list(CatalogueRelatedTypeDto, 'The types of related records that no module has.')) relatedTypes!: Catalogue['relatedTypes'];
}

/** An error in an automation, or a warning about it. */
export class ComplaintDto {
  @ApiProperty({
    type: String,
    maxLength: 1000,
    example: '/filtersJSON#/rules/0/field',
    description: 'The field and, after #, a JSON pointer into its value.',
  })
  pointer!: string;
  @ApiProperty({ type: String, maxLength: 10_000, example: 'must be one of the fields that the catalogue lists' }) detail!: string;
}

/** Errors that prevent an automation from being activated, and warnings about what is valid but probably unintended. */
export class ProblemsDto {
  @ApiProperty({ type: () => [ComplaintDto], maxItems: 1000 }) errors!: ComplaintDto[];
  @ApiProperty({ type: () => [ComplaintDto], maxItems: 1000 }) warnings!: ComplaintDto[];
}
