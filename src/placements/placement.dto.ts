import { PartOf, ResponseOf, UpdateOf } from '../fields/shapes';
import { NameOf } from '../fields/vocabulary';
import { Placement } from './placement.entity';

/** A placement with the names of what it refers to. */
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
}

const DRAFT = {
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

/** A new placement. What it leaves open of client, contact, division, type and dates is as in the job. */
export class PlacementCreateDto extends UpdateOf(PlacementDto, ['jobID', 'candidateID'], DRAFT) {}

/** A change of a placement: absent = unchanged, null = cleared. */
export class PlacementUpdateDto extends UpdateOf(PlacementDto) {}

/** When and why a placement ends: today, unless said. */
export class PlacementEndDto extends PartOf(Placement, ['endDate', 'endReason'], [], {
  endDate: '2030-12-31T00:00:00.000Z',
  endReason: 'The project is complete.',
}) {}
