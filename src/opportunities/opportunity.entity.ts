import { Entity } from 'typeorm';
import { NAME } from '../core/sql/columns';
import { Stamped } from '../core/fields/stamped';
import { Amount, Day, Id, LongTextOrNull, Lookup, Ref, TextOrNull } from '../core/fields/decorators';

/** Potential business with a client; work won becomes jobs. */
@Entity('opportunity')
export class Opportunity extends Stamped {
  @Id() id!: number;
  @TextOrNull(NAME, { example: 'Preferred supplier panel' }) name!: string | null;
  @Ref('Client', { example: 1 }) clientID!: number | null;
  @Ref('Contact', { example: 1 }) contactID!: number | null;
  @Lookup('opportunityStage', { required: true, example: 3 }) stageID!: number | null;
  @Amount({ minimum: 0, example: 120000, description: 'The expected value, in the currency of the firm.' }) value!: number;
  @Amount({ minimum: 0, example: 60, description: 'The chance of winning it, in percent from 0 to 100.' }) probability!: number;
  @Day({ example: '2027-02-15T00:00:00.000Z' }) expectedCloseDate?: Date;
  @LongTextOrNull({ example: 'Asked for rates and three references.' }) description!: string | null;
  @Ref('Division', { example: 1 }) division!: number | null;
  @Ref('User', { example: 1 }) ownerID!: number | null;
}
