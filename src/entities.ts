import { Activity, ActivityLink, Document } from './activities';
import { Automation, AutomationMatch, AutomationRun, AutomationRunRecord, DateGroup, DateGroupDay } from './automation';
import { ImportRow } from './bulk';
import { Candidate, EmploymentHistory } from './candidates';
import { Counter, RecordChange } from './changes';
import { Client, Site } from './clients';
import { Lookup, PayFrequency, Setting } from './configuration';
import { Contact, ContactSearch } from './contacts';
import { Delivery } from './deliveries';
import { CandidateDivision, ClientDivision, ContactDivision, Division, PayrollIntegration, PayrollRegion } from './divisions';
import { DueChore } from './housekeeping';
import { IdempotentAnswer } from './idempotency';
import { Job, JobAdvert, JobContact, JobSearch } from './jobs';
import { SavedList, SavedListRecord } from './lists';
import { Notification } from './notifications';
import { Opportunity } from './opportunities';
import { Application, Interview, Offer } from './pipeline';
import { Placement, Timesheet } from './placements';
import { CandidateTag, ContactTag, JobTag, Tag } from './tags';
import { User } from './users';

/** Every table of the service, an entity each; the folded texts and the figures beside them are added by the database room. */
export const entities = [
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
  DueChore,
  EmploymentHistory,
  IdempotentAnswer,
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
] as const;
