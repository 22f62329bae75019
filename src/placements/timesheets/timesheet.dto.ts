import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { NewOf, PartOf, ResponseOf, UpdateOf } from '../../core/fields/shapes';
import { IntFigure, NameOf } from '../../core/fields/decorators';
import { Timesheet, TimesheetLine } from './timesheet.entity';

/** One line of a timesheet in a response. */
export class TimesheetLineDto extends ResponseOf(TimesheetLine) {
  @NameOf('rateKindID', { example: 'Ordinary' }) rateKindName!: string | null;
}

/** One line of a timesheet in a request. */
export class TimesheetLineUpdateDto extends UpdateOf(TimesheetLineDto) {}

const liveRun = (type: 'PayRun' | 'ChargeRun'): string =>
  `(SELECT COALESCE(MAX(rl.${type === 'PayRun' ? 'payRunID' : 'chargeRunID'}), 0) FROM {${type}Line} rl WHERE rl.timesheetID = r.id AND {${type}Line.live rl})`;

/** A timesheet without its lines, which request and response add in their own forms. */
export class TimesheetFields extends ResponseOf(Timesheet) {
  @NameOf('candidateID', { example: 'Charlotte Nguyen' }) candidateName!: string | null;
  @NameOf('statusID', { example: 'Open' }) statusName!: string | null;
  @NameOf('currencyID', { example: 'Australian dollar' }) currencyName!: string | null;
  @IntFigure(liveRun('PayRun'), {
    live: true,
    to: 'PayRun',
    example: 0,
    description: 'The pay run that pays it, unless that is cancelled; 0: none.',
  })
  payRunID!: number;
  @IntFigure(liveRun('ChargeRun'), {
    live: true,
    to: 'ChargeRun',
    example: 0,
    description: 'The charge run that charges it, unless that is cancelled; 0: none.',
  })
  chargeRunID!: number;
}

/** The most lines of one timesheet. */
const MAX_LINES = 200;
const LINES = { type: () => [TimesheetLineDto], maxItems: MAX_LINES, description: 'Work and allowances day by day, in the order given.' };

/** The lines of a body, which replace all that there are. */
const Lines = (): PropertyDecorator => (target, name) => {
  ApiProperty({ ...LINES, type: () => [TimesheetLineUpdateDto], required: false, nullable: true, example: [] })(target, name);
  IsOptional()(target, name);
  IsArray({ message: 'must be an array' })(target, name);
  ArrayMaxSize(MAX_LINES, { message: `must have at most ${MAX_LINES} items` })(target, name);
  ValidateNested({ each: true })(target, name);
  Type(() => TimesheetLineUpdateDto)(target, name);
};

/** A timesheet with the names of referenced records. */
export class TimesheetDto extends TimesheetFields {
  @ApiProperty(LINES) lines!: TimesheetLineDto[];
}

const SHOWN = { placementID: 7, candidateID: 181, hours: 7.6, periodStart: undefined, periodEnd: undefined, dueDate: undefined };

/** A new timesheet. */
export class TimesheetCreateDto extends NewOf(TimesheetFields, [], SHOWN) {
  @Lines() lines?: TimesheetLineUpdateDto[] | null;
}

/** A change of a timesheet: absent = unchanged, null = cleared, a list replaces the list. */
export class TimesheetUpdateDto extends UpdateOf(TimesheetFields, [], { ...SHOWN, placementID: 1, candidateID: 1 }) {
  @Lines() lines?: TimesheetLineUpdateDto[] | null;
}

/** Why a timesheet is rejected. */
export class TimesheetRejectionDto extends PartOf(Timesheet, ['comments'], [], { comments: 'Public holiday entered twice.' }) {}

/** What an adjustment adds to the timesheet that it corrects, and takes away from it. */
export class TimesheetAdjustmentDto extends PartOf(Timesheet, ['hours', 'comments'], [], { hours: -2 }) {
  @Lines() lines?: TimesheetLineUpdateDto[] | null;
}
