import { applicantOf, clientOfContact, clientOfJob, contactsOfClient, sitesOfClient } from './relations';
import { sizesOf } from './sizes';
import { DemoContext } from './demo-context';

const context = new DemoContext(sizesOf({ jobs: 100, contacts: 130, candidates: 20, activities: 20 }), new Date('2026-06-01T09:30:00Z'));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('The relations of the demonstration data', () => {
  it('agree on contacts and clients in both directions', () => {
    for (const client of upTo(context.sizes.clients)) {
      expect(contactsOfClient(context, client, 1000)).toEqual(
        upTo(context.sizes.contacts).filter((contact) => clientOfContact(context, contact) === client),
      );
    }
  });

  it('number the sites of all clients without gaps', () => {
    expect(upTo(context.sizes.clients).flatMap(sitesOfClient)).toEqual(upTo(sitesOfClient(context.sizes.clients).at(-1) ?? 0));
  });

  it('give nearly every job a client, and job 1 the first', () => {
    const clients = upTo(context.sizes.jobs).map((job) => clientOfJob(context, job));
    expect(clients[0]).toBe(1);
    expect(clients.filter((client) => client === undefined).length).toBeGreaterThan(0);
    expect(clients.filter((client) => client !== undefined).length).toBeGreaterThan(90);
  });

  it('give a job different candidates as applicants', () => {
    for (const job of upTo(context.sizes.jobs)) expect(new Set(upTo(11).map((index) => applicantOf(context, job, index))).size).toBe(11);
  });
});
