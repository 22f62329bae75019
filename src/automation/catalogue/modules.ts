/** The areas of the system that rules run over; an event belongs to one, and so does the rule that names it. */
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
/** The records that a rule can be about. */
export type Subject = Module['recordTypes'][number];

export const SUBJECTS: readonly Subject[] = MODULES.flatMap(({ recordTypes }) => [...recordTypes]);

/** @throws Error for a record that is of no module: a mistake in the code */
export function moduleOf(subject: Subject): Module {
  const module = MODULES.find(({ recordTypes }) => (recordTypes as readonly Subject[]).includes(subject));
  if (!module) throw new Error(`${subject} belongs to no module.`);
  return module;
}
