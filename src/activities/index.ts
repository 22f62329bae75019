import type { Settings } from '../core/config';
import type { RecordTypesSpec } from '../core/fields/record-types';
import type { ProblemClass } from '../core/problems';
import { Activity, ActivityLink, Document } from './activity.entity';
import { DocumentContent } from './documents/content/document-content.entity';
import { ContentText, foldedTexts } from './documents/content/document-text.entity';
import { contentsAboutPersons } from './documents/content/personal-data';
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
export { addActivities, isParty } from './add-activities';
export { activitiesLinkedWith, linkedActivities, recordsLinkedWith } from './links/linked-activities';
export { LINKED_LISTS, linkedTo } from './links/links';
export { MAIN_FIELDS } from './links/main-records';
export { resumeTextOf } from './documents/content/content-figures';
export { isContent } from './documents/content/contents';
export { ContentText } from './documents/content/document-text.entity';
export { DocumentContent } from './documents/content/document-content.entity';
export { textsOfDocuments } from './documents/content/texts';
export { fileNamed } from './documents/content/file-names';
export { keptFiles } from './documents/content/kept-files';
export { documentMirror } from './documents/document.mirror';
export { candidatesWithResumes, newestResume } from './documents/resume';

export const activityRecords = (settings: Settings): RecordTypesSpec => ({
  types: [activityRules, documentRules],
  tables: [Activity, ActivityLink, Document, DocumentContent, ContentText],
  foldedColumns: [foldedTexts],
  personalData: [contentsAboutPersons(settings)],
});

export const activityProblems: readonly ProblemClass[] = [MirroredActivity];
