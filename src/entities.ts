import { Activity, ActivityLink, Document } from './activities';
import { Automation, AutomationRun, AutomationRunRecord, DateGroup, DateGroupDay } from './automation/automation.entity';
import './automation/automation.records';
import { Candidate, EmploymentHistory } from './candidates/candidate.entity';
import './candidates/candidates.records';
import { Client, Site } from './clients/client.entity';
import './clients/clients.records';
import { Lookup, PayFrequency, Setting } from './configuration/configuration.entity';
import './configuration/configuration.records';
import { Contact } from './contacts/contact.entity';
import { ContactSearch } from './contacts';
import './contacts/contacts.records';
import { CandidateDivision, ClientDivision, ContactDivision, Division, PayrollIntegration, PayrollRegion } from './divisions/division.entity';
import './divisions/divisions.records';
import { Job } from './jobs/job.entity';
import { JobAdvert, JobContact, JobSearch } from './jobs/job-parts.entity';
import './jobs/jobs.records';
import { Opportunity } from './opportunities/opportunity.entity';
import './opportunities/opportunities.records';
import { Application, Interview, Offer } from './pipeline';
import { Placement, Timesheet } from './placements';
import { CandidateTag, ContactTag, JobTag, Tag } from './tags/tag.entity';
import './tags/tags.records';
import { User } from './users/user.entity';
import './users/users.records';

/** Every table of the service, an entity each; the folded texts and the figures beside them are added by the database room. */
export const entities = [
  Activity, ActivityLink, Application, Automation, AutomationRun, AutomationRunRecord, Candidate, CandidateDivision, CandidateTag, Client,
  ClientDivision, Contact, ContactDivision, ContactSearch, ContactTag, DateGroup, DateGroupDay, Division, Document, EmploymentHistory, Interview,
  Job, JobAdvert, JobContact, JobSearch, JobTag, Lookup, Offer, Opportunity, PayFrequency, PayrollIntegration, PayrollRegion, Placement, Setting,
  Site, Tag, Timesheet, User,
] as const;
