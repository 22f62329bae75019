import { Bool, Moment, Ref, Version } from './decorators';

/** What every record keeps of its own history: who made it and when, who changed it last and when, and whether it is deleted. */
export abstract class Stamped {
  @Ref('User', { derived: true, example: 1 }) createdByID!: number | null;
  @Moment({ derived: true, index: true, example: '2026-11-02T01:00:00.000Z' }) createdDate?: Date;
  @Ref('User', { derived: true, example: 1 }) updatedByID!: number | null;
  @Moment({ derived: true, example: '2026-11-16T02:05:00.000Z' }) updatedDate?: Date;
  @Bool({ example: false }) deleted!: boolean;
  @Version() version!: number;
}
