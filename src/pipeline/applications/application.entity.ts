import { Entity } from 'typeorm';
import { NAME } from '../../core/sql/columns';
import { Stamped } from '../../core/fields/stamped';
import { Id, LongTextOrNull, Lookup, Moment, Ref, TextOrNull } from '../../core/fields/decorators';
import { ExternalID, ExternalKey } from '../../core/fields/external-id';

/** A candidate for a job, from application to placement or rejection. */
@Entity('application')
export class Application extends Stamped {
  @Id() id!: number;
  @ExternalID('board-5501') externalID?: string;
  @ExternalKey() externalKey!: string | null;
  @Ref('Job', { required: true, example: 1 }) jobID!: number | null;
  @Ref('Candidate', { required: true, example: 1 }) candidateID!: number | null;
  @Lookup('applicationStage', { required: true, example: 7, description: 'Placed is set only through a placement.' }) stageID!:
    number | null;
  @TextOrNull(NAME, { example: 'Referral' }) source!: string | null;
  @LongTextOrNull({ example: 'I have run sites of this size before and can start at four weeks’ notice.' }) coverLetter!: string | null;
  @LongTextOrNull({ example: 'Good fit; rate at the upper end.' }) comments!: string | null;
  @Moment({ derived: true, example: '2026-11-12T03:30:00.000Z', description: 'When it entered its stage.' })
  stageChangedDate?: Date;
  @Moment({
    example: '2026-11-05T01:00:00.000Z',
    description: 'When the candidate was first submitted to the client; by default when it enters the stage Submitted.',
  })
  submittedDate?: Date;
  /** The stage that it returns to when its offer comes to nothing. */
  @Lookup('applicationStage', { derived: true, inResponse: 'nowhere', hidden: true }) stageBeforeOfferID!: number | null;
  @Ref('User', { example: 1 }) ownerID!: number | null;
}
