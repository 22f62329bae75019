import { EntityManager } from 'typeorm';
import { eventsFor, isDeletion, isOfDeleted, type RecordEvent } from './record-event';

class Order {
  deleted = false;
  statusID: number | null = null;
  isUrgent = false;
  category = 1;
}

const { created, updated, changed, reaches, raisedWhen, raisedElsewhere, dateReached, matchesFilters, written, unless } =
  eventsFor<Order>();
const order = (fields: Partial<Order> = {}): Order => Object.assign(new Order(), fields);
const em = Object.create(EntityManager.prototype) as EntityManager;

const EVENTS = {
  created: created(1, 'Order created'),
  'created in category 2 or 3': created(2, 'Large order created', { category: [2, 3] }),
  updated: updated(3, 'Order updated'),
  'status changed': changed(4, 'Order status changed', 'statusID'),
  'sent or received': reaches(5, 'Order on its way', 'statusID', 5, 6),
  urgent: reaches(6, 'Order urgent', 'isUrgent', true),
  'urgent and sent': raisedWhen(7, 'Urgent order sent', ({ after }) => Promise.resolve(after.isUrgent && after.statusID === 5), {
    causedBy: [written('isUrgent', true), written('statusID', 5)],
  }),
  ...unless(isDeletion, { 'updated, not deleted': updated(8, 'Order updated') }),
  ...unless(isOfDeleted, { 'updated while not deleted': updated(9, 'Order updated') }),
  'by others': raisedElsewhere(10, 'Order paid', { raisedBy: 'payments', causedBy: [] }),
  'a date': dateReached(11, 'Order due', { field: 'dueDate', way: 'before' }),
  matching: matchesFilters(12, 'Order matches filters'),
} as const satisfies Record<string, RecordEvent<Order>>;

async function raisedBy(before: Order | undefined, after: Order): Promise<string[]> {
  const raised: string[] = [];
  for (const [name, event] of Object.entries<RecordEvent<Order>>(EVENTS))
    if (await event.isRaised?.({ em, before, after })) raised.push(name);
  return raised;
}

const UPDATED = ['updated', 'updated, not deleted', 'updated while not deleted'];

describe('The events that saving a record raises', () => {
  it.each<[string, Partial<Order> | undefined, Partial<Order>, string[]]>([
    ['a new record', undefined, {}, ['created']],
    ['a new record with certain values', undefined, { category: 3 }, ['created', 'created in category 2 or 3']],
    ['a new record that has reached a value', undefined, { statusID: 5 }, ['created', 'sent or received']],
    ['a new record with a flag', undefined, { isUrgent: true }, ['created', 'urgent']],
    [
      'a new record of which a condition holds',
      undefined,
      { isUrgent: true, statusID: 5 },
      ['created', 'sent or received', 'urgent', 'urgent and sent'],
    ],
    ['a new record that is deleted', undefined, { deleted: true }, ['created']],
    ['a change of another field', {}, { category: 2 }, UPDATED],
    [
      'a changed field',
      { statusID: 1 },
      { statusID: 2 },
      ['updated', 'status changed', 'updated, not deleted', 'updated while not deleted'],
    ],
    [
      'a cleared field',
      { statusID: 5 },
      { statusID: null },
      ['updated', 'status changed', 'updated, not deleted', 'updated while not deleted'],
    ],
    [
      'a value that is reached',
      { statusID: 1 },
      { statusID: 6 },
      ['updated', 'status changed', 'sent or received', 'updated, not deleted', 'updated while not deleted'],
    ],
    ['a value that is kept', { statusID: 6 }, { statusID: 6, category: 2 }, UPDATED],
    ['a flag that is cleared', { isUrgent: true }, { isUrgent: false }, UPDATED],
    ['a deletion', {}, { deleted: true }, ['updated']],
    ['a change of a deleted record', { deleted: true }, { deleted: true, category: 2 }, ['updated', 'updated, not deleted']],
    ['a restoration', { deleted: true }, {}, UPDATED],
  ])('for %s', async (_, before, after, expected) => expect(await raisedBy(before && order(before), order(after))).toEqual(expected));
});

describe('The causes of an event', () => {
  it.each<[keyof typeof EVENTS, object[]]>([
    ['created', [{ kind: 'created', having: {} }]],
    ['created in category 2 or 3', [{ kind: 'created', having: { category: [2, 3] } }]],
    ['updated', [{ kind: 'fieldWritten' }]],
    ['status changed', [{ kind: 'fieldWritten', field: 'statusID' }]],
    [
      'urgent',
      [
        { kind: 'fieldWritten', field: 'isUrgent', values: [true] },
        { kind: 'created', having: { isUrgent: [true] } },
      ],
    ],
    [
      'urgent and sent',
      [
        { kind: 'fieldWritten', field: 'isUrgent', values: [true] },
        { kind: 'fieldWritten', field: 'statusID', values: [5] },
      ],
    ],
    ['updated, not deleted', [{ kind: 'fieldWritten' }]],
    ['a date', []],
    ['matching', []],
  ])('%s', (name, causes) => expect(EVENTS[name].causedBy).toEqual(causes));

  it('of an update can be more than its fields', () => {
    const event = updated(3, 'Order updated', { raisedBy: 'its tags', causedBy: [{ kind: 'tagAdded' }] });
    expect(event).toMatchObject({ kind: 'C', raisedBy: 'its tags', causedBy: [{ kind: 'fieldWritten' }, { kind: 'tagAdded' }] });
  });
});
