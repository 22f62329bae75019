import { ApiProperty } from '@nestjs/swagger';

const objects = (description: string) => ({ type: 'array', maxItems: 1000, description, items: { type: 'object', additionalProperties: true } }) as const;
const schema = (description: string) => ({ type: 'object', additionalProperties: true, description }) as const;

/** Everything from which an editor of rules can be drawn. */
export class CatalogueDto {
  @ApiProperty(objects('What can fire an automation: id, name.')) triggers!: object[];
  @ApiProperty(objects('id, name.')) statuses!: object[];
  @ApiProperty(objects('The modules with their record types: fields with type and operators, relations, targets of actions.')) modules!: object[];
  @ApiProperty(objects('The 69 events: id, name, kind (C a change, D a date, M a match), module, record type.')) events!: object[];
  @ApiProperty(objects('The types of actions, each with the JSON Schema of its params.')) actions!: object[];
  @ApiProperty(schema('The JSON Schema of actionsJSON.')) actionsSchema!: object;
  @ApiProperty(schema('The JSON Schemas of scheduleMetaDataJSON: recurring, and offset from a date.')) schedule!: object;
  @ApiProperty(schema('The JSON Schema of a relative date.')) relativeDate!: object;
}

/** A complaint about an automation. */
export class ComplaintDto {
  @ApiProperty({ type: String, maxLength: 1000, example: '/filtersJSON#/rules/0/field', description: 'The field, and behind # the place in its JSON.' }) pointer!: string;
  @ApiProperty({ type: String, maxLength: 10_000, example: 'must be one of the fields that the catalogue lists' }) detail!: string;
}

/** What stands in the way of activating an automation, and what is allowed and probably not meant. */
export class ProblemsDto {
  @ApiProperty({ type: () => [ComplaintDto], maxItems: 1000 }) errors!: ComplaintDto[];
  @ApiProperty({ type: () => [ComplaintDto], maxItems: 1000 }) warnings!: ComplaintDto[];
}
