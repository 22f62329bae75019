import { Random } from '../../src/demo/random';
import type { MainSizes } from '../../src/demo/sizes';
import { WORKLOADS, type BenchRequest } from '../workloads';
import type { Client } from '../client';
import { planning } from './planning';
import type { Question } from './question';
import type { Sample } from './sample';

const rule = (field: string, operator: string, value: unknown): object => ({ field, operator, value });
const related = (field: string, match: object, ...rules: object[]): object => ({ field, match, value: all(...rules) });
const all = (...rules: object[]): object => ({ combinator: 'and', rules });

const page = (path: string, body: object): BenchRequest => ({ method: 'POST', path, body });
const contacts = (filters: object | null, columnName = 'id', isAscending = true): BenchRequest =>
  page('/api/Contacts/Query?limit=100', { filters, orderBy: { columnName, isAscending } });
const candidates = (filters: object | null, columnName = 'id'): BenchRequest =>
  page('/api/Candidates/Query?limit=100', { filters, orderBy: { columnName, isAscending: true } });
const jobs = (columnName: string): BenchRequest => page('/api/Jobs/Query?limit=100', { orderBy: { columnName, isAscending: true } });
const candidateSearch = (criteria: object): BenchRequest => page('/api/Candidates/Search?limit=100', criteria);
const get = (path: string): BenchRequest => ({ method: 'GET', path });
const oneSearch = (text: string): BenchRequest => get(`/api/Search?q=${encodeURIComponent(text)}`);

/** A question that is one request, with values that vary. */
const question = (name: string, request: (random: Random, sample: Sample, sizes: MainSizes) => BenchRequest): Question => ({
  name,
  begin: ({ client, sample, sizes }) => Promise.resolve(async (random) => (await client.send(request(random, sample, sizes))).took),
});

/** A question that needs something first. */
const prepared = (name: string, prepare: (client: Client) => Promise<BenchRequest>): Question => ({
  name,
  begin: async ({ client }) => {
    const request = await prepare(client);
    return async () => (await client.send(request)).took;
  },
});

function workload(name: string): (random: Random, sizes: MainSizes) => BenchRequest {
  const found = WORKLOADS.find((each) => each.name === name);
  if (!found) throw new Error(`There is no workload ${name}.`);
  return found.request;
}

/** W1 with another word. */
const searchFor = (word: string, random: Random, sizes: MainSizes): BenchRequest => {
  const request = workload('W1')(random, sizes);
  return { ...request, body: { ...request.body, jobTitle: word } };
};

async function savedSearch(client: Client, criteria: object): Promise<BenchRequest> {
  const { ssid } = await client.read<{ ssid: number }>('POST', '/api/Contacts/Searches', { name: 'Growth', ...criteria });
  return get(`/api/Contacts/Searches/${ssid}/Results`);
}

const NO_WORD = 'zyxwvut';

const SYDNEY = { longitude: '151.2093', latitude: '-33.8688', radius: '25', includeSites: true };

const BY_SURNAME = { orderBy: { columnName: 'surname', isAscending: true } };
const PAGE_SIZE = 10;
const LARGEST_PAGE = 1000;

/** The 1,000th page of ten, with the cursor that the tenth page of a thousand ends with: a cursor is a position. */
async function pageThousand(client: Client): Promise<BenchRequest> {
  let path = `/api/Contacts/Query?limit=${LARGEST_PAGE}`;
  for (let at = LARGEST_PAGE; at <= 999 * PAGE_SIZE; at += LARGEST_PAGE) {
    const { headers } = await client.send(page(path, BY_SURNAME));
    path = /<(.+)>/.exec(String(headers.link))?.[1] ?? '';
    if (path === '') throw new Error('There is no page 1,000.');
  }
  return page(path.replace(`limit=${LARGEST_PAGE}`, `limit=${PAGE_SIZE}`), BY_SURNAME);
}

