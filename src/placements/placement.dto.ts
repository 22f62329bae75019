import { ResponseOf } from '../fields/shapes';
import { NameOf } from '../fields/vocabulary';
import { Placement, Timesheet } from './placement.entity';

/** A placement with the names of what it refers to. */
export class PlacementDto extends ResponseOf(Placement) {
  @NameOf('jobID') jobTitle!: string | null;
  @NameOf('candidateID') candidateName!: string | null;
  @NameOf('contactID') contactName!: string | null;
  @NameOf('clientID') clientName!: string | null;
  @NameOf('typeID') typeName!: string | null;
  @NameOf('statusID') statusName!: string | null;
  @NameOf('payFrequencyID') payFrequencyName!: string | null;
  @NameOf('division') divisionName!: string | null;
  @NameOf('ownerID') ownerName!: string | null;
}

/** A timesheet with the names of what it refers to. */
export class TimesheetDto extends ResponseOf(Timesheet) {
  @NameOf('candidateID') candidateName!: string | null;
  @NameOf('statusID') statusName!: string | null;
}
