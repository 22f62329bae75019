import { ApiProperty } from '@nestjs/swagger';
import { NewOf, ResponseOf, UpdateOf, ValidateField } from '../core/fields/shapes';
import { booleanRule } from '../core/fields/value-rules';
import { ComposedOrNull, NameOf } from '../core/fields/decorators';
import { QueryBoolean, QueryInt } from '../core/http';
import { RecordListQuery } from '../core/records';
import { Automation } from './automation.entity';

const NAME_SCHEMA = { type: String, nullable: true, maxLength: 100 } as const;
const derivedName = (example: string): PropertyDecorator => ComposedOrNull({ ...NAME_SCHEMA, example, readOnly: true }, { derived: true });

/** An automation as returned by the API. */
export class AutomationDto extends ResponseOf(Automation) {
  @derivedName('Manual') triggerName!: string | null;
  @derivedName('Contact created') eventName!: string | null;
  @derivedName('Active') statusName!: string | null;
  @ComposedOrNull(
    { type: 'integer', format: 'int32', minimum: 1, maximum: 10, nullable: true, example: 2, readOnly: true },
    { derived: true },
  )
  moduleId!: number | null;
  @derivedName('Contacts') module!: string | null;
  @NameOf('excludedDateGroupID', { example: 'Public holidays' }) excludedDateGroupName!: string | null;
}

/** A new automation: its trigger, the records it applies to and its actions. */
export class AutomationCreateDto extends NewOf(AutomationDto, ['triggerID', 'eventID', 'statusID']) {}

/** A change to an automation. */
export class AutomationUpdateDto extends UpdateOf(AutomationDto) {
  @ApiProperty({ type: Boolean, required: false, example: false, description: 'false restores a deleted record.' })
  @ValidateField({ validate: booleanRule.validate, clearable: false, derived: false })
  override deleted?: boolean;
}

export class AutomationListQuery extends RecordListQuery {
  @QueryInt({ description: '1 active, 2 paused.' })
  readonly statusID?: number;

  @QueryInt({ description: '1 event, 2 schedule, 3 manual.' })
  readonly triggerID?: number;

  @QueryInt({ description: 'Id of an event in the catalogue.' })
  readonly eventID?: number;
}

export class AutomationCreateQuery {
  @QueryBoolean({ default: false, description: 'Queues a run immediately; the Location header of the response is the path of the run.' })
  readonly runNow!: boolean;
}
