import { Entity } from 'typeorm';
import { NAME } from '../database/columns';
import { Stamped } from '../fields/stamped';
import { Day, Double, Id, Int, LongTextOrNull, Lookup, Moment, Ref, TextOrNull } from '../fields/vocabulary';

/** A candidate for a job, from the first click to the placement or the rejection. */
@Entity('application')
export class Application extends Stamped {
  @Id() id!: number;
  @Ref('Job') jobID!: number | null;
  @Ref('Candidate') candidateID!: number | null;
  @Lookup('applicationStage') stageID!: number | null;
  @TextOrNull(NAME) source!: string | null;
  @LongTextOrNull() coverLetter!: string | null;
  @LongTextOrNull() comments!: string | null;
  @Moment() stageChangedDate?: Date;
  @Moment() submittedDate?: Date;
  @Ref('User') ownerID!: number | null;
}

/** A meeting of a candidate with the client about a job. */
@Entity('interview')
export class Interview extends Stamped {
  @Id() id!: number;
  @Ref('Application') applicationID!: number | null;
  @Ref('Job') jobID!: number | null;
  @Ref('Candidate') candidateID!: number | null;
  @Ref('Contact') contactID!: number | null;
  @Lookup('interviewType') typeID!: number | null;
  @Lookup('interviewStatus') statusID!: number | null;
  @Moment() startsAt?: Date;
  /** Minutes. */
  @Int({ minimum: 0 }) duration!: number;
  @TextOrNull(NAME) place!: string | null;
  @LongTextOrNull() feedback!: string | null;
  @Int({ minimum: 0 }) score!: number;
  @Ref('User') ownerID!: number | null;
}

/** What the client offers a candidate. */
@Entity('offer')
export class Offer extends Stamped {
  @Id() id!: number;
  @Ref('Application') applicationID!: number | null;
  @Ref('Job') jobID!: number | null;
  @Ref('Candidate') candidateID!: number | null;
  @Lookup('offerStatus') statusID!: number | null;
  @Double({ minimum: 0 }) amount!: number;
  @Lookup('unit') amountUnits!: number | null;
  @Day() startDate?: Date;
  @Day() expiryDate?: Date;
  @Moment() answeredDate?: Date;
  @LongTextOrNull() comments!: string | null;
  @Ref('User') ownerID!: number | null;
}
