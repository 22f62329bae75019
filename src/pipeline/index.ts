import type { Settings } from '../core/config';
import type { RecordTypesSpec } from '../core/fields/record-types';
import type { ProblemClass } from '../core/problems';
import { Application } from './applications/application.entity';
import { applicationRules } from './applications/application.rules';
import { RedFlaggedCandidate } from './guards/red-flag';
import { SecondApplication } from './guards/second-application';
import { DoubleBooking } from './interviews/double-booking';
import { Interview } from './interviews/interview.entity';
import { interviewRules } from './interviews/interview.rules';
import { ExpiredOffer } from './offers/expired-offer';
import { Offer } from './offers/offer.entity';
import { offerRules } from './offers/offer.rules';

export { APPLICATION_TRANSITIONS, syncPlacedStage } from './applications/application.transitions';
export { Application } from './applications/application.entity';
export { submissionMirror } from './applications/application.mirror';
export { applications } from './applications/applications.records';
export { Interview } from './interviews/interview.entity';
export { interviewMirror } from './interviews/interview.mirror';
export { interviews } from './interviews/interviews.records';
export { checkRedFlag, RedFlagConfirmation } from './guards/red-flag';
export { applicationsOf, joinApplications } from './applications/join-applications';
export { linkApplication, refuseRestoredAlone, syncWithApplication } from './application-link';
export { Offer } from './offers/offer.entity';
export { offers } from './offers/offers.records';
export { PipelineModule } from './pipeline.module';

/** Offers expire in the time zone in the settings. */
export const pipelineRecords = (settings: Settings): RecordTypesSpec => ({
  types: [applicationRules, interviewRules, offerRules(settings)],
  tables: [Application, Interview, Offer],
});

export const pipelineProblems: readonly ProblemClass[] = [DoubleBooking, ExpiredOffer, RedFlaggedCandidate, SecondApplication];
