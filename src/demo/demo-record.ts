import type { Activity, ActivityLink, ContentText, Document, DocumentContent } from '../activities';
import type { CandidateDivision, ClientDivision, ContactDivision } from '../assignments';
import type {
  Automation,
  AutomationRun,
  AutomationRunRecord,
  AutomationTemplate,
  AutomationVersion,
  DateGroup,
  DateGroupDay,
} from '../automation';
import type { Candidate, CandidateSearch, EmploymentHistory } from '../candidates';
import type { Client, Site } from '../clients';
import type { Checklist, ChecklistItem, ComplianceStatement } from '../compliance';
import type { PayFrequency, Setting } from '../configuration';
import type { Contact, ContactSearch } from '../contacts';
import type { Delivery } from '../deliveries';
import type { Division, PayrollIntegration, PayrollRegion } from '../divisions';
import type { Job, JobAdvert, JobContact, JobSearch } from '../jobs';
import type { SavedList, SavedListRecord } from '../lists';
import type { Notification } from '../notifications';
import type { Opportunity } from '../opportunities';
import type { Application, Interview, Offer } from '../pipeline';
import type { Placement, PlacementCredit, Timesheet, TimesheetLine } from '../placements';
import type { CandidateTag, ContactTag, JobTag, Tag } from '../tags';
import type { Role, User } from '../users';
import type { Webhook, WebhookState } from '../webhooks';

/** The kinds of records and rows that a firm consists of. */
export interface Kinds {
  Role: Role;
  User: User;
  Division: Division;
  PayFrequency: PayFrequency;
  Checklist: Checklist;
  ChecklistItem: ChecklistItem;
  Tag: Tag;
  DateGroup: DateGroup;
  AutomationTemplate: AutomationTemplate;
  Client: Client;
  Site: Site;
  CandidateSearch: CandidateSearch;
  ContactSearch: ContactSearch;
  JobSearch: JobSearch;
  Candidate: Candidate;
  EmploymentHistory: EmploymentHistory;
  Contact: Contact;
  Job: Job;
  JobAdvert: JobAdvert;
  Application: Application;
  Interview: Interview;
  Offer: Offer;
  Placement: Placement;
  ComplianceStatement: ComplianceStatement;
  Timesheet: Timesheet;
  TimesheetLine: TimesheetLine;
  Document: Document;
  DocumentContent: DocumentContent;
  ContentText: ContentText;
  /** A word of the text of a document. */
  DocumentWord: { readonly field: 'text'; readonly word: string; readonly id: number };
  Opportunity: Opportunity;
  JobTag: JobTag;
  ContactTag: ContactTag;
  CandidateTag: CandidateTag;
  Activity: Activity;
  Automation: Automation;
  PlacementCredit: PlacementCredit;
  Webhook: Webhook;
  WebhookState: WebhookState;
  Setting: Setting;
  PayrollIntegration: PayrollIntegration;
  PayrollRegion: PayrollRegion;
  DateGroupDay: DateGroupDay;
  ClientDivision: ClientDivision;
  ContactDivision: ContactDivision;
  CandidateDivision: CandidateDivision;
  JobContact: JobContact;
  SavedList: SavedList;
  SavedListRecord: SavedListRecord;
  ActivityLink: ActivityLink;
  Delivery: Delivery;
  Notification: Notification;
  AutomationRun: AutomationRun;
  AutomationRunRecord: AutomationRunRecord;
  AutomationVersion: AutomationVersion;
}
export type Kind = keyof Kinds;

/** The records of a part of the firm, each after those that it refers to. */
export type DemoRecords = Generator<DemoRecord>;

export interface DemoRecord {
  readonly kind: Kind;
  readonly record: object;
}

export const demoRecord = <K extends Kind>(kind: K, record: Partial<Kinds[K]>): DemoRecord => ({ kind, record });

/** Issues ids, per kind, from 1. */
export class IdSequences {
  private readonly last = new Map<Kind, number>();

  next(kind: Kind): number {
    const number = (this.last.get(kind) ?? 0) + 1;
    this.last.set(kind, number);
    return number;
  }

  /** Reserves the ids up to this one for explicit use. */
  reserve(kind: Kind, upTo: number): void {
    this.last.set(kind, upTo);
  }

  /** The last id issued or reserved; 0 when there is none. */
  countOf(kind: Kind): number {
    return this.last.get(kind) ?? 0;
  }
}
