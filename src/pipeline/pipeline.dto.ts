import { ResponseOf } from '../fields/shapes';
import { NameOf } from '../fields/vocabulary';
import { Application, Interview, Offer } from './pipeline.entity';

/** An application with the names of what it refers to. */
export class ApplicationDto extends ResponseOf(Application) {
  @NameOf('jobID') jobTitle!: string | null;
  @NameOf('candidateID') candidateName!: string | null;
  @NameOf('stageID') stageName!: string | null;
  @NameOf('ownerID') ownerName!: string | null;
}

/** An interview with the names of what it refers to. */
export class InterviewDto extends ResponseOf(Interview) {
  @NameOf('jobID') jobTitle!: string | null;
  @NameOf('candidateID') candidateName!: string | null;
  @NameOf('contactID') contactName!: string | null;
  @NameOf('typeID') typeName!: string | null;
  @NameOf('statusID') statusName!: string | null;
}

/** An offer with the names of what it refers to. */
export class OfferDto extends ResponseOf(Offer) {
  @NameOf('jobID') jobTitle!: string | null;
  @NameOf('candidateID') candidateName!: string | null;
  @NameOf('statusID') statusName!: string | null;
}
