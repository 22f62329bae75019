import { Bool, Moment, Ref, Version } from './decorators';

/** What every record keeps of its own history: who made it and when, who changed it last and when, and whether it is deleted. */
function stamped(indexed?: true) {
  abstract class Stamps {
    @Ref('User', { derived: true, example: 1 }) createdByID!: number | null;
    @Moment({ derived: true, index: true, indexed, example: '2026-11-02T01:00:00.000Z' }) createdDate?: Date;
    @Ref('User', { derived: true, example: 1 }) updatedByID!: number | null;
    @Moment({ derived: true, indexed, example: '2026-11-16T02:05:00.000Z' }) updatedDate?: Date;
    @Bool({ example: false }) deleted!: boolean;
    @Version() version!: number;
  }
  return Stamps;
}

export abstract class Stamped extends stamped() {}

/** The same of a type with index rows. */
export abstract class IndexedStamped extends stamped(true) {}
