import { industryAt, type Industry } from './industries';
import { isBare, type DemoContext } from './demo-context';

/** Relations follow from the ids alone, so that any record can be generated without the others. */

/** Contacts 1 to 4 belong to client 1; the others are spread evenly over all clients. */
const AT_FIRST_CLIENT = 4;
export const clientOfContact = ({ sizes }: DemoContext, contact: number): number =>
  contact <= AT_FIRST_CLIENT ? 1 : ((contact - AT_FIRST_CLIENT - 1) % sizes.clients) + 1;

/** The ids of the first contacts of a client, at most `count`. */
export function contactsOfClient({ sizes }: DemoContext, client: number, count: number): number[] {
  const contacts = client === 1 ? [1, 2, 3, 4] : [];
  for (let contact = AT_FIRST_CLIENT + client; contact <= sizes.contacts && contacts.length < count; contact += sizes.clients)
    contacts.push(contact);
  return contacts.slice(0, count);
}

/** The number of sites, repeating every three clients. */
const SITES = [2, 3, 1] as const;
const SITES_OF_THREE = 6;

/** The sites of a client have consecutive ids; the first is the head office. */
export function sitesOfClient(client: number): number[] {
  const [threes, place] = [Math.floor((client - 1) / 3), (client - 1) % 3];
  const before = threes * SITES_OF_THREE + SITES.slice(0, place).reduce((sum, count) => sum + count, 0);
  return Array.from({ length: SITES[place] ?? 0 }, (_, index) => before + index + 1);
}

/** The job that this one is a release of: job 20 of job 1, and some later ones of the job before them. */
export const parentJobOf = (job: number): number | null => (job === 20 ? 1 : job % 50 === 0 && !isBare(job - 1) ? job - 1 : null);

/** A few jobs have no client yet; a release has the client of its parent job. */
export function clientOfJob({ sizes }: DemoContext, job: number): number | undefined {
  const first = parentJobOf(job) ?? job;
  return first % 61 === 37 || isBare(job) ? undefined : (((first - 1) * 7) % sizes.clients) + 1;
}

export const industryOfClient = (client: number): Industry => industryAt(client - 1);
/** There is one division per industry. */
export const divisionOfClient = (client: number): number => ((client - 1) % 5) + 1;

export const industryOfCandidate = (candidate: number): Industry => industryAt(candidate - 1);

/** The applicants of a job are distinct candidates with consecutive ids. @param index of the applicant, from 0 */
export const applicantOf = ({ sizes }: DemoContext, job: number, index: number): number =>
  (((job - 1) * 13 + index) % sizes.candidates) + 1;
