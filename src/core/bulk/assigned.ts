import type { Transaction } from '../database';
import type { ValidationError } from '../problems';
import { NAME } from '../sql/columns';
import { textRule } from '../fields/value-rules';
import { extraColumns, hiddenOwner, type BulkType } from './columns';
import { Directory } from './directory';
import { jsonIn } from './json-in';
import { MAX_ERRORS, type Row } from './row';
import type { TagInList } from './tags';

type Json = Readonly<Record<string, unknown>>;

/** What a row says of owner, divisions and tags, in terms of fields, and the rest of it. */
export interface Assigned {
  /** The body without those columns. */
  readonly body: unknown;
  /** Fields to be written with it. */
  readonly fields: Json;
  readonly tags?: readonly TagInList[];
  readonly errors: readonly ValidationError[];
}

const tagText = textRule(NAME);
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** Reads what rows say of owner, divisions and tags. @param current the names of the divisions that the record of a row has */
export async function assignedIn(
  transaction: Transaction,
  bulkType: BulkType,
  rows: readonly Row[],
  current: (row: Row) => string | null | undefined,
): Promise<ReadonlyMap<Row, Assigned>> {
  const extra = extraColumns(bulkType);
  const saysMore = (row: Row): boolean => isObject(row.body) && extra.some((name) => Object.hasOwn(row.body as Json, name));
  const directory = rows.some(saysMore) ? await Directory.of(transaction, bulkType) : undefined;
  return new Map(
    rows.map((row) => [
      row,
      directory && isObject(row.body) && saysMore(row)
        ? new Reading(bulkType, directory, row.body, current(row)).assigned()
        : { body: row.body, fields: {}, errors: [] },
    ]),
  );
}

/** Reads one row. */
class Reading {
  private readonly errors: ValidationError[] = [];
  private readonly fields: Record<string, unknown> = {};

  constructor(
    private readonly bulkType: BulkType,
    private readonly directory: Directory,
    private readonly body: Json,
    private readonly current: string | null | undefined,
  ) {}

  assigned(): Assigned {
    const extra = extraColumns(this.bulkType);
    this.readOwner();
    this.readDivisions();
    const tags = this.readTags();
    const body = Object.fromEntries(Object.entries(this.body).filter(([name]) => !extra.includes(name)));
    return { body, fields: this.fields, tags, errors: this.errors };
  }

  private refuse(pointer: string, detail: string): undefined {
    this.errors.push({ pointer, detail });
  }

  /** What entries of a list say, up to the last error that is listed. */
  private each<T>(entries: readonly unknown[], read: (entry: unknown, index: number) => T | undefined): T[] {
    const found: T[] = [];
    for (const [index, entry] of entries.entries()) {
      if (this.errors.length >= MAX_ERRORS) break;
      const value = read(entry, index);
      if (value !== undefined) found.push(value);
    }
    return found;
  }

  private readOwner(): void {
    const { type, owner: field } = this.bulkType;
    if (field === undefined || !extraColumns(this.bulkType).includes('owner')) return;
    const hidden = hiddenOwner(this.bulkType);
    const id = this.body[field];
    if (hidden !== undefined && id !== undefined) {
      const wrong = id === null ? undefined : type.field(hidden).validate(id);
      if (wrong) this.refuse(`/${hidden}`, wrong);
      else this.fields[hidden] = id;
    }
    const name = this.body['owner'];
    if (name === undefined) return;
    if (isSet(id) && isSet(name)) return this.refuse('/owner', `must not be given together with ${field}`);
    this.fields[field] = name === null ? null : this.found('/owner', this.directory.user(name));
  }

  private readDivisions(): void {
    const { divisions } = this.bulkType;
    const sent = this.body['divisions'];
    // an export names divisions that the caller may not see; what is as it was needs no look-up
    if (divisions === undefined || sent === undefined || (this.current !== undefined && sent === this.current)) return;
    const entries = entriesOf(sent);
    if (!entries) return this.refuse('/divisions', 'must be names or ids of divisions with semicolons between, or a list of them');
    if (divisions === 'one') return this.readOnlyDivision(entries);
    this.fields['divisionIDs'] = this.each(entries, (entry, index) => this.found(`/divisions/${index}`, this.directory.division(entry)));
  }

  private readOnlyDivision([entry, ...others]: readonly unknown[]): void {
    if (others.length > 0) return this.refuse('/divisions', 'must be one division');
    if (isSet(entry) && isSet(this.body['division'])) return this.refuse('/divisions', 'must not be given together with division');
    this.fields['division'] = entry === undefined ? null : this.found('/divisions', this.directory.division(entry));
  }

  private readTags(): readonly TagInList[] | undefined {
    const sent = this.body['tags'];
    // true or false in an export is whether there are any
    if (!this.bulkType.tags || sent === undefined || isFlag(sent)) return undefined;
    const entries = entriesOf(sent);
    if (!entries) return this.refuse('/tags', 'must be tags with semicolons between, or a list of them');
    return this.each(entries, (entry, index) => this.tag(`/tags/${index}`, entry));
  }

  private tag(pointer: string, entry: unknown): TagInList | undefined {
    const { tag, typeId } = isObject(entry) ? entry : { tag: entry, typeId: undefined };
    const text = typeof tag === 'string' ? tag.trim() : tag;
    const wrong = text === '' ? 'must be a text' : tagText.validate(text);
    if (wrong) return this.refuse(pointer, wrong);
    if (isSet(typeId) && typeId !== 0 && !this.directory.tagTypes.has(typeId as number))
      return this.refuse(`${pointer}/typeId`, 'must be the id of an entry of the list tagType, or 0');
    return { tag: text as string, ...(typeId ? { typeId: typeId as number } : {}) };
  }

  private found(pointer: string, result: number | string): number | undefined {
    return typeof result === 'number' ? result : this.refuse(pointer, result);
  }
}

const isFlag = (value: unknown): boolean => typeof value === 'boolean' || (typeof value === 'string' && /^(true|false)$/i.test(value));

/** A list as it stands in a cell: JSON, or texts with semicolons between; undefined if it is none. */
function entriesOf(value: unknown): readonly unknown[] | undefined {
  if (value === null) return [];
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value === 'number') return [value];
  if (typeof value !== 'string') return undefined;
  return (
    listIn(value) ??
    value
      .split(';')
      .map((each) => each.trim())
      .filter(Boolean)
  );
}

function listIn(text: string): readonly unknown[] | undefined {
  const list = text.startsWith('[') ? jsonIn(text) : undefined;
  return Array.isArray(list) ? (list as readonly unknown[]) : undefined;
}

/** A list of texts as a cell that {@link entriesOf} reads. */
export const cellOfList = (texts: readonly string[]): string =>
  texts.some((text) => text.includes(';') || text.startsWith('[') || text !== text.trim() || isFlag(text))
    ? JSON.stringify(texts)
    : texts.join('; ');
