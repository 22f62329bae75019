/** The numeric codes of the API, by name. They never change. */
export const Trigger = { Event: 1, Schedule: 2, Manual: 3 } as const;
export const AutomationStatus = { Active: 1, Paused: 2 } as const;
export const JobDescriptionType = { None: 0, Text: 1, UploadedFile: 2 } as const;

export const ActivityCategory = {
  Note: 1,
  Task: 2,
  Call: 3,
  Email: 4,
  Sms: 5,
  Meeting: 6,
  Interview: 7,
  Submission: 8,
  Placement: 9,
  Document: 10,
  System: 11,
} as const;
/** The types of activities that mirror other records; a firm can add others. */
export const ActivityType = {
  Interview: 7,
  Submission: 8,
  Placement: 9,
  Document: 10,
  PhoneInterview: 16,
  VideoInterview: 17,
  InterviewInPerson: 18,
} as const;
export const ActivityStatus = { Open: 1, Completed: 2, Cancelled: 3 } as const;
/** The only document type with special rules; a firm can add others. */
export const DocumentType = { Resume: 1 } as const;

export const RateUnit = { Hour: 1, Day: 2, Week: 3, Month: 4, Year: 5 } as const;
/** How the fee of a permanent placement is agreed. */
export const FeeType = { PercentageOfSalary: 1, FixedFee: 2, Retainer: 3, Margin: 4, NoFee: 5 } as const;
export const TagType = { Skill: 1, Industry: 2, Status: 3, Other: 4 } as const;

/** How a tag was added. */
export const TagSource = { User: 1, Api: 2, Import: 3, Automation: 4 } as const;

/** Groups of application stages; each stage belongs to one (its parent in the list). */
export const Pipeline = { ToDo: 1, Blue: 2, Yellow: 3, Green: 4, Red: 5 } as const;

/** The initial list of client statuses. */
export const ClientStatus = { Active: 1, Prospect: 2, Inactive: 3, Blocked: 4, Archived: 5 } as const;

/** The statuses of clients without open jobs and current placements. */
export const INACTIVE_CLIENT: readonly number[] = [ClientStatus.Inactive, ClientStatus.Archived];

/** A placement is live unless it was cancelled, and approved from its approval onwards. */
export const PlacementStatus = { Draft: 1, Approved: 2, Started: 3, Ended: 4, Cancelled: 5 } as const;

/** The job stages with special rules; a firm can add others. */
export const JobStage = { New: 1, Filled: 6 } as const;
export const AdvertStatus = { Draft: 1, Posted: 2, Expired: 3, Withdrawn: 4, Failed: 5 } as const;

/** The only work type with special rules; a firm can add others. */
export const WorkType = { FullTime: 1 } as const;

/** The stages of applications, in order, and the final ones. */
export const ApplicationStage = {
  New: 1,
  Screening: 2,
  Shortlisted: 3,
  Submitted: 4,
  Interview: 5,
  Offer: 6,
  Placed: 7,
  Rejected: 8,
  Withdrawn: 9,
} as const;
export const InterviewType = { Phone: 1, Video: 2, InPerson: 3 } as const;
export const InterviewStatus = { Scheduled: 1, Rescheduled: 2, Completed: 3, Cancelled: 4, NoShow: 5 } as const;
export const OfferStatus = { Made: 1, Accepted: 2, Declined: 3, Withdrawn: 4, Expired: 5 } as const;
export const PlacementType = { Permanent: 1, Contract: 2, Temporary: 3, FixedTerm: 4, LabourHire: 5 } as const;
export const TimesheetStatus = { Open: 1, Submitted: 2, Approved: 3, Rejected: 4, Paid: 5 } as const;
export const PayRunStatus = { Draft: 1, Approved: 2, Completed: 3, Cancelled: 4 } as const;

/** By which accounts somebody who works is paid. */
export const WorkerKind = { Employee: 1, Subcontractor: 2 } as const;

/** How long the periods are that a pay frequency pays for. */
export const PayPeriod = { Weekly: 1, Fortnightly: 2, FourWeekly: 3, SemiMonthly: 4, Monthly: 5, Daily: 6 } as const;
/** The initial list of rate kinds; a firm can add others. */
export const RateKind = { Ordinary: 1, Overtime15: 2, Overtime20: 3, Allowance: 4, Leave: 5 } as const;
