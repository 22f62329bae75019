import { bindPresent, placeColumns, type ColumnPlaces, type Sql } from '../sql';
import { checkEvents } from './check-events';
import { fieldsOf, type Field } from './field';
import type { FoldedColumn } from './folded-column';
import { expandNames } from './named-sql';
import { changedFields } from './changed-fields';
import { fail, type RecordType } from './record-type';

/** A record type with its business rules, whose form the verbs of records define. */
export interface RuledType {
  readonly type: RecordType;
  readonly rules?: object;
}

export interface RecordTypesSpec {
  readonly types: readonly RuledType[];
  /** The tables of the application: those of records must belong to one of the types, and each type to one of the tables. */
  readonly tables: readonly Function[];
  /** Folded columns of tables that hold no records. */
  readonly foldedColumns?: readonly FoldedColumn[];
  /** What holds data about persons besides the records, as `core/personal-data` defines it. */
  readonly personalData?: readonly object[];
  /** The IANA time zone of the calendar day that `:today` stands for in SQL; UTC by default. */
  readonly timeZone?: string;
  /** Names under which changes of what is no record are published, and the fields that these name. */
  readonly publishedBeside?: Readonly<Record<string, readonly string[]>>;
}

/** The record types of one application, by name, with their rules. */
export class RecordTypes {
  readonly all: readonly RecordType[];
  readonly tables: readonly Function[];
  readonly foldedColumns: readonly FoldedColumn[];
  readonly personalData: readonly object[];
  /** The names under which changes are published: of the types, of their parts, and of what is no record. */
  readonly publishedNames: readonly string[];
  /** The fields that changes name, by the names under which they are published. */
  readonly changedNames: ReadonlyMap<string, readonly string[]>;
  /** The ids of the events that changes raise. */
  readonly changeEvents: ReadonlySet<number>;
  private readonly timeZone: string;
  private readonly byName: ReadonlyMap<string, RecordType>;
  private readonly rulesByName: ReadonlyMap<string, object>;
  /** The type whose visibility applies to changes published under a name of their own. */
  private readonly byPart: ReadonlyMap<string, RecordType>;
  private readonly expanded = new Map<string, string>();

  /** @throws Error that names the type whose description is incomplete or contradicts another */
  constructor({ types, tables, foldedColumns = [], personalData = [], timeZone = 'UTC', publishedBeside = {} }: RecordTypesSpec) {
    this.timeZone = timeZone;
    this.all = types.map(({ type }) => type);
    this.tables = tables;
    this.personalData = personalData;
    this.byName = uniqueByName(this.all);
    this.byPart = new Map(this.all.flatMap((type) => Object.keys(type.publishedParts).map((part) => [part, type] as const)));
    this.changedNames = new Map([
      ...this.all.map((type) => [type.name, namesInChanges(type)] as const),
      ...this.all.flatMap(({ publishedParts }) => Object.entries(publishedParts)),
      ...Object.entries(publishedBeside),
    ]);
    this.publishedNames = [...this.changedNames.keys()];
    this.changeEvents = new Set(this.all.flatMap(({ events }) => events.filter(({ kind }) => kind === 'C').map(({ id }) => id)));
    this.rulesByName = new Map(types.map(({ type, rules }) => [type.name, rules ?? fail(`Record type ${type.name} has no rules.`)]));
    this.foldedColumns = [...this.all.flatMap((type) => type.foldedColumns), ...foldedColumns];
    this.all.forEach((type) => this.checkNames(type));
    this.all.forEach(checkFigures);
    this.all.flatMap(sqlOf).forEach((text) => this.expand(text));
    checkTables(this.all, tables);
    checkEvents(this.all);
  }

  /** @throws Error for an unknown name: a bug, never caused by a request */
  named(name: string): RecordType {
    return this.byName.get(name) ?? fail(`No record type ${name}.`);
  }

  rulesOf({ name }: RecordType): object {
    return this.rulesByName.get(name) ?? fail(`No record type ${name}.`);
  }

  /** The record type whose visibility applies to changes published under this name; undefined: everyone sees them. */
  publishedAs(name: string): RecordType | undefined {
    return this.byPart.get(name) ?? this.byName.get(name);
  }

  /** SQL with the record types and predicates put in that it names in braces. @throws Error for an unknown name */
  expand(text: string): string {
    const expanded = this.expanded.get(text) ?? expandNames(text, (name) => this.byName.get(name));
    this.expanded.set(text, expanded);
    return expanded;
  }

  /**
   * SQL of a record type, in which names in braces, `:now` and `:today` are put in.
   * @param places where the columns of `r` and `x` are, unless these are aliases of the statement
   */
  bind(text: string, now: Date, places?: ColumnPlaces): Sql {
    const expanded = this.expand(text);
    return bindPresent(places ? placeColumns(expanded, places) : expanded, { now, timeZone: this.timeZone });
  }

  private checkNames(type: RecordType): void {
    const named = [
      ...Object.entries(type.relations).map(([name, { to }]) => ({ where: `${type.name}.${name}`, to })),
      ...Object.keys(type.affects).map((to) => ({ where: `${type.name}.affects`, to })),
      ...type.fields.flatMap((field) => ({ where: `${type.name}.${field.name}`, to: referencedBy(field) ?? type.name })),
    ];
    for (const { where, to } of named) if (!this.byName.has(to)) fail(`${where} refers to ${to}, which is not a record type.`);
  }
}

const namesInChanges = (type: RecordType): string[] => [...changedFields(type).map(({ name }) => name), ...type.changedParts];

function uniqueByName(types: readonly RecordType[]): ReadonlyMap<string, RecordType> {
  const byName = new Map<string, RecordType>();
  for (const type of types) {
    if (byName.has(type.name)) fail(`Record type ${type.name} is listed twice.`);
    byName.set(type.name, type);
  }
  return byName;
}

/** A table holds records if it describes further fields besides an id: other tables describe only columns, or have another key. */
const holdsRecords = (table: Function): boolean => fieldsOf(table).length > 1 && fieldsOf(table).some(({ name }) => name === 'id');

function checkTables(types: readonly RecordType[], tables: readonly Function[]): void {
  const entities = new Set<Function>(types.map(({ entity }) => entity));
  for (const table of tables)
    if (holdsRecords(table) && !entities.has(table)) fail(`The table of ${table.name} holds records, but no record type is listed.`);
  for (const { name, entity } of types) if (!tables.includes(entity)) fail(`Record type ${name} has no table: list its entity.`);
}

function checkFigures(type: RecordType): void {
  for (const { name, source } of type.fields) {
    if (source.in !== 'figure' || source.zeroUnless === undefined) continue;
    const other = type.findField(source.zeroUnless)?.source;
    if (other?.in !== 'figure' || other.live) fail(`${type.name}.${name} depends on ${source.zeroUnless}, which is not a stored figure.`);
  }
}

/** The SQL of a record type that may name others. */
const sqlOf = ({ divisions, affects, relations, fields }: RecordType): string[] => [
  ...(divisions === undefined ? [] : [divisions]),
  ...Object.values(affects),
  ...Object.values(relations).map(({ on }) => on),
  ...fields.flatMap(({ source }) => (source.in === 'figure' ? [source.sql] : [])),
];

const referencedBy = ({ source }: Field): string | undefined =>
  source.in === 'reference' || source.in === 'figure' ? source.to : undefined;
