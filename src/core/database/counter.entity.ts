import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../sql/columns';

/** A number that is incremented under a row lock. */
@Entity('counter')
export class Counter {
  @PrimaryColumn(columns.text(40)) name!: string;
  @Column(columns.long()) value!: number;
}
