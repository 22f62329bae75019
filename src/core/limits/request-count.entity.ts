import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../sql/columns';

/** How many requests there were in one minute, over all processes. */
@Entity('request_count')
export class RequestCount {
  /** Since 1970. */
  @PrimaryColumn(columns.int()) minute!: number;
  /** A caller, or an address. */
  @PrimaryColumn(columns.text(150)) who!: string;
  @Column(columns.int()) amount!: number;
}
