import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../core/sql/columns';
import type { DeliveryKind } from '../delivery.entity';

/** When the messages of an automation may be sent over one channel, and how fast. */
@Entity('sending_limit')
export class SendingLimitRow {
  @PrimaryColumn(columns.int()) automationID!: number;
  @PrimaryColumn(columns.text(10)) kind!: DeliveryKind;
  /** JSON of the limit. */
  @Column(columns.longText()) definition!: string;
  /** The first moment that no message has been promised yet; only of those with a rate. */
  @Column({ ...columns.moment(), nullable: true }) nextSlot!: Date | null;
}
