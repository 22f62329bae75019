import type { EntityManager } from 'typeorm';
import { typesOf } from '../core/database';
import { execute } from '../core/database/rows';
import { identifier, list, sql, Sql, sqlMoment, type SqlValue } from '../core/sql';
import { insertRecords } from '../core/records';
import type { Kind, DemoRecord } from './demo-record';

/** Whether a kind is a record type or plain rows of a table, in insertion order: no kind refers to a later one. */
const KINDS: Readonly<Record<Kind, 'record' | { readonly table: string }>> = {
  User: 'record',
  Division: 'record',
  PayFrequency: 'record',
  Tag: 'record',
  DateGroup: 'record',
  Client: 'record',
  Site: 'record',
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
  Timesheet: 'record',
  Document: 'record',
  Opportunity: 'record',
  JobTag: 'record',
  ContactTag: 'record',
  CandidateTag: 'record',
  Activity: 'record',
  Automation: 'record',
  SavedList: 'record',
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
  Delivery: { table: 'delivery' },
  Notification: { table: 'notification' },
  AutomationRun: { table: 'automation_run' },
  AutomationRunRecord: { table: 'automation_run_record' },
};
const ORDER = Object.keys(KINDS) as Kind[];

/** Rows per statement: SQLite allows at most 32,766 parameters. */
const BATCH = 500;

/** Inserts the records, kind by kind. */
export async function insertAll(em: EntityManager, all: readonly DemoRecord[]): Promise<void> {
  for (const kind of ORDER) {
    const records = all.flatMap((each) => (each.kind === kind ? [each.record] : []));
    const how = KINDS[kind];
    if (how === 'record') await insertRecords(em, typesOf(em).named(kind), records);
    else await insertRows(em, how.table, records);
  }
}

/** Inserts rows that all have the same fields. */
async function insertRows(em: EntityManager, table: string, rows: readonly object[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  for (let from = 0; from < rows.length; from += BATCH) {
    const tuples = rows.slice(from, from + BATCH).map((row) => sql`(${list(Object.values(row).map(cell))})`);
    await execute(em, sql`INSERT INTO ${identifier(table)} (${list(names.map((name) => identifier(name)))}) VALUES ${list(tuples)}`);
  }
}

function cell(value: unknown): Sql {
  if (value === null || value === undefined) return sql`NULL`;
  if (value instanceof Date) return sql`${sqlMoment(value)}`;
  return sql`${typeof value === 'boolean' ? Number(value) : (value as SqlValue)}`;
}
