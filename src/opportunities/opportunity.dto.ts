import { NewOf, ResponseOf, UpdateOf } from '../core/fields/shapes';
import { NameOf } from '../core/fields/decorators';
import { Opportunity } from './opportunity.entity';

/** An opportunity with the names of what it refers to. */
export class OpportunityDto extends ResponseOf(Opportunity) {
  @NameOf('clientID', { example: 'Harbour Construction Group' }) clientName!: string | null;
  @NameOf('contactID', { example: 'Olivia Bennett' }) contactName!: string | null;
  @NameOf('stageID', { example: 'Proposal' }) stageName!: string | null;
  @NameOf('stageID', { parent: 'opportunityStatus', example: 'Open' }) statusName!: string | null;
  @NameOf('division', { example: 'Construction' }) divisionName!: string | null;
  @NameOf('ownerID', { example: 'Amelia Hart' }) ownerName!: string | null;
}

/** A change of an opportunity: absent = unchanged, null = cleared. */
export class OpportunityUpdateDto extends UpdateOf(OpportunityDto) {}

/** A new opportunity. */
export class OpportunityNewDto extends NewOf(OpportunityDto) {}
