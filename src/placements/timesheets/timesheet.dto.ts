import { PartOf, ResponseOf, UpdateOf } from '../../core/fields/shapes';
import { NameOf } from '../../core/fields/decorators';
import { Timesheet } from './timesheet.entity';

/** A timesheet with the names of referenced records. */
export class TimesheetDto extends ResponseOf(Timesheet) {
  @NameOf('candidateID', { example: 'Charlotte Nguyen' }) candidateName!: string | null;
  @NameOf('statusID', { example: 'Open' }) statusName!: string | null;
}

/** A new timesheet. */
export class TimesheetCreateDto extends UpdateOf(TimesheetDto, ['placementID'], { placementID: 7, candidateID: 181 }) {}

/** A change of a timesheet: absent = unchanged, null = cleared. */
export class TimesheetUpdateDto extends UpdateOf(TimesheetDto) {}

/** Why a timesheet is rejected. */
export class TimesheetRejectionDto extends PartOf(Timesheet, ['comments'], [], { comments: 'Public holiday entered twice.' }) {}
