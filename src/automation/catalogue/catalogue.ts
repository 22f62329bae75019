import { recordTypeNamed } from '../../fields/record-type';
import { catalogueFieldsOf, catalogueRelationsOf, type CatalogueField, type CatalogueRelation } from '../../query';
import { AutomationStatus, Trigger } from '../../terms/numbers';
import type { ActionType } from '../actions/action';
import { ACTIONS_SCHEMA } from '../actions/actions-schema';
import { ACTION_TYPES, definitionOf } from '../actions/definitions';
import { targetsFor, targetsOf } from '../actions/targets';
import { writableField } from '../actions/update-field';
import type { JsonSchema } from '../definition/json-form';
import { OFFSET_SCHEMA, RECURRING_SCHEMA } from '../schedule/schedule-schema';
import { EVENTS, type AutomationEvent } from './events';
import { MODULES, type Subject } from './modules';
import { RELATIVE_DATE_SCHEMA } from './relative-date';

export interface NamedNumber {
  readonly id: number;
  readonly name: string;
}

/** A record as the target of an action: the rule's own (`self`) or one it refers to. */
export interface CatalogueTarget {
  readonly name: string;
  readonly recordType: string;
  readonly actions: readonly ActionType[];
}

export interface CatalogueRecordType {
  readonly name: string;
  readonly fields: readonly (CatalogueField & { readonly writable: boolean })[];
  readonly relations: readonly CatalogueRelation[];
  readonly targets: readonly CatalogueTarget[];
}

export interface CatalogueAction {
  readonly type: ActionType;
  readonly title: string;
  /** The records that it is done to. */
  readonly recordTypes: readonly Subject[];
  /** The modules whose rules may have it, on the record itself or on one it refers to. */
  readonly moduleIds: readonly number[];
  readonly params: JsonSchema;
}

/** Everything from which a front end draws the editor of rules. */
export interface Catalogue {
  readonly triggers: readonly NamedNumber[];
  readonly statuses: readonly NamedNumber[];
  readonly modules: readonly (NamedNumber & { readonly recordTypes: readonly CatalogueRecordType[] })[];
  readonly events: readonly AutomationEvent[];
  readonly actions: readonly CatalogueAction[];
  readonly actionsSchema: JsonSchema;
  readonly schedule: { readonly recurring: JsonSchema; readonly offset: JsonSchema };
  readonly relativeDate: JsonSchema;
}

export const catalogue = (): Catalogue => ({
  triggers: named(Trigger),
  statuses: named(AutomationStatus),
  modules: MODULES.map(({ id, name, recordTypes }) => ({ id, name, recordTypes: recordTypes.map(recordTypeInCatalogue) })),
  events: EVENTS,
  actions: ACTION_TYPES.map(actionInCatalogue),
  actionsSchema: ACTIONS_SCHEMA,
  schedule: { recurring: RECURRING_SCHEMA, offset: OFFSET_SCHEMA },
  relativeDate: RELATIVE_DATE_SCHEMA,
});

const named = (numbers: Readonly<Record<string, number>>): NamedNumber[] => Object.entries(numbers).map(([name, id]) => ({ id, name }));

/** "Event"; undefined for a number that is none. */
export const triggerName = (id: number): string | undefined => named(Trigger).find((each) => each.id === id)?.name;
export const statusName = (id: number): string | undefined => named(AutomationStatus).find((each) => each.id === id)?.name;

function recordTypeInCatalogue(name: Subject): CatalogueRecordType {
  const type = recordTypeNamed(name);
  return {
    name,
    fields: catalogueFieldsOf(type).map((field) => ({ ...field, writable: writableField(type, field.name) !== undefined })),
    relations: catalogueRelationsOf(type),
    targets: [...targetsOf(type)].map(([target, { name: recordType }]) => ({
      name: target,
      recordType,
      actions: ACTION_TYPES.filter((action) => targetsFor(definitionOf(action), type).has(target)),
    })),
  };
}

function actionInCatalogue(type: ActionType): CatalogueAction {
  const definition = definitionOf(type);
  const modules = MODULES.filter(({ recordTypes }) => recordTypes.some((name) => targetsFor(definition, recordTypeNamed(name)).size > 0));
  return {
    type,
    title: definition.title,
    recordTypes: definition.actsOn,
    moduleIds: modules.map(({ id }) => id),
    params: definition.form.schema,
  };
}
