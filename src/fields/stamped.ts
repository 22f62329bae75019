import { Bool, Moment, Ref, Version } from './vocabulary';

/** What every record keeps of its own history: who made it and when, who changed it last and when, and whether it is deleted. */
export abstract class Stamped {
  @Ref('User', { derived: true }) createdByID!: number | null;
  @Moment({ derived: true, index: true }) createdDate?: Date;
  @Ref('User', { derived: true }) updatedByID!: number | null;
  @Moment({ derived: true }) updatedDate?: Date;
  @Bool() deleted!: boolean;
  @Version() version!: number;
}
