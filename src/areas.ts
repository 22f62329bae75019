import type { DynamicModule, Type } from '@nestjs/common';
import { ActivitiesModule, activityProblems, activityRecords } from './activities';
import { apiKeyRecords, ApiKeysModule } from './api-keys';
import { assignmentRecords, AssignmentsModule } from './assignments';
import { AutomationModule, automationRecords } from './automation';
import { candidateProblems, candidateRecords, CandidatesModule } from './candidates';
import { clientRecords, ClientsModule } from './clients';
import { ComplianceModule, complianceRecords } from './compliance';
import { ConfigurationModule, configurationRecords } from './configuration';
import { contactRecords, ContactsModule } from './contacts';
import type { Settings } from './core/config';
import type { RecordTypesSpec } from './core/fields/record-types';
import type { ProblemClass } from './core/problems';
import { DeliveriesModule, deliveryRecords } from './deliveries';
import { divisionRecords, DivisionsModule } from './divisions';
import { duplicateRecords, DuplicatesModule } from './duplicates';
import { HistoryModule } from './history';
import { jobProblems, jobRecords, JobsModule } from './jobs';
import { listRecords, ListsModule } from './lists';
import { notificationRecords, NotificationsModule } from './notifications';
import { OpportunitiesModule, opportunityRecords } from './opportunities';
import { payRunProblems, payRunRecords, PayRunsModule } from './pay-runs';
import { PipelineModule, pipelineProblems, pipelineRecords } from './pipeline';
import { placementProblems, placementRecords, PlacementsModule } from './placements';
import { PrivacyModule } from './privacy';
import { SearchModule } from './search';
import { tagRecords, TagsModule } from './tags';
import { userRecords, UsersModule } from './users';
import { webhookRecords, WebhooksModule } from './webhooks';

/** The modules of all areas. The documentation lists their paths in this order. */
export const areaModules = (settings: Settings): readonly (Type | DynamicModule)[] => [
  UsersModule,
  ApiKeysModule,
  DivisionsModule.with(settings),
  ConfigurationModule,
  CandidatesModule,
  ContactsModule,
  ClientsModule,
  DuplicatesModule,
  JobsModule,
  ListsModule,
  OpportunitiesModule,
  PipelineModule,
  PlacementsModule,
  PayRunsModule,
  ComplianceModule,
  ActivitiesModule,
  SearchModule,
  TagsModule,
  AssignmentsModule,
  AutomationModule,
  DeliveriesModule,
  WebhooksModule,
  NotificationsModule,
  HistoryModule,
  PrivacyModule,
];

/** The record types and tables of all areas. Reports list records in this order. */
export const areaRecords = (settings: Settings): readonly RecordTypesSpec[] => [
  activityRecords(settings),
  configurationRecords,
  jobRecords,
  tagRecords,
  contactRecords,
  automationRecords(settings),
  listRecords,
  userRecords,
  apiKeyRecords,
  candidateRecords,
  clientRecords,
  divisionRecords,
  opportunityRecords,
  pipelineRecords(settings),
  placementRecords(settings),
  payRunRecords,
  complianceRecords,
  assignmentRecords,
  deliveryRecords(settings),
  webhookRecords(settings),
  notificationRecords,
  duplicateRecords,
];

/** The problems of all areas. */
export const areaProblems: readonly ProblemClass[] = [
  ...activityProblems,
  ...candidateProblems,
  ...jobProblems,
  ...payRunProblems,
  ...pipelineProblems,
  ...placementProblems,
];
