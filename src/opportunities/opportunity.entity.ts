import { Entity } from 'typeorm';
import { NAME } from '../database/columns';
import { Stamped } from '../fields/stamped';
import { Day, Double, Id, LongTextOrNull, Lookup, Ref, TextOrNull } from '../fields/vocabulary';

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
