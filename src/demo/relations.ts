import { industryAt, type Industry } from './industries';
import { isBare, type World } from './world';

/** Who belongs to whom follows from the ids alone, so that any record can be made without the others at hand. */

/** The contacts 1 to 4 are at client 1, the others in turn at all clients. */
const AT_FIRST_CLIENT = 4;
export const clientOfContact = ({ sizes }: World, contact: number): number =>
  contact <= AT_FIRST_CLIENT ? 1 : ((contact - AT_FIRST_CLIENT - 1) % sizes.clients) + 1;

/** The first contacts of a client, at most so many. */
export function contactsOfClient({ sizes }: World, client: number, count: number): number[] {
  const contacts = client === 1 ? [1, 2, 3, 4] : [];
  for (let contact = AT_FIRST_CLIENT + client; contact <= sizes.contacts && contacts.length < count; contact += sizes.clients)
    contacts.push(contact);
  return contacts.slice(0, count);
}

/** Every third client has one site, the others have two or three. */
const SITES = [2, 3, 1] as const;
const SITES_OF_THREE = 6;

/** A client's sites have numbers in a row; the first is its head office. */
export function sitesOfClient(client: number): number[] {
  const [threes, place] = [Math.floor((client - 1) / 3), (client - 1) % 3];
  const before = threes * SITES_OF_THREE + SITES.slice(0, place).reduce((sum, count) => sum + count, 0);
  return Array.from({ length: SITES[place] ?? 0 }, (_, index) => before + index + 1);
}

/** Job 20 is a release of job 1; some later ones are of the job before them. */
export const releasedFrom = (job: number): number | null => (job === 20 ? 1 : job % 50 === 0 && !isBare(job - 1) ? job - 1 : null);

/** A few jobs have no client yet; a release has the client of the job that it comes from. */
export function clientOfJob({ sizes }: World, job: number): number | undefined {
  const first = releasedFrom(job) ?? job;
  return first % 61 === 37 || isBare(job) ? undefined : (((first - 1) * 7) % sizes.clients) + 1;
}

export const industryOfClient = (client: number): Industry => industryAt(client - 1);
/** A division for each industry. */
export const divisionOfClient = (client: number): number => ((client - 1) % 5) + 1;

export const industryOfCandidate = (candidate: number): Industry => industryAt(candidate - 1);

/** Those who apply for a job: different candidates, in a row. */
export const applicantOf = ({ sizes }: World, job: number, place: number): number => (((job - 1) * 13 + place) % sizes.candidates) + 1;
