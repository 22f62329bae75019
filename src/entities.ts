import { Activity, ActivityLink, Document } from './activities';
import { Automation, AutomationRun, AutomationRunRecord, DateGroup, DateGroupDay } from './automation';
import { Candidate, EmploymentHistory } from './candidates';
import { Counter, RecordChange } from './changes';
import { Client, Site } from './clients';
import { Lookup, PayFrequency, Setting } from './configuration';
import { Contact, ContactSearch } from './contacts';
import { CandidateDivision, ClientDivision, ContactDivision, Division, PayrollIntegration, PayrollRegion } from './divisions';
import { Job, JobAdvert, JobContact, JobSearch } from './jobs';
import { Opportunity } from './opportunities';
import { Application, Interview, Offer } from './pipeline';
import { Placement, Timesheet } from './placements';
import { CandidateTag, ContactTag, JobTag, Tag } from './tags';
import { User } from './users';

/** Every table of the service, an entity each; the folded texts and the figures beside them are added by the database room. */
export const entities = [
  Activity, ActivityLink, Application, Automation, AutomationRun, AutomationRunRecord, Candidate, CandidateDivision, CandidateTag, Client,
  ClientDivision, Contact, ContactDivision, ContactSearch, ContactTag, Counter, DateGroup, DateGroupDay, Division, Document, EmploymentHistory, Interview,
  Job, JobAdvert, JobContact, JobSearch, JobTag, Lookup, Offer, Opportunity, PayFrequency, PayrollIntegration, PayrollRegion, Placement, RecordChange, Setting,
  Site, Tag, Timesheet, User,
] as const;
