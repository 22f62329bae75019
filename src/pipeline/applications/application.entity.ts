import { Entity } from 'typeorm';
import { NAME } from '../../database/columns';
import { Stamped } from '../../fields/stamped';
import { Id, LongTextOrNull, Lookup, Moment, Ref, TextOrNull } from '../../fields/vocabulary';

/** A candidate for a job, from the first click to the placement or the rejection. */
@Entity('application')
export class Application extends Stamped {
  @Id() id!: number;
  @Ref('Job', { example: 1 }) jobID!: number | null;
  @Ref('Candidate', { example: 1 }) candidateID!: number | null;
  @Lookup('applicationStage', { example: 7, description: 'Placed follows from a placement alone.' }) stageID!: number | null;
  @TextOrNull(NAME, { example: 'Referral' }) source!: string | null;
  @LongTextOrNull({ example: 'I have run sites of this size before and can start at four weeks’ notice.' }) coverLetter!: string | null;
  @LongTextOrNull({ example: 'Good fit; rate at the upper end.' }) comments!: string | null;
  @Moment({ derived: true, example: '2026-11-12T03:30:00.000Z', description: 'Since when it stands on its stage.' })
  stageChangedDate?: Date;
  @Moment({
    example: '2026-11-05T01:00:00.000Z',
    description: 'When the client was first shown the candidate: the moment of the stage Submitted, unless said.',
  })
  submittedDate?: Date;
  @Ref('User', { example: 1 }) ownerID!: number | null;
}
