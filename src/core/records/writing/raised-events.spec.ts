import '../../database/support/kind';
import type { EntityManager } from 'typeorm';
import { recordTypeNamed } from '../../database/support/record-types';
import type { RecordEvent } from '../../fields/record-event';
import { raisedEvents } from './raised-events';

describe('The events that saving a record raises', () => {
  const em = {} as EntityManager;
  const raised = (events: readonly Partial<RecordEvent>[], before: object | undefined, after: object): Promise<number[]> =>
    raisedEvents(em, { ...recordTypeNamed('Job'), events: events as RecordEvent[] }, before, after);

  it('are those that say so, at once or later, in the order in which the type has them', async () => {
    const events = [
      { id: 9, isRaised: () => Promise.resolve(true) },
      { id: 3, isRaised: () => false },
      { id: 4 },
      { id: 1, isRaised: () => true },
      { id: 2, isRaised: () => Promise.resolve(false) },
    ];
    expect(await raised(events, {}, {})).toEqual([9, 1]);
  });

  it('follow from the record before and after', async () => {
    const [before, after] = [{ title: 'old' }, { title: 'new' }];
    const changes: unknown[] = [];
    await raised([{ id: 1, isRaised: (change) => changes.push(change) > 0 }], before, after);
    await raised([{ id: 1, isRaised: (change) => changes.push(change) > 0 }], undefined, after);
    expect(changes).toEqual([
      { em, before, after },
      { em, before: undefined, after },
    ]);
  });
});
