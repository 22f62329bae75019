import { Module } from '@nestjs/common';
import { historyController, type HistoryRoute } from './history.controller';

/** Of each type whose records have a path of their own. */
const ROUTES: readonly HistoryRoute[] = [
  { type: 'Candidate', area: 'candidates', path: 'Candidates' },
  { type: 'CandidateSearch', area: 'candidates', path: 'Candidates/Searches', tag: 'Candidates' },
  { type: 'Contact', area: 'contacts', path: 'Contacts' },
  { type: 'ContactSearch', area: 'contacts', path: 'Contacts/Searches', tag: 'Contacts' },
  { type: 'Client', area: 'clients', path: 'Clients' },
  { type: 'Site', area: 'clients', path: 'Sites', tag: 'Clients', example: 83 },
  { type: 'Job', area: 'jobs', path: 'Jobs' },
  { type: 'JobSearch', area: 'jobs', path: 'Jobs/Searches', tag: 'Jobs' },
  { type: 'JobAdvert', area: 'jobs', path: 'JobAdverts' },
  { type: 'Opportunity', area: 'opportunities', path: 'Opportunities' },
  { type: 'Application', area: 'applications', path: 'Applications' },
  { type: 'Interview', area: 'applications', path: 'Interviews' },
  { type: 'Offer', area: 'applications', path: 'Offers' },
  { type: 'Placement', area: 'placements', path: 'Placements' },
  { type: 'Timesheet', area: 'timesheets', path: 'Timesheets' },
  { type: 'PayRun', area: 'payroll', path: 'PayRuns', example: 2 },
  { type: 'ChargeRun', area: 'payroll', path: 'ChargeRuns', example: 2 },
  { type: 'Activity', area: 'activities', path: 'Activities' },
  { type: 'Document', area: 'activities', path: 'Documents' },
  { type: 'SavedList', area: 'lists', path: 'Lists' },
  { type: 'Automation', area: 'automation', path: 'Automation' },
  { type: 'DateGroup', area: 'automation', path: 'Automation/ExcludedDateGroups', tag: 'Automation' },
  { type: 'AutomationTemplate', area: 'automation', path: 'Automation/Templates', tag: 'Automation' },
  { type: 'User', area: 'users', path: 'Users', example: 12 },
  { type: 'Webhook', area: 'administration', path: 'Webhooks' },
  { type: 'Role', area: 'administration', path: 'Roles', example: 7 },
  { type: 'Checklist', area: 'configuration', path: 'Configuration/Checklists', tag: 'Configuration', example: 6 },
  { type: 'Division', area: 'divisions', path: 'divisions', tag: 'Divisions', example: 6 },
  {
    type: 'PayFrequency',
    area: 'configuration',
    path: 'Configuration/Placements/Pay-Frequencies',
    tag: 'Configuration',
  },
];

@Module({ controllers: ROUTES.map(historyController) })
export class HistoryModule {}
