import { Event } from '../../terms/events';
import {
  ActivityCategory,
  ActivityStatus,
  ApplicationStage,
  InterviewStatus,
  OfferStatus,
  PlacementStatus,
  TimesheetStatus,
} from '../../terms/numbers';

/** An event that follows when a field is written; `of`: only with one of these values. */
export type Consequence = readonly [event: number, of?: readonly unknown[]];

/** By the type of the record that is changed. */
export const UPDATED: Readonly<Record<string, number>> = {
  Candidate: Event.CandidateUpdated,
  Contact: Event.ContactUpdated,
  Client: Event.ClientUpdated,
  Job: Event.JobUpdated,
};

/** What follows when an application goes from stage to stage. */
export const APPLICATION_STAGE: readonly Consequence[] = [
  [Event.ApplicationStageChanged],
  [Event.CandidateSubmitted, [ApplicationStage.Submitted]],
  [Event.ApplicationRejected, [ApplicationStage.Rejected]],
];

/** By the field that is written. */
export const CONSEQUENCES: Readonly<Record<string, readonly Consequence[]>> = {
  'Candidate.profileStatusID': [[Event.CandidateStatusChanged]],
  'Candidate.jobSeekingStatusID': [[Event.JobSeekingStatusChanged]],
  'Candidate.isRedFlagged': [[Event.CandidateRedFlagged, [true]]],
  'Candidate.optOut': [[Event.CandidateOptedOut, [true]]],
  'Candidate.hasResumeViewerDoc': [[Event.ResumeChanged]],
  'Candidate.resumeViewerDate': [[Event.ResumeChanged]],
  'Candidate.resumeUpdateDate': [[Event.ResumeChanged]],
  'Contact.statusID': [[Event.ContactStatusChanged]],
  'Contact.optOut': [[Event.ContactOptedOut, [true]]],
  'Client.statusID': [[Event.ClientStatusChanged]],
  'Opportunity.stageID': [[Event.OpportunityStageChanged]],
  'Job.stageID': [[Event.JobStageChanged], [Event.JobFilled], [Event.JobClosed], [Event.AdvertEnded]],
  'Job.filledDate': [[Event.JobFilled]],
  'Job.closeDate': [[Event.JobClosed]],
  'Job.isAiMatchesReady': [[Event.AiMatchesReady, [true]]],
  'Application.stageID': APPLICATION_STAGE,
  'Interview.statusID': [
    [Event.InterviewScheduled, [InterviewStatus.Scheduled, InterviewStatus.Rescheduled]],
    [Event.InterviewMoved, [InterviewStatus.Rescheduled, InterviewStatus.Cancelled]],
  ],
  'Interview.startsAt': [[Event.InterviewMoved]],
  'Interview.duration': [[Event.InterviewMoved]],
  'Interview.feedback': [[Event.InterviewFeedback]],
  'Offer.statusID': [
    [Event.OfferMade, [OfferStatus.Made]],
    [Event.OfferAnswered, [OfferStatus.Accepted, OfferStatus.Declined]],
    [Event.PlacementCreated, [OfferStatus.Accepted]],
  ],
  'Placement.statusID': [
    [Event.PlacementStatusChanged],
    [Event.PlacementApproved, [PlacementStatus.Approved]],
    [Event.PlacementEnded, [PlacementStatus.Ended]],
    [Event.JobFilled],
    [Event.AdvertEnded],
    [Event.JobUpdated],
  ],
  'Timesheet.statusID': [
    [Event.TimesheetSubmitted, [TimesheetStatus.Submitted]],
    [Event.TimesheetApproved, [TimesheetStatus.Approved]],
    [Event.TimesheetRejected, [TimesheetStatus.Rejected]],
  ],
  'Activity.statusID': [[Event.MeetingCompleted, [ActivityStatus.Completed]]],
  'Activity.category': [[Event.MeetingCompleted, [ActivityCategory.Meeting]]],
};

/** A step of these moves the application along, and with it what follows from applications. */
export const ADVANCING: readonly string[] = ['Interview.statusID', 'Offer.statusID', 'Placement.statusID'];
