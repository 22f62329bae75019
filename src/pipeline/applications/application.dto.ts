import { NewOf, PartOf, ResponseOf, UpdateOf } from '../../core/fields/shapes';
import { NameOf } from '../../core/fields/decorators';
import { Application } from './application.entity';

/** An application with the names of referenced records. */
export class ApplicationDto extends ResponseOf(Application) {
  @NameOf('jobID', { example: 'Senior Site Engineer' }) jobTitle!: string | null;
  @NameOf('candidateID', { example: 'Charlotte Nguyen' }) candidateName!: string | null;
  @NameOf('stageID', { example: 'Placed' }) stageName!: string | null;
  @NameOf('ownerID', { example: 'Amelia Hart' }) ownerName!: string | null;
}

/** A new application. */
export class ApplicationCreateDto extends NewOf(ApplicationDto, ['jobID', 'candidateID'], {
  jobID: 9,
  candidateID: 12,
  stageID: 1,
  submittedDate: undefined,
}) {}

/** A change of an application: absent = unchanged, null = cleared. */
export class ApplicationUpdateDto extends UpdateOf(ApplicationDto) {}

/** Why an application is rejected. */
export class ApplicationRejectionDto extends PartOf(Application, ['comments'], [], { comments: 'Not enough experience with hospitals.' }) {}
