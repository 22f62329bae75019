import type { EntityManager } from 'typeorm';
import { typesOf } from '../core/database';
import { insertRecords, insertRows, rowsFrom } from '../core/records';
import type { Kind, DemoRecord } from './demo-record';

/** Whether a kind is a record type or plain rows of a table, in insertion order: no kind refers to a later one. */
const KINDS: Readonly<Record<Kind, 'record' | { readonly table: string }>> = {
  Role: 'record',
  User: 'record',
  Division: 'record',
  PayFrequency: 'record',
  Checklist: 'record',
  ChecklistItem: 'record',
  Tag: 'record',
  DateGroup: 'record',
  AutomationTemplate: 'record',
  Client: 'record',
  Site: 'record',
  CandidateSearch: 'record',
  ContactSearch: 'record',
  JobSearch: 'record',
  Candidate: 'record',
  EmploymentHistory: 'record',
  Contact: 'record',
  Job: 'record',
  JobAdvert: 'record',
  Application: 'record',
  Interview: 'record',
  Offer: 'record',
  Placement: 'record',
  ComplianceStatement: 'record',
  Timesheet: 'record',
  TimesheetLine: 'record',
  Document: 'record',
  Opportunity: 'record',
  JobTag: 'record',
  ContactTag: 'record',
  CandidateTag: 'record',
  Activity: 'record',
  Automation: 'record',
  Webhook: 'record',
  SavedList: 'record',
  PlacementCredit: { table: 'placement_credit' },
  Setting: { table: 'setting' },
  PayrollIntegration: { table: 'payroll_integration' },
  PayrollRegion: { table: 'payroll_region' },
  DateGroupDay: { table: 'date_group_day' },
  ClientDivision: { table: 'client_division' },
  ContactDivision: { table: 'contact_division' },
  CandidateDivision: { table: 'candidate_division' },
  JobContact: { table: 'job_contact' },
  SavedListRecord: { table: 'saved_list_record' },
  ActivityLink: { table: 'activity_link' },
  DocumentContent: { table: 'document_content' },
  ContentText: { table: 'content_text' },
  DocumentWord: { table: 'document_word' },
  WebhookState: { table: 'webhook_state' },
  Delivery: { table: 'delivery' },
  Notification: { table: 'notification' },
  AutomationRun: { table: 'automation_run' },
  AutomationRunRecord: { table: 'automation_run_record' },
  AutomationVersion: { table: 'automation_version' },
};
const ORDER = Object.keys(KINDS) as Kind[];

/** Inserts the records, kind by kind; the keys by which duplicates are found are left out. */
export async function insertAll(em: EntityManager, all: readonly DemoRecord[]): Promise<void> {
  const found = new Map<Kind, object[]>(ORDER.map((kind) => [kind, []]));
  for (const { kind, record } of all) found.get(kind)?.push(record);
  for (const [kind, records] of found) {
    const how = KINDS[kind];
    if (records.length === 0) continue;
    if (how === 'record') await insertRecords(em, typesOf(em).named(kind), records, { withoutDuplicates: true });
    else await insertRows(em, rowsFrom(how.table, records));
  }
}
