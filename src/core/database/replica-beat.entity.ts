import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../sql/columns';

/** Counted up by each process that reads from replicas: what a replica has of it says how far the replica has got. */
@Entity('replica_beat')
export class ReplicaBeat {
  @PrimaryColumn(columns.text(16)) process!: string;
  @Column(columns.long()) beat!: number;
  @Column(columns.moment()) at!: Date;
}
