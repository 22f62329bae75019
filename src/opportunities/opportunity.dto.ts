import { ResponseOf, UpdateOf } from '../fields/shapes';
import { NameOf } from '../fields/vocabulary';
import { Opportunity } from './opportunity.entity';

/** An opportunity with the names of what it refers to. */
export class OpportunityDto extends ResponseOf(Opportunity) {
  @NameOf('clientID') clientName!: string | null;
  @NameOf('contactID') contactName!: string | null;
  @NameOf('stageID') stageName!: string | null;
  @NameOf('stageID', { parent: 'opportunityStatus' }) statusName!: string | null;
  @NameOf('division') divisionName!: string | null;
  @NameOf('ownerID') ownerName!: string | null;
}

/** The same as it is sent: absent = unchanged, null = cleared. */
export class OpportunityUpdateDto extends UpdateOf(OpportunityDto) {}
