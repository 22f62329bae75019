import { Entity } from 'typeorm';
import { NAME } from '../database/columns';
import { ResponseOf } from '../fields/shapes';
import { Stamped } from '../fields/stamped';
import { Day, Double, Id, LongTextOrNull, Lookup, NameOf, Ref, TextOrNull } from '../fields/vocabulary';

/** Business that may come: work won from a client later becomes jobs. */
@Entity('opportunity')
export class Opportunity extends Stamped {
  @Id() id!: number;
  @TextOrNull(NAME) name!: string | null;
  @Ref('Client') clientID!: number | null;
  @Ref('Contact') contactID!: number | null;
  @Lookup('opportunityStage') stageID!: number | null;
  @Double({ minimum: 0 }) value!: number;
  @Double({ minimum: 0 }) probability!: number;
  @Day() expectedCloseDate?: Date;
  @LongTextOrNull() description!: string | null;
  @Ref('Division') division!: number | null;
  @Ref('User') ownerID!: number | null;
}

/** An opportunity with the names of what it refers to. */
export class OpportunityDto extends ResponseOf(Opportunity) {
  @NameOf('clientID') clientName!: string | null;
  @NameOf('contactID') contactName!: string | null;
  @NameOf('stageID') stageName!: string | null;
  @NameOf('stageID', { parent: 'opportunityStatus' }) statusName!: string | null;
  @NameOf('division') divisionName!: string | null;
  @NameOf('ownerID') ownerName!: string | null;
}
