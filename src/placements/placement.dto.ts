import { NewOf, PartOf, ResponseOf, UpdateOf } from '../core/fields/shapes';
import { Composed, NameOf } from '../core/fields/decorators';
import { CREDITS, type CreditDto } from './credits/credit.dto';
import { Placement } from './placement.entity';

/** A placement with the names of referenced records. */
export class PlacementDto extends ResponseOf(Placement) {
  @NameOf('jobID', { example: 'Senior Site Engineer' }) jobTitle!: string | null;
  @NameOf('candidateID', { example: 'Charlotte Nguyen' }) candidateName!: string | null;
  @NameOf('contactID', { example: 'Olivia Bennett' }) contactName!: string | null;
  @NameOf('clientID', { example: 'Harbour Construction Group' }) clientName!: string | null;
  @NameOf('typeID', { example: 'Contract' }) typeName!: string | null;
  @NameOf('statusID', { example: 'Started' }) statusName!: string | null;
  @NameOf('payFrequencyID', { example: 'Weekly' }) payFrequencyName!: string | null;
  @NameOf('division', { example: 'Construction' }) divisionName!: string | null;
  @NameOf('ownerID', { example: 'Amelia Hart' }) ownerName!: string | null;
  @Composed(CREDITS, { derived: true }) credits!: CreditDto[];
}

const NEW_PLACEMENT = {
  reference: 'PL-2900',
  jobID: 8,
  candidateID: 92,
  applicationID: 23,
  contactID: 0,
  clientID: 0,
  division: 0,
  statusID: 1,
  startDate: '2027-01-11T00:00:00.000Z',
  endDate: '2027-07-09T00:00:00.000Z',
  approvedDate: undefined,
};

/** A new placement. Client, contact, division, type and dates default to those of the job. */
export class PlacementCreateDto extends NewOf(PlacementDto, ['jobID', 'candidateID'], NEW_PLACEMENT) {}

/** A change of a placement: absent = unchanged, null = cleared. */
export class PlacementUpdateDto extends UpdateOf(PlacementDto) {}

/** When and why a placement ends; today by default. */
export class PlacementEndDto extends PartOf(Placement, ['endDate', 'endReason'], [], {
  endDate: '2030-12-31T00:00:00.000Z',
  endReason: 'The project is complete.',
}) {}
