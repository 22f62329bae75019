import type { Job } from '../jobs';
import type { Random } from './random';
import { parentJobOf } from './relations';
import { addMinutes, type DemoContext } from './demo-context';

const DESCRIPTIONS = [
  'Lead the site team of a hospital extension.',
  'Join a stable team of twelve; 50% hands-on, 50% coaching.',
  'Cover for parental leave, with a view to permanent.',
  'Own the rollout end to end. <b>No agencies</b> besides us.',
  'Rotating roster (8/6), flights & camp provided.',
  'Entwicklung in C++ und C#, Englisch genügt.',
  'Weekend work at 150 %; tools supplied.',
] as const;
const SOURCES = ['Referral', 'Client request', 'Company website', 'Tender', 'Cold call'] as const;

/** What the client requires, and on which terms. */
export function termsOf(id: number, random: Random, type: string): Partial<Job> {
  return {
    rating: random.int(1, 5),
    videoLink: random.chance(0.1) ? `https://video.example.com/job-${1000 + id}` : '',
    description: random.pick(DESCRIPTIONS),
    ...(type === 'PERM' ? {} : { duration: random.int(1, 12), durationPeriod: 4 }),
    candidatesRequired: random.weighted([1, 5], [2, 4], [5, 1]),
    exclusive: random.chance(0.2),
    savedSearchID: random.chance(0.1) ? random.int(1, 3) : null,
    hoursPerDay: 7.6,
    daysPerWeek: random.weighted([5, 8], [4, 1], [3, 1]),
    source: random.weighted([random.pick(SOURCES), 9], [null, 1]),
    workAssignment: random.pick([0, 1, 1, 2, 3, 4] as const),
    workTypeID: random.int(1, 5),
    complianceChecklistID: random.int(1, 5),
    billingGroupID: random.weighted([random.int(1, 5), 2], [null, 1]),
    jobDescriptionType: random.pick([0, 1, 1, 2] as const),
    parentJobID: parentJobOf(id),
  };
}

/** The fixed values of job 1. */
export const firstJobFields = (context: DemoContext): Partial<Job> => ({
  rating: 1,
  videoLink: 'https://video.example.com/job-1001',
  description: DESCRIPTIONS[0],
  duration: 6,
  durationPeriod: 4,
  candidatesRequired: 2,
  exclusive: true,
  savedSearchID: 1,
  daysPerWeek: 5,
  source: 'Referral',
  workAssignment: 1,
  workTypeID: 1,
  complianceChecklistID: 3,
  billingGroupID: 1,
  jobDescriptionType: 1,
  createdByConsultantID: 1,
  deadline: context.day(28),
  timeToFillStartDate: context.day(-45),
  isAiMatchesReady: true,
  aiMatchesCompletedDate: addMinutes(context.day(-44), 135),
  lastSyncedJobBoardStageId: 3,
});
