import { applicantOf, clientOfContact, clientOfJob, contactsOfClient, sitesOfClient } from './relations';
import { sizesOf } from './sizes';
import { World } from './world';

const world = new World(sizesOf({ jobs: 100, contacts: 130, candidates: 20, activities: 20 }), new Date('2026-06-01T09:30:00Z'));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('who belongs to whom', () => {
  it('says the same of contacts and clients from both sides', () => {
    for (const client of upTo(world.sizes.clients)) {
      expect(contactsOfClient(world, client, 1000)).toEqual(
        upTo(world.sizes.contacts).filter((contact) => clientOfContact(world, contact) === client),
      );
    }
  });

  it('numbers the sites of all clients without a gap', () => {
    expect(upTo(world.sizes.clients).flatMap(sitesOfClient)).toEqual(upTo(sitesOfClient(world.sizes.clients).at(-1) ?? 0));
  });

  it('gives nearly every job a client, and job 1 the first', () => {
    const clients = upTo(world.sizes.jobs).map((job) => clientOfJob(world, job));
    expect(clients[0]).toBe(1);
    expect(clients.filter((client) => client === undefined).length).toBeGreaterThan(0);
    expect(clients.filter((client) => client !== undefined).length).toBeGreaterThan(90);
  });

  it('lets different candidates apply for a job', () => {
    for (const job of upTo(world.sizes.jobs)) expect(new Set(upTo(11).map((place) => applicantOf(world, job, place))).size).toBe(11);
  });
});
