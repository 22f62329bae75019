import { demoRecord, type DemoRecords } from './demo-record';
import type { DemoContext } from './demo-context';

const TAG = (tag: string, typeId = 0, source = ''): object => ({ tag, typeId, source });

/** Saved candidate, contact and job searches, with their criteria as clients send them. */
export function* searches(context: DemoContext): DemoRecords {
  const date = (days: number): string => context.day(days).toISOString();
  const about = { createdByID: 1, createdDate: context.day(-50), updatedByID: 1, updatedDate: context.day(-5), deleted: false };
  for (const [kind, named] of [
    ['CandidateSearch', candidateSearches(date)],
    ['ContactSearch', contactSearches(date)],
    ['JobSearch', jobSearches(date)],
  ] as const)
    for (const [index, [name, criteria]] of named.entries())
      yield demoRecord(kind, { id: index + 1, name, criteria: JSON.stringify(criteria), ...about });
}

type Named = [name: string, criteria: object];
type DateText = (days: number) => string;

const candidateSearches = (date: DateText): Named[] => [
  [
    'Engineers around Sydney who are free soon',
    {
      words: 'engineer',
      status: [1, 2],
      location: 'Sydney',
      longitude: '151.2093',
      latitude: '-33.8688',
      radius: '50',
      isRedFlagged: false,
      availabilityDateTo: date(60),
    },
  ],
  ['Everybody I own', { owner: ['me'] }],
  ['On placements of the first client', { placed: 'current', placementClientIds: [1] }],
  ['Worked for us before', { placed: 'past' }],
  ['Notes about references', { noteContents: 'reference', createdDateFrom: date(-800) }],
  ['No criteria', {}],
];

const contactSearches = (date: DateText): Named[] => [
  [
    'Construction decision makers around Sydney',
    {
      owner: ['1', 'Noah Sinclair'],
      status: [1, 2],
      rating: '1,2,3,4,5',
      division: [1, 2],
      location: 'Sydney',
      longitude: '151.2093',
      latitude: '-33.8688',
      radius: '50',
      jobTitle: 'project',
      includeSites: true,
      taggedTimeRange: '',
      includeTags: [TAG('Key account', 3)],
      excludeTags: [TAG('Slow payer')],
      includeTagsMatchAll: false,
      createdDateFrom: date(-800),
      createdDateTo: date(0),
    },
  ],
  ['Everyone who is active', { status: [1] }],
  [
    'Newsletter readers',
    { includeTags: [TAG('Newsletter', 4), TAG('Golf day', 4)], includeTagsMatchAll: false, taggedTimeRange: 'last365Days' },
  ],
  [
    'Hired contractors lately',
    { jobTypeIds: [2, 3], jobCreatedFrom: date(-365), placementTypeIds: [2, 3], placementCreatedFrom: date(-365) },
  ],
  ['Met last quarter', { meetingTypeIds: [6, 14], meetingCreatedFrom: date(-120), meetingAssignedUsers: [1, 2, 3] }],
  ['Notes about references', { noteContents: 'reference', noteTypeIds: [1, 12], noteCreatedFrom: date(-500) }],
  ['Interviewed or saw candidates', { interviewCreatedFrom: date(-200), submissionCreatedFrom: date(-200), createdBy: [1, 2, 3, 4] }],
  ['No criteria', {}],
];

const jobSearches = (date: DateText): Named[] => [
  ['Open contract jobs', { jobTitle: '', status: ['Open'], type: ['CONTRACT', 'Temporary'], owner: ['me'] }],
  ['Engineers in construction', { jobTitle: 'engineer', division: [1, 2], stage: [1, 2, 3, 4] }],
  ['New this month', { timeRange: 'last30Days' }],
  [
    'Key accounts, not from tenders',
    { includeTags: [TAG('Key account', 3)], excludeTags: [TAG('Slow payer')], sources: ['Referral', 'Client request'] },
  ],
  ['Closed in the last year', { status: ['Filled', 'Closed', 'Cancelled'], closedDateFrom: date(-365), closedDateTo: date(0) }],
  ['Everything', {}],
];
