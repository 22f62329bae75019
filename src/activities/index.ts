import type { RecordTypesSpec } from '../core/fields/record-types';
import type { ProblemClass } from '../core/problems';
import { Activity, ActivityLink, Document } from './activity.entity';
import { documentRules } from './documents/document.rules';
import { activityRules } from './rules/activity.rules';
import { MirroredActivity } from './rules/categories';

export { ActivitiesModule } from './activities.module';
export { activities, documents } from './activities.records';
export { ActivitiesService } from './activities.service';
export { ActivityDto, ActivityQuery, DocumentDto } from './activity.dto';
export { Activity, ActivityLink, Document, PARTIES, type Party } from './activity.entity';
export * from './statistics';
export { mirror, type Mirror } from './mirror';
export { categoryOf } from './rules/categories';
export { addActivities, isParty, type ActivityOf } from './add-activities';
export { activitiesLinkedWith, linkedActivities, recordsLinkedWith } from './links/linked-activities';
export { LINKED_LISTS, linkedTo } from './links/links';
export { MAIN_FIELDS } from './links/main-records';
export { documentMirror } from './documents/document.mirror';
export { newestResume } from './documents/resume';

export const activityRecords: RecordTypesSpec = { types: [activityRules, documentRules], tables: [Activity, ActivityLink, Document] };

export const activityProblems: readonly ProblemClass[] = [MirroredActivity];
