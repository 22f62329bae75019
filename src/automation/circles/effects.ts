import { recordTypeNamed, type RecordType } from '../../fields/record-type';
import { isTagged, TAG_EVENTS } from '../../tags';
import { Event } from '../../terms/events';
import type { Action } from '../actions/action';
import { ownerFieldOf, statusFieldOf } from '../actions/key-fields';
import { targetsOf } from '../actions/targets';
import { writableField } from '../actions/update-field';
import { ADVANCING, APPLICATION_STAGE, CONSEQUENCES, UPDATED } from './consequences';

/** What a rule's actions can bring about: events, and changes of records of these types or of what they are filtered by. */
export interface Effects {
  readonly events: ReadonlySet<number>;
  readonly changed: ReadonlySet<string>;
}

/** What the actions of a rule about records of a type can bring about. */
export function effectsOf(actions: readonly Action[], record: RecordType): Effects {
  const all = actions.map((action) => effectsOfAction(action, targetsOf(record).get(action.params.target ?? 'self') ?? record));
  return { events: new Set(all.flatMap(({ events }) => events)), changed: new Set(all.flatMap(({ changed }) => changed)) };
}

interface Effect {
  readonly events: readonly number[];
  readonly changed: readonly string[];
}

const NONE: Effect = { events: [], changed: [] };

function effectsOfAction(action: Action, target: RecordType): Effect {
  switch (action.type) {
    case 'addTag':
      return tagged(target, 'put');
    case 'removeTag':
      return tagged(target, 'taken');
    case 'updateField':
      return written(target, writableField(target, action.params.field)?.name, action.params.value);
    case 'changeStatus':
      return written(target, statusFieldOf(target)?.name, action.params.statusID);
    case 'assignOwner':
      return written(target, ownerFieldOf(target)?.name, action.params.ownerID);
    case 'createNote':
      return { events: [Event.NoteAdded], changed: ['Activity', target.name] };
    case 'createTask':
    case 'sendEmail':
    case 'sendSms':
      return { events: [], changed: ['Activity', target.name] };
    // what is done outside is not seen from here
    case 'webhook':
    case 'notifyUser':
    case 'addToSavedList':
      return NONE;
  }
}

const tagged = ({ name }: RecordType, how: 'put' | 'taken'): Effect => ({
  events: isTagged(name) ? [TAG_EVENTS[name][how]] : [],
  changed: [name],
});

function written(type: RecordType, field = '', value: unknown): Effect {
  const place = `${type.name}.${field}`;
  const updated = [UPDATED[type.name] ?? []].flat();
  const direct = (CONSEQUENCES[place] ?? []).filter(([, of]) => !of || of.includes(value)).map(([event]) => event);
  const own: Effect = {
    events: [...updated, ...direct],
    changed: [...affectedBy(type.name), ...(place === 'Offer.statusID' ? ['Placement'] : [])],
  };
  return ADVANCING.includes(place)
    ? { events: [...own.events, ...APPLICATION_STAGE.map(([event]) => event)], changed: [...own.changed, ...affectedBy('Application')] }
    : own;
}

/** The type itself and those whose figures follow from it. */
const affectedBy = (name: string): string[] => [name, ...Object.keys(recordTypeNamed(name).concerns)];
