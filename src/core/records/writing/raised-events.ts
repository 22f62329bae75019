import type { EntityManager } from 'typeorm';
import type { RecordType } from '../../fields/record-type';

/**
 * The numbers of the events that saving a record raises; a new record has no state before. Waits only for events that ask the database:
 * of hundreds of records each wait counts.
 */
export async function raisedEvents(
  em: EntityManager,
  { events }: RecordType,
  before: object | undefined,
  after: object,
): Promise<number[]> {
  const raised: number[] = [];
  for (const event of events) {
    const answer = event.isRaised?.({ em, before, after }) ?? false;
    if (typeof answer === 'boolean' ? answer : await answer) raised.push(event.id);
  }
  return raised;
}
