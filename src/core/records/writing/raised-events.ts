import type { EntityManager } from 'typeorm';
import type { RecordType } from '../../fields/record-type';

/** The numbers of the events that saving a record raises; a new record has no state before. */
export async function raisedEvents(
  em: EntityManager,
  { events }: RecordType,
  before: object | undefined,
  after: object,
): Promise<number[]> {
  const raised: number[] = [];
  for (const event of events) if (await event.isRaised?.({ em, before, after })) raised.push(event.id);
  return raised;
}
