import { ApiProperty } from '@nestjs/swagger';
import { CheckedAs, ResponseOf, UpdateOf } from '../fields/shapes';
import { booleanRule } from '../fields/values';
import { ComposedOrNull, NameOf } from '../fields/vocabulary';
import { QueryBoolean, QueryInt } from '../http';
import { RecordListQuery } from '../records';
import { Automation } from './automation.entity';

const NAME_SCHEMA = { type: String, nullable: true, maxLength: 100 } as const;
const derivedName = (example: string): PropertyDecorator => ComposedOrNull({ ...NAME_SCHEMA, example, readOnly: true }, { derived: true });

/** An automation as it is answered. */
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

/** A new automation: what fires it, over which records, and what it does. */
export class AutomationCreateDto extends UpdateOf(AutomationDto, ['triggerID', 'eventID', 'statusID']) {}

/** A change of one. */
export class AutomationUpdateDto extends UpdateOf(AutomationDto) {
  @ApiProperty({ type: Boolean, required: false, example: false, description: 'false brings a deleted one back.' })
  @CheckedAs({ complaint: booleanRule.complaint, clearable: false, derived: false })
  override deleted?: boolean;
}

export class AutomationListQuery extends RecordListQuery {
  @QueryInt({ description: '1 active, 2 paused.' })
  readonly statusID?: number;

  @QueryInt({ description: '1 event, 2 schedule, 3 manual.' })
  readonly triggerID?: number;

  @QueryInt({ description: 'An event of the catalogue.' })
  readonly eventID?: number;
}

export class AutomationCreateQuery {
  @QueryBoolean({ default: false, description: 'Queue a run at once; the answer names it in Location.' })
  readonly runNow!: boolean;
}
