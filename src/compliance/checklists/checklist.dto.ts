import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { ResponseOf, UpdateOf, ValidateField } from '../../core/fields/shapes';
import { INT32, intRule } from '../../core/fields/value-rules';
import { Checklist, ChecklistItem } from './checklist.entity';

/** The most items of one checklist. */
const MAX_ITEMS = 50;

/** An item of a checklist in a response. */
export class ChecklistItemDto extends ResponseOf(ChecklistItem) {}

/** An item of a checklist in a request. */
export class ChecklistItemUpdateDto extends UpdateOf(ChecklistItem, ['name', 'kind']) {
  @ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: INT32.maximum,
    required: false,
    nullable: true,
    readOnly: false,
    example: 1,
    description: 'An item that is already on the list, and keeps its statements; absent, null or 0: a new one.',
  })
  @ValidateField({ validate: intRule(0).validate, clearable: true, derived: false })
  override id?: number | null;
}

const ITEMS = {
  type: () => [ChecklistItemDto],
  maxItems: MAX_ITEMS,
  description: 'In the order given.',
};

/** A checklist with its items. */
export class ChecklistDto extends ResponseOf(Checklist) {
  @ApiProperty(ITEMS) items!: ChecklistItemDto[];
}

/** A change of a checklist: absent = unchanged, a list replaces the list. */
export class ChecklistUpdateDto extends UpdateOf(Checklist) {
  @ApiProperty({
    ...ITEMS,
    type: () => [ChecklistItemUpdateDto],
    required: false,
    nullable: true,
    example: [
      { id: 1, name: 'White card', kind: 'document', documentTypeID: 3, warnDays: 30, required: true },
      { id: 2, name: "Driver's licence", kind: 'document', documentTypeID: 2, warnDays: 60, required: false },
      { id: 3, name: 'References checked', kind: 'statement', warnDays: 0, required: true },
    ],
    description: 'Replaces all items: those with an id stay, those without one are new, and the others are taken off the list.',
  })
  @IsOptional()
  @IsArray({ message: 'must be an array' })
  @ArrayMaxSize(MAX_ITEMS, { message: `must have at most ${MAX_ITEMS} items` })
  @ValidateNested({ each: true })
  @Type(() => ChecklistItemUpdateDto)
  items?: ChecklistItemUpdateDto[] | null;
}

const NEW_ITEMS = [{ name: 'Working with children check', kind: 'document', documentTypeID: 3, warnDays: 60 }];

/** A new checklist. */
export class ChecklistCreateDto extends ChecklistUpdateDto {
  @ApiProperty({ type: String, required: true }) override name!: string;

  @ApiProperty({ ...ITEMS, type: () => [ChecklistItemUpdateDto], required: false, nullable: true, example: NEW_ITEMS })
  override items?: ChecklistItemUpdateDto[] | null;
}
