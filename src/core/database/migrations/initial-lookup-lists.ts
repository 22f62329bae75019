/** An entry of a lookup list. `parentID`: the entry of another list that it belongs to (a stage's status, an activity type's category). */
export interface LookupEntry {
  id: number;
  name: string;
  code?: string;
  parentID?: number;
  closed?: boolean;
}

/** Entries numbered from 1 in the order given. */
const named = (...names: string[]): LookupEntry[] => names.map((name, index) => ({ id: index + 1, name }));
const under = (...entries: [name: string, parentID: number, closed?: boolean][]): LookupEntry[] =>
  entries.map(([name, parentID, closed]) => ({
    id: entries.findIndex((entry) => entry[0] === name) + 1,
    name,
    parentID,
    closed: closed ?? false,
  }));
const coded = (...entries: [code: string, name: string][]): LookupEntry[] =>
  entries.map(([code, name], index) => ({ id: index + 1, code, name }));

/** The lookup lists as they ship; a firm renames and extends them. Never changed here: additions are migrations of their own. */
export const lookupLists: Readonly<Record<string, readonly LookupEntry[]>> = {
  jobStatus: [
    { id: 1, name: 'Open' },
    { id: 2, name: 'On hold' },
    { id: 3, name: 'Filled', closed: true },
    { id: 4, name: 'Closed', closed: true },
    { id: 5, name: 'Cancelled', closed: true },
  ],
  jobStage: under(
    ['New', 1],
    ['Sourcing', 1],
    ['Interviewing', 1],
    ['Offer', 1],
    ['On hold', 2],
    ['Filled', 3, true],
    ['Lost', 4, true],
    ['Cancelled', 5, true],
  ),
  jobType: coded(['PERM', 'Permanent'], ['CONTRACT', 'Contract'], ['TEMP', 'Temporary'], ['FTC', 'Fixed term'], ['LABOUR', 'Labour hire']),
  workType: named('Full-time', 'Part-time', 'Casual', 'Job share', 'Shift work'),
  feeType: named('Percentage of salary', 'Fixed fee', 'Retainer', 'Margin', 'No fee'),
  durationPeriod: named('Hours', 'Days', 'Weeks', 'Months', 'Years'),
  unit: named('Hour', 'Day', 'Week', 'Month', 'Year'),
  outcome: named('Filled by us', 'Filled by the client', 'Filled by a competitor', 'Withdrawn by the client', 'No suitable candidate'),
  rating: named('A', 'B', 'C', 'D', 'Unrated'),
  currency: coded(
    ['AUD', 'Australian dollar'],
    ['NZD', 'New Zealand dollar'],
    ['USD', 'United States dollar'],
    ['GBP', 'Pound sterling'],
    ['EUR', 'Euro'],
    ['SGD', 'Singapore dollar'],
  ),
  complianceChecklist: named('Standard', 'Healthcare', 'Construction', 'Education', 'Government'),
  billingGroup: named('Weekly', 'Fortnightly', 'Monthly', 'Per placement', 'Consolidated'),
  contactStatus: named('Active', 'Prospect', 'Left the company', 'Do not contact', 'Archived'),
  clientStatus: named('Active', 'Prospect', 'Inactive', 'Blocked', 'Archived'),
  candidateStatus: named('Active', 'Passive', 'Placed', 'Do not use', 'Archived'),
  jobSeekingStatus: named('Actively looking', 'Open to offers', 'Not looking', 'On assignment', 'Unknown'),
  gender: named('Female', 'Male', 'Non-binary', 'Self-described', 'Not disclosed'),
  nationality: named('Australian', 'New Zealander', 'British', 'Indian', 'Irish', 'American', 'Filipino', 'Chinese'),
  placementType: named('Permanent', 'Contract', 'Temporary', 'Fixed term', 'Labour hire'),
  placementStatus: named('Draft', 'Approved', 'Started', 'Ended', 'Cancelled'),
  pipeline: named('To do', 'Blue', 'Yellow', 'Green', 'Red'),
  applicationStage: under(
    ['New', 1],
    ['Screening', 2],
    ['Shortlisted', 2],
    ['Submitted', 3],
    ['Interview', 3],
    ['Offer', 3],
    ['Placed', 4],
    ['Rejected', 5, true],
    ['Withdrawn', 5, true],
  ),
  interviewType: named('Phone', 'Video', 'In person', 'Panel', 'Assessment'),
  interviewStatus: named('Scheduled', 'Rescheduled', 'Completed', 'Cancelled', 'No show'),
  offerStatus: named('Made', 'Accepted', 'Declined', 'Withdrawn', 'Expired'),
  timesheetStatus: named('Open', 'Submitted', 'Approved', 'Rejected', 'Paid'),
  opportunityStage: under(['Lead', 1], ['Qualified', 1], ['Proposal', 1], ['Won', 2, true], ['Lost', 3, true]),
  opportunityStatus: [
    { id: 1, name: 'Open' },
    { id: 2, name: 'Won', closed: true },
    { id: 3, name: 'Lost', closed: true },
    { id: 4, name: 'On hold' },
    { id: 5, name: 'Abandoned', closed: true },
  ],
  advertStatus: named('Draft', 'Posted', 'Expired', 'Withdrawn', 'Failed'),
  activityCategory: named('Note', 'Task', 'Call', 'Email', 'SMS', 'Meeting', 'Interview', 'Submission', 'Placement', 'Document', 'System'),
  activityStatus: named('Open', 'Completed', 'Cancelled', 'Deferred', 'Waiting'),
  activityType: under(
    ['General note', 1],
    ['Task', 2],
    ['Call', 3],
    ['Email', 4],
    ['SMS', 5],
    ['Client meeting', 6],
    ['Interview', 7],
    ['Submission', 8],
    ['Placement', 9],
    ['Document', 10],
    ['System', 11],
    ['Reference check', 1],
    ['Follow-up', 2],
    ['Candidate meeting', 6],
    ['Business development call', 3],
    ['Phone interview', 7],
    ['Video interview', 7],
    ['Interview in person', 7],
  ),
  documentType: named('Resume', 'Licence', 'Certificate', 'Contract', 'Other'),
  tagType: named('Skill', 'Industry', 'Status', 'Other'),
  tagSource: named('user', 'api', 'import', 'automation', 'migration'),
};
