import './applications/application.rules';
import './interviews/interview.rules';
import './offers/offer.rules';

export { APPLICATION_COURSE, followPlacements } from './applications/application.course';
export { Application } from './applications/application.entity';
export { applications } from './applications/applications.records';
export { INTERVIEW_COURSE } from './interviews/interview.rules';
export { Interview } from './interviews/interview.entity';
export { interviews } from './interviews/interviews.records';
export { followApplication, joinApplication } from './of-application';
export { OFFER_COURSE } from './offers/offer.rules';
export { Offer } from './offers/offer.entity';
export { offers } from './offers/offers.records';
export { PipelineModule } from './pipeline.module';
