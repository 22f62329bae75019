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
] as const;

export type Module = (typeof MODULES)[number];
/** The types of record that rules can apply to. */
export type AutomationRecordType = Module['recordTypes'][number];

export const AUTOMATION_RECORD_TYPES: readonly AutomationRecordType[] = MODULES.flatMap(({ recordTypes }) => [...recordTypes]);

/** @throws Error for a type without a module, which is a programming error */
export function moduleOf(recordType: AutomationRecordType): Module {
  const module = MODULES.find(({ recordTypes }) => (recordTypes as readonly AutomationRecordType[]).includes(recordType));
  if (!module) throw new Error(`${recordType} belongs to no module.`);
  return module;
}