/** The questions of which none may cost more in a larger firm. */
export const QUESTIONS: readonly Question[] = [
  question('W1: job search', (random, _, sizes) => workload('W1')(random, sizes)),
  question('W1, a word nobody has', (random, _, sizes) => searchFor(NO_WORD, random, sizes)),
  question('W1, the most common word', (random, { commonWord }, sizes) => searchFor(commonWord, random, sizes)),
  question('W4: contacts by filter', (random, _, sizes) => workload('W4')(random, sizes)),
  question('surname =', (random, { surnames }) => contacts(all(rule('surname', '=', random.pick(surnames))))),
  question('email =', (random, { emails }) => contacts(all(rule('email', '=', random.pick(emails))))),
  question('surname beginsWith', (random, { surnames }) => contacts(all(rule('surname', 'beginsWith', random.pick(surnames).slice(0, 3))))),
  question('fullName beginsWith', (random, { surnames }) =>
    contacts(all(rule('fullName', 'beginsWith', random.pick(surnames).slice(0, 3)))),
  ),
  ...['surname', 'email', 'jobTitle', 'suburb', 'customField1', 'description', 'clientName', 'statusName', 'openJobs'].map((field) =>
    question(`ordered by ${field}`, () => contacts(null, field)),
  ),
  ...['surname', 'clientName', 'lastActivityDate'].map((field) =>
    question(`ordered by ${field}, descending`, () => contacts(null, field, false)),
  ),
  question('status', () => contacts(all(rule('statusName', '=', 'Active')))),
  question('a custom field', (_, { customValue }) => contacts(all(rule('customField1', '=', customValue)))),
  question('a custom field contains', (_, { customValue }) => contacts(all(rule('customField1', 'contains', customValue.slice(2, 8))))),
  question('letters that no description has', () => AT_ONCE),
  question('a tag', () => contacts(all(related('tagList', { mode: 'some' }, rule('tagName', '=', 'Newsletter'))))),
  question('a tag that no contact has', () => contacts(all(related('tagList', { mode: 'some' }, rule('tagName', '=', NO_WORD))))),
  question('at least two open jobs', () =>
    contacts(all(related('jobs', { mode: 'atLeast', threshold: 2 }, rule('statusName', '=', 'Open')))),
  ),
  prepared('saved search, radius', (client) => savedSearch(client, SYDNEY)),
  prepared('saved search, words in notes', (client) => savedSearch(client, { noteContents: 'reference' })),
  prepared('saved search, no such word', (client) => savedSearch(client, { noteContents: NO_WORD })),
  prepared('saved search, words of titles', (client) => savedSearch(client, { jobTitle: 'project manager' })),
  question('one search, a surname', (random, { surnames }) => oneSearch(random.pick(surnames))),
  question('one search, a whole name', (random, { names }) => oneSearch(random.pick(names))),
  question('one search, a word nobody has', () => oneSearch(NO_WORD)),
  question('one search, the most common word', (_, { commonWord }) => oneSearch(commonWord)),
  question('one search, the beginning of a word', (random, { surnames }) => oneSearch(random.pick(surnames).slice(0, 3))),
  question('one search, two letters', () => oneSearch('e s')),
  question('one search, a phone', () => oneSearch('0412 345 678')),
  question('one search, an e-mail address', (random, { emails }) => oneSearch(random.pick(emails))),
  question('one search, an id', (random, _, { jobs }) => oneSearch(String(random.int(1, jobs)))),
  question('jobs by type', () => page('/api/Jobs/Search', { type: ['CONTRACT'] })),
  ...['title', 'clientName', 'suburb'].map((field) => question(`jobs ordered by ${field}`, () => jobs(field))),
  question('candidates by skill', (_, { skill }) => candidates(all(related('tagList', { mode: 'some' }, rule('tagName', '=', skill))))),
  question('candidates ordered by lastName', () => candidates(null, 'lastName')),
  question('candidates ordered by jobTitle', () => candidates(null, 'jobTitle')),
  question('candidate search, a surname', (random, { surnames }) => candidateSearch({ words: random.pick(surnames) })),
  question('candidate search, a word nobody has', () => candidateSearch({ words: NO_WORD })),
  question('candidate search, the most common word', (_, { commonWord }) => candidateSearch({ words: commonWord })),
  question('candidate search, an e-mail address', (random, { emails }) => candidateSearch({ words: random.pick(emails) })),
  question('candidate search, a skill', (_, { skill }) => candidateSearch({ includeTags: [{ tag: skill, typeId: 1 }] })),
  question('candidate search, skill and title', (_, { skill }) =>
    candidateSearch({ jobTitle: 'engineer', includeTags: [{ tag: skill, typeId: 1 }] }),
  ),
  question('candidate search, radius', () => candidateSearch({ ...SYDNEY, includeSites: undefined })),
  question('page 1 of ten', () => page(`/api/Contacts/Query?limit=${PAGE_SIZE}`, BY_SURNAME)),
  prepared('page 1,000 of ten', pageThousand),
  question('all contacts', () => get('/api/Contacts?limit=100')),
  question('a saved list', () => get('/api/Lists/1/Records')),
  question('W5: one job', (random, _, sizes) => workload('W5')(random, sizes)),
  question('W3: activities', (random, _, sizes) => workload('W3')(random, sizes)),
  // each time other values: what has been saved already is no change
  question('W2: a PUT', (_, __, sizes) => workload('W2')(new Random(`${performance.now()}`), sizes)),
  { name: 'planning 1 % (for 200)', alone: true, begin: planning },
];

/** Nobody has these letters, so the descriptions of all contacts have to be looked at. */
export const AT_ONCE = contacts(all(rule('description', 'contains', NO_WORD)));
