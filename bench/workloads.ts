import { Random } from '../src/demo/random';
import type { MainSizes } from '../src/demo/sizes';
import { START_TIME } from './start-time';

export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
}

/** One kind of request, repeated with varying values. The bare baseline may get a simpler one. */
export interface Workload {
  readonly name: string;
  readonly description: string;
  readonly request: (random: Random, sizes: MainSizes) => BenchRequest;
  readonly bareRequest?: (request: BenchRequest) => BenchRequest;
}

const WORDS = ['engineer', 'manager', 'senior', 'technician', 'officer'] as const;
const day = (offset: number): string => new Date(START_TIME + offset * 86_400_000).toISOString();

const searchJobs = (random: Random): BenchRequest => ({
  method: 'POST',
  path: '/api/Jobs/Search',
  body: {
    jobTitle: random.pick(WORDS).slice(0, random.int(3, 5)),
    status: ['Open', 'Filled'],
    division: [1, 2, 3],
    createdDateFrom: day(-400 - random.int(0, 30)),
    createdDateTo: day(-random.int(0, 30)),
  },
});

const updateCandidate = (random: Random, { candidates }: MainSizes): BenchRequest => {
  const [id, mark] = [random.int(21, candidates), random.digits(8)];
  return {
    method: 'PUT',
    path: `/api/Candidates/${id}/V2`,
    body: {
      email1: `c${id}.${mark}@example.com`,
      jobTitle: `Site Engineer ${mark}`,
      employer: `Bayside Civil ${mark}`,
      suburb: `Newtown ${mark}`,
      summary: `Ten years of civil and building sites. ${mark}`,
      preferredRate: random.int(40, 4000) / 10,
      weeksNotice: random.int(1, 12),
      availabilityDate: day(random.int(1, 300)),
    },
  };
};

const filterContacts = (random: Random): BenchRequest => {
  const rules = [
    { field: 'statusName', operator: '=', value: 'Active' },
    {
      field: 'state',
      operator: 'in',
      value: random.pick([
        ['NSW', 'VIC'],
        ['NSW', 'QLD'],
        ['VIC', 'QLD', 'WA'],
      ]),
    },
    { field: 'createdDate', operator: '>=', value: day(-500 - random.int(0, 30)) },
  ];
  return {
    method: 'POST',
    path: '/api/Automation/Search/Contacts/Filters',
    body: { filters: JSON.stringify({ combinator: 'and', rules }), maxRecords: 500, orderBy: { columnName: 'surname', isAscending: true } },
  };
};

export const WORKLOADS: readonly Workload[] = [
  { name: 'W1', description: 'job search: a word, statuses, divisions, created range; 100 full jobs', request: searchJobs },
  { name: 'W2', description: 'candidate update: 8 fields; bare gives the same guarantees', request: updateCandidate },
  {
    name: 'W2b',
    description: 'the same; bare is one blind UPDATE',
    request: updateCandidate,
    bareRequest: (request) => ({ ...request, path: request.path.replace('/api/', '/blind/') }),
  },
  {
    name: 'W3',
    description: 'activities of a candidate',
    request: (random, { candidates }) => ({ method: 'GET', path: `/api/Candidates/${random.int(21, candidates)}/Activities` }),
  },
  { name: 'W4', description: 'contacts by a filter of three conditions, by surname; 500 full contacts', request: filterContacts },
  {
    name: 'W5',
    description: 'one job, complete',
    request: (random, { jobs }) => ({ method: 'GET', path: `/api/Jobs/${random.int(1, jobs)}` }),
  },
];
