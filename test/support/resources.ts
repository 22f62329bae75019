/** Every record type with the standard CRUD endpoints, and its path. */
export const RESOURCES: readonly (readonly [path: string, type: string])[] = [
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
