import { ApplicationStage } from '../../core/terms/numbers';
import type { Application } from './application.entity';

const { Submitted, Offer } = ApplicationStage;

type Staged = Pick<Application, 'stageID' | 'stageBeforeOfferID'>;

/** Does the change submit the candidate to the client? Returning from an offer to where it was before does not. */
export const isSubmission = (before: Staged | undefined, after: Staged): boolean =>
  after.stageID === Submitted && before?.stageID !== Submitted && !isReturn(before);

const isReturn = (before: Staged | undefined): boolean => before?.stageID === Offer && before.stageBeforeOfferID === Submitted;
