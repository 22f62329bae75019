import type { Schema } from './core/database/data-source';
import type { RecordTypes } from './core/fields/record-types';
import { sideTables } from './core/records/side-tables';
import { Activity, ActivityLink, Document } from './activities';
import { CandidateDivision, ClientDivision, ContactDivision } from './assignments';
import { Automation, AutomationMatch, AutomationRun, AutomationRunRecord, DateGroup, DateGroupDay } from './automation';
import { ImportRow } from './core/bulk';
import { Candidate, EmploymentHistory } from './candidates';
import { RecordChange } from './core/changes';
import { Counter } from './core/database';
import { Client, Site } from './clients';
import { PayFrequency, Setting } from './configuration';
import { Contact, ContactSearch } from './contacts';
import { Delivery } from './deliveries';
import { Division, PayrollIntegration, PayrollRegion } from './divisions';
import { DueMaintenanceTask } from './core/housekeeping';
import { IdempotentResponse } from './core/idempotency';
import { Lookup } from './core/lookups';
import { Job, JobAdvert, JobContact, JobSearch } from './jobs';
import { SavedList, SavedListRecord } from './lists';
import { Notification } from './notifications';
import { Opportunity } from './opportunities';
import { Application, Interview, Offer } from './pipeline';
import { Placement, Timesheet } from './placements';
import { CandidateTag, ContactTag, JobTag, Tag } from './tags';
import { User } from './users';

/** Every table of the service that is declared as a class. */
export const tables: readonly Function[] = [
  Activity,
  ActivityLink,
  Application,
  Automation,
  AutomationMatch,
  AutomationRun,
  AutomationRunRecord,
  Candidate,
  CandidateDivision,
  CandidateTag,
  Client,
  ClientDivision,
  Contact,
  ContactDivision,
  ContactSearch,
  ContactTag,
  Counter,
  DateGroup,
  DateGroupDay,
  Delivery,
  Division,
  Document,
  DueMaintenanceTask,
  EmploymentHistory,
  IdempotentResponse,
  ImportRow,
  Interview,
  Job,
  JobAdvert,
  JobContact,
  JobSearch,
  JobTag,
  Lookup,
  Notification,
  Offer,
  Opportunity,
  PayFrequency,
  PayrollIntegration,
  PayrollRegion,
  Placement,
  RecordChange,
  SavedList,
  SavedListRecord,
  Setting,
  Site,
  Tag,
  Timesheet,
  User,
];

/** All tables, including those of the folded texts and stored figures of the record types. */
export const schemaOf = (types: RecordTypes): Schema => ({ entities: [...tables, ...types.all.flatMap(sideTables)], types });
