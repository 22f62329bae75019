/** Every type of record that the API serves by the common verbs, and where. */
export const KINDS: readonly (readonly [path: string, type: string])[] = [
  ['Candidates', 'Candidate'],
  ['Contacts', 'Contact'],
  ['Clients', 'Client'],
  ['Jobs', 'Job'],
  ['Opportunities', 'Opportunity'],
  ['Applications', 'Application'],
  ['Interviews', 'Interview'],
  ['Offers', 'Offer'],
  ['Placements', 'Placement'],
  ['Timesheets', 'Timesheet'],
  ['Activities', 'Activity'],
  ['Documents', 'Document'],
  ['JobAdverts', 'JobAdvert'],
  ['Users', 'User'],
  ['Sites', 'Site'],
];
