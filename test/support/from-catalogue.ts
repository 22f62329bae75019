import fc from 'fast-check';
import type { Json } from './automations';

/** The catalogue as a front end sees it. */
export interface Catalogue {
  readonly triggers: readonly { id: number; name: string }[];
  readonly statuses: readonly { id: number; name: string }[];
  readonly modules: readonly { id: number; name: string; recordTypes: readonly CatalogueType[] }[];
  readonly events: readonly { id: number; name: string; kind: string; moduleId: number; module: string; recordType: string }[];
  readonly actions: readonly { type: string; params: Schema }[];
  readonly actionsSchema: Schema;
  readonly schedule: { readonly recurring: Schema; readonly offset: Schema };
  readonly relativeDate: Schema;
}
export interface CatalogueType {
  readonly name: string;
  readonly fields: readonly CatalogueField[];
  readonly relations: readonly { name: string; refersTo: string; matchModes: readonly string[] }[];
  readonly targets: readonly { name: string; recordType: string; actions: readonly string[] }[];
}
export interface CatalogueField {
  readonly name: string;
  readonly type: string;
  readonly operators: readonly string[];
  readonly values?: readonly number[];
  readonly nullable: boolean;
  readonly lookup?: string;
  readonly refersTo?: string;
  readonly writable: boolean;
}
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  /** What holds unless it has the properties in its `if`. */
  readonly else?: Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Arbitrary values that satisfy a schema. */
export function fromSchema(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  const choices = schema.enum ?? schema.examples;
  if (choices) return fc.constantFrom(...choices);
  const branches = schema.oneOf ?? schema.anyOf;
  return branches ? fc.oneof(...branches.map(fromSchema)) : fromType(schema);
}

function fromType(schema: Schema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'object':
      return fromObject(schema);
    case 'array':
      return fromList(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -100, max: schema.maximum ?? 100 });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constantFrom('Text', 'Größe 7', '100 %');
  }
}

function fromList({ items = {}, minItems = 0, uniqueItems = false }: Schema): fc.Arbitrary<unknown[]> {
  const length = { minLength: minItems, maxLength: 3 };
  return uniqueItems ? fc.uniqueArray(fromSchema(items), length) : fc.array(fromSchema(items), length);
}

/** What an object has without the properties in an `if`. */
const requiredIn = ({ required = [], else: otherwise }: Schema): readonly string[] => [
  ...required,
  ...(otherwise ? requiredIn(otherwise) : []),
];

function fromObject({ properties = {}, dependentRequired = {}, ...schema }: Schema): fc.Arbitrary<Json> {
  const members = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, fromSchema(each)]));
  return fc.record(members, { requiredKeys: [...requiredIn(schema)] }).map((made) => {
    const kept = Object.entries(made).filter(([name]) => (dependentRequired[name] ?? []).every((other) => other in made));
    return Object.fromEntries(kept);
  });
}

/** Arbitrary operands for a rule on a field. */
export function operandOf({ type, values, lookup }: CatalogueField, relativeDate: Schema): fc.Arbitrary<unknown> {
  if (values) return fc.constantFrom(...values);
  switch (type) {
    case 'integer':
      return lookup ? fc.integer({ min: 1, max: 5 }) : fc.integer({ min: -3, max: 300 });
    case 'number':
      return fc.constantFrom(-1.5, 0, 10, 1e9);
    case 'boolean':
      return fc.boolean();
    case 'date':
      return fc.oneof(fc.constantFrom('2026-01-31', '2026-06-30T12:00:00Z'), fromSchema(relativeDate));
    default:
      return fc.constantFrom('a', 'Sydney', 'Größe', '100 %', 'PERM');
  }
}

export function ruleOn(field: CatalogueField, operator: string, relativeDate: Schema): fc.Arbitrary<Json> {
  const withValue = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Json> =>
    fc.record({ field: fc.constant(field.name), operator: fc.constant(operator), value });
  const one = operandOf(field, relativeDate);
  if (/null/i.test(operator) || operator === 'isAnniversary') return fc.constant({ field: field.name, operator });
  if (/^(not)?in$/i.test(operator)) return withValue(fc.array(one, { minLength: 1, maxLength: 3 }));
  if (/between/i.test(operator)) return withValue(one.map((value) => [value, value]));
  return withValue(one);
}

/** Arbitrary automations that a front end could build from the catalogue alone. */
export class AutomationArbitraries {
  private readonly types: ReadonlyMap<string, CatalogueType>;

  constructor(private readonly catalogue: Catalogue) {
    this.types = new Map(catalogue.modules.flatMap(({ recordTypes }) => recordTypes.map((type) => [type.name, type])));
  }

  /** Automations with any trigger, event and status. */
  automations(): fc.Arbitrary<Json> {
    const { events, triggers, statuses } = this.catalogue;
    return fc
      .record({ event: fc.constantFrom(...events), trigger: fc.constantFrom(...triggers), status: fc.constantFrom(...statuses) })
      .chain(({ event, trigger, status }) => {
        const type = this.type(event.recordType);
        const waits = trigger.name === 'Event' && event.kind === 'D';
        return fc.record({
          eventID: fc.constant(event.id),
          triggerID: fc.constant(trigger.id),
          statusID: fc.constant(status.id),
          filters: fc.oneof(fc.constantFrom<unknown>({ all: true }, {}, null), this.group(type)),
          actions: fc.array(this.action(type), { maxLength: 4 }),
          order: fc.array(fc.record({ columnName: fc.constantFrom(...type.fields.map(({ name }) => name)), isAscending: fc.boolean() }), {
            maxLength: 3,
          }),
          schedule: fc.oneof(
            fc.constant({}),
            waits ? fromSchema(this.catalogue.schedule.offset).map(notAhead) : fromSchema(this.catalogue.schedule.recurring).map(possible),
          ),
          maxNumberOfRecordsToExecute: fc.constantFrom(null, 0, 10),
          excludeRecordsProcessedInDays: fc.constantFrom(null, 0, 10),
        });
      });
  }

