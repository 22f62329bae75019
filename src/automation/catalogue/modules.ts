import type { RoleScope } from '../../core/terms/role-scopes';

/** The areas of the system. Every event belongs to one, and so do the rules with that event. */
export const MODULES = [
  { id: 1, name: 'Candidates', recordTypes: ['Candidate'] },
  { id: 2, name: 'Contacts', recordTypes: ['Contact'] },
  { id: 3, name: 'Clients', recordTypes: ['Client'] },
  { id: 4, name: 'Opportunities', recordTypes: ['Opportunity'] },
  { id: 5, name: 'Jobs', recordTypes: ['Job'] },
  { id: 6, name: 'Applications', recordTypes: ['Application'] },
  { id: 7, name: 'Interviews and offers', recordTypes: ['Interview', 'Offer'] },
  { id: 8, name: 'Placements', recordTypes: ['Placement'] },
  { id: 9, name: 'Timesheets', recordTypes: ['Timesheet'] },
  { id: 10, name: 'Activities', recordTypes: ['Activity'] },
  { id: 11, name: 'Pay runs and charge runs', recordTypes: ['PayRun', 'ChargeRun'] },
] as const;

export type Module = (typeof MODULES)[number];
/** The types of record that rules can apply to. */
export type AutomationRecordType = Module['recordTypes'][number];

export const AUTOMATION_RECORD_TYPES: readonly AutomationRecordType[] = MODULES.flatMap(({ recordTypes }) => [...recordTypes]);

const isRun = (recordType: string): boolean => recordType === 'PayRun' || recordType === 'ChargeRun';

/** Those whose fields automations can set: a run stays what it was made of, and its status is for people to set. */
export const WRITABLE_RECORD_TYPES: readonly AutomationRecordType[] = AUTOMATION_RECORD_TYPES.filter((name) => !isRun(name));

/** What automations over records of a type require besides the scopes of automations, which do not include these records. */
export const scopesFor = (recordType: string | undefined): readonly RoleScope[] =>
  recordType !== undefined && isRun(recordType) ? ['payroll:read'] : [];

/** @throws Error for a type without a module, which is a programming error */
export function moduleOf(recordType: AutomationRecordType): Module {
  const module = MODULES.find(({ recordTypes }) => (recordTypes as readonly AutomationRecordType[]).includes(recordType));
  if (!module) throw new Error(`${recordType} belongs to no module.`);
  return module;
}
