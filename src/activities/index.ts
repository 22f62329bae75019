import './activity.rules';
export { ActivitiesModule } from './activities.module';
export { activities, documents } from './activities.records';
export { ActivitiesService } from './activities.service';
export { ActivityDto, ActivityQuery, DocumentDto } from './activity.dto';
export { Activity, ActivityLink, Document, PARTIES, type Party } from './activity.entity';
export * from './statistics';
export { mirror } from './mirror';
export { addActivity, isParty } from './new-activity';