  group(type: CatalogueType, depth = 1): fc.Arbitrary<Json> {
    const one = fc
      .constantFrom(...type.fields)
      .chain((field) => fc.constantFrom(...field.operators).chain((operator) => ruleOn(field, operator, this.catalogue.relativeDate)));
    const relations = type.relations.filter(({ refersTo }) => this.types.has(refersTo));
    const branches = [
      { weight: 5, arbitrary: one },
      ...(depth < 4 ? [{ weight: 1, arbitrary: this.group(type, depth + 3) }] : []),
      ...(depth < 4 && relations.length > 0
        ? [{ weight: 1, arbitrary: fc.constantFrom(...relations).chain((relation) => this.related(relation, depth + 3)) }]
        : []),
    ];
    return fc.record({
      combinator: fc.constantFrom('and', 'or'),
      not: fc.boolean(),
      rules: fc.array(fc.oneof(...branches), { minLength: 1, maxLength: 4 }),
    });
  }

  private related({ name, refersTo, matchModes }: CatalogueType['relations'][number], depth: number): fc.Arbitrary<Json> {
    const match = fc.record({ mode: fc.constantFrom(...matchModes), threshold: fc.integer({ min: 0, max: 3 }) });
    return fc.record({ field: fc.constant(name), match, value: this.group(this.type(refersTo), depth) });
  }

  /** Any action except addToSavedList: there is no list to add to. */
  private action(type: CatalogueType): fc.Arbitrary<Json> {
    const possible = type.targets.flatMap(({ name, recordType, actions }) =>
      actions.filter((action) => action !== 'addToSavedList').map((action) => ({ target: name, recordType, action })),
    );
    return fc.constantFrom(...possible).chain(({ target, recordType, action }) =>
      fc.record({
        type: fc.constant(action),
        params: this.params(action, target, recordType),
        onError: fc.constantFrom('stop', 'continue'),
        retry: fc.constantFrom({ attempts: 1 }, { attempts: 10, delaySeconds: 3600 }),
      }),
    );
  }

  private params(action: string, target: string, recordType: string): fc.Arbitrary<Json> {
    if (action === 'updateField') return this.change(this.type(recordType)).map((change) => ({ ...change, target }));
    if (action in ELSEWHERE) return fc.constant({ ...ELSEWHERE[action], target });
    const { params } = this.catalogue.actions.find(({ type }) => type === action)!;
    // the catalogue does not list activity types, users and templates
    return fromSchema(params).map((made) => ({
      ...without(made as Json, ['typeID', 'assignedTo', 'replyTo', 'user', 'templateId']),
      ...(action === 'notifyUser' ? { user: 'owner' } : {}),
      target,
    }));
  }

  private change(type: CatalogueType): fc.Arbitrary<Json> {
    const writable = type.fields.filter((field) => field.writable && !field.refersTo && !field.lookup);
    return fc.constantFrom(...writable).chain(({ name, type: kind, values, nullable }) => {
      const fitting: Readonly<Record<string, unknown>> = {
        text: '',
        integer: values?.[0] ?? 7,
        number: 7.5,
        boolean: true,
        date: '2026-01-31',
      };
      return fc.record({ field: fc.constant(name), value: fc.constantFrom(fitting[kind], ...(nullable && !values ? [null] : [])) });
    });
  }

  private type(name: string): CatalogueType {
    const type = this.types.get(name);
    if (!type) throw new Error(`The catalogue does not describe ${name}.`);
    return type;
  }
}

/** Parameters whose values the catalogue does not list. */
const ELSEWHERE: Readonly<Record<string, Json>> = {
  changeStatus: { statusID: 2 },
  assignOwner: { ownerID: 'me' },
  webhook: { url: 'https://hooks.invalid/hook' },
};

const without = (object: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** Constraints that the schema states only in its description: no time of day with hours, and no negative offset from a past date. */
const notAhead = (value: unknown): Json => {
  const { offset, at, sending, ...rest } = value as { offset: { amount: number; unit: string }; at?: string; sending?: Sending };
  const timed = at === undefined || offset.unit === 'hour' ? {} : { at };
  return {
    ...rest,
    ...timed,
    ...(sending ? { sending: openSending(sending) } : {}),
    offset: { ...offset, amount: Math.abs(offset.amount) },
  };
};

/**
 * Constraints stated only in descriptions: a single way to choose the day of the month, an end after the start, windows
 * that are not empty.
 */
const possible = (value: unknown): Json => {
  const { schedule, endAt: _, windows, sending, ...rest } = value as Json & { schedule: Json; windows?: Json[]; sending?: Sending };
  const monthly = schedule['kind'] === 'monthly' && !('weekday' in schedule && 'which' in schedule && !('day' in schedule));
  return {
    ...rest,
    schedule: monthly ? { kind: 'monthly', at: schedule['at'], day: schedule['day'] ?? 31 } : schedule,
    ...(windows ? { windows: windows.map(open) } : {}),
    ...(sending ? { sending: openSending(sending) } : {}),
  };
};

type Sending = Record<string, { windows?: Json[] }>;

const open = (window: Json): Json => ({ ...window, from: '08:00', to: '18:00' });

const openSending = (sending: Sending): Json =>
  Object.fromEntries(
    Object.entries(sending).map(([channel, limit]) => [
      channel,
      { ...limit, ...(limit.windows ? { windows: limit.windows.map(open) } : {}) },
    ]),
  );
