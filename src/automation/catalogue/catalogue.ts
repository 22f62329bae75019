import type { RecordTypes } from '../../core/fields/record-types';
import { catalogueFieldsOf, catalogueRelationsOf, type CatalogueField, type CatalogueRelation } from '../../core/query';
import { AutomationStatus, Trigger } from '../../core/terms/numbers';
import type { ActionDefinition } from '../actions/action-definition';
import { actionsSchema } from '../actions/actions-schema';
import { ALL_ACTIONS } from '../actions/all-actions';
import { writableField } from '../actions/fields';
import { targetsFor, targetsOf } from '../actions/targets';
import type { JsonSchema } from '../definition/schema-parser';
import { OFFSET_SCHEMA, RECURRING_SCHEMA, SENDING_ONLY_SCHEMA } from '../schedule/schedule-schema';
import { EVENTS, type AutomationEvent } from './events';
import {
  MEANINGS,
  matchModeMeanings,
  operatorMeanings,
  type CatalogueMatchMode,
  type CatalogueMeaning,
  type CatalogueOperator,
} from './meanings';
import { AUTOMATION_RECORD_TYPES, MODULES, type AutomationRecordType } from './modules';
import { RELATIVE_DATE_SCHEMA } from './relative-date';

export interface NamedNumber {
  readonly id: number;
  readonly name: string;
}

/** A target of actions: the record of the rule (`self`) or one it refers to. */
export interface CatalogueTarget {
  readonly name: string;
  readonly recordType: string;
  readonly actions: readonly string[];
}

export interface CatalogueRecordType {
  readonly name: string;
  readonly fields: readonly (CatalogueField & { readonly writable: boolean })[];
  readonly relations: readonly CatalogueRelation[];
  readonly targets: readonly CatalogueTarget[];
}

export type CatalogueEvent = Omit<AutomationEvent, 'ofDeletedRecords'>;

export interface CatalogueAction {
  readonly type: string;
  readonly title: string;
  /** What it changes. */
  readonly changes: string;
  /** The types of record it applies to. */
  readonly recordTypes: readonly AutomationRecordType[];
  /** The modules whose automations can use it, on the record itself or on one it refers to. */
  readonly moduleIds: readonly number[];
  readonly params: JsonSchema;
}

/** Everything that a rule editor needs. */
export interface Catalogue {
  readonly triggers: readonly NamedNumber[];
  readonly statuses: readonly NamedNumber[];
  readonly modules: readonly (NamedNumber & { readonly recordTypes: readonly CatalogueRecordType[] })[];
  readonly events: readonly CatalogueEvent[];
  readonly actions: readonly CatalogueAction[];
  readonly actionsSchema: JsonSchema;
  readonly schedule: { readonly recurring: JsonSchema; readonly offset: JsonSchema; readonly sending: JsonSchema };
  readonly relativeDate: JsonSchema;
  readonly operators: readonly CatalogueOperator[];
  readonly matchModes: readonly CatalogueMatchMode[];
  readonly meanings: readonly CatalogueMeaning[];
  /** The types of related records that automations cannot be over. */
  readonly relatedTypes: readonly CatalogueRelatedType[];
}

export type CatalogueRelatedType = Omit<CatalogueRecordType, 'targets'>;

export const catalogue = (types: RecordTypes, actions: readonly ActionDefinition[] = ALL_ACTIONS): Catalogue => ({
  triggers: named(Trigger),
  statuses: named(AutomationStatus),
  modules: MODULES.map(({ id, name, recordTypes }) => ({
    id,
    name,
    recordTypes: recordTypes.map((each) => recordTypeInCatalogue(types, each, actions)),
  })),
  events: EVENTS.map(eventInCatalogue),
  actions: actions.map((action) => actionInCatalogue(types, action)),
  actionsSchema: actionsSchema(actions),
  schedule: { recurring: RECURRING_SCHEMA, offset: OFFSET_SCHEMA, sending: SENDING_ONLY_SCHEMA },
  relativeDate: RELATIVE_DATE_SCHEMA,
  operators: operatorMeanings(),
  matchModes: matchModeMeanings(),
  meanings: MEANINGS,
  relatedTypes: relatedTypesOf(types),
});

/** Those that relations lead to, however far. */
function relatedTypesOf(types: RecordTypes): CatalogueRelatedType[] {
  const found = new Set<string>(AUTOMATION_RECORD_TYPES);
  for (const name of found) for (const { refersTo } of catalogueRelationsOf(types.named(name))) found.add(refersTo);
  return [...found]
    .filter((name) => !(AUTOMATION_RECORD_TYPES as readonly string[]).includes(name))
    .sort()
    .map((name) => types.named(name))
    .map((type) => ({
      name: type.name,
      fields: catalogueFieldsOf(types, type).map((field) => ({ ...field, writable: false })),
      relations: catalogueRelationsOf(type),
    }));
}

const named = (numbers: Readonly<Record<string, number>>): NamedNumber[] => Object.entries(numbers).map(([name, id]) => ({ id, name }));

/** "Event"; undefined for an unknown id. */
export const triggerName = (id: number): string | undefined => named(Trigger).find((each) => each.id === id)?.name;
export const statusName = (id: number): string | undefined => named(AutomationStatus).find((each) => each.id === id)?.name;

function eventInCatalogue({ id, name, kind, moduleId, module, recordType, date }: AutomationEvent): CatalogueEvent {
  return { id, name, kind, moduleId, module, recordType, ...(date && { date }) };
}

function recordTypeInCatalogue(types: RecordTypes, name: AutomationRecordType, actions: readonly ActionDefinition[]): CatalogueRecordType {
  const type = types.named(name);
  return {
    name,
    fields: catalogueFieldsOf(types, type).map((field) => ({ ...field, writable: writableField(type, field.name) !== undefined })),
    relations: catalogueRelationsOf(type),
    targets: [...targetsOf(types, type)].map(([target, { name: recordType }]) => ({
      name: target,
      recordType,
      actions: actions.filter((action) => targetsFor(types, action, type).has(target)).map((action) => action.type),
    })),
  };
}

function actionInCatalogue(types: RecordTypes, definition: ActionDefinition): CatalogueAction {
  const modules = MODULES.filter(({ recordTypes }) =>
    recordTypes.some((name) => targetsFor(types, definition, types.named(name)).size > 0),
  );
  return {
    type: definition.type,
    title: definition.title,
    changes: definition.changes,
    recordTypes: definition.actsOn,
    moduleIds: modules.map(({ id }) => id),
    params: definition.params.parser.schema,
  };
}
