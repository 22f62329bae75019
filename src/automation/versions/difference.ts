import { applyPatch, createPatch, Pointer } from 'rfc6902';
import { JSON_FIELDS } from '../definition/parse-json-field';
import { DEFINING_FIELDS, type DefiningField, type Definition } from './defining-fields';

/** Something that is different in another version. */
export interface Difference {
  /** A field and, after #, a JSON pointer into its value. */
  readonly pointer: string;
  /** JSON; absent: it was added. */
  readonly before?: string;
  /** JSON; absent: it was removed. */
  readonly after?: string;
  /** In plain English. */
  readonly text: string;
}

/** What distinguishes two versions, field by field; inside JSON, value by value. */
export const differencesBetween = (before: Definition, after: Definition): Difference[] =>
  DEFINING_FIELDS.flatMap((name) => (before[name] === after[name] ? [] : differencesOf(name, before[name], after[name])));

function differencesOf(name: DefiningField, before: unknown, after: unknown): Difference[] {
  const [old, fresh] = [jsonIn(name, before), jsonIn(name, after)];
  if (!old || !fresh) return [described(`/${name}`, { before, after })];
  const value = structuredClone(old.value);
  return createPatch(old.value, fresh.value).map((step) => {
    const path = Pointer.fromJSON(step.path);
    const pointer = `/${name}#${step.path.replace(/-$/, () => String(lengthOf(path.evaluate(value).parent)))}`;
    const before = step.op === 'add' ? {} : { before: path.get(value) as unknown };
    const after = 'value' in step ? { after: step.value as unknown } : {};
    // each step is about what the one before it has left
    applyPatch(value, [step]);
    return described(pointer, { ...before, ...after });
  });
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** The parsed value of a field with JSON; undefined for any other, for an empty one and for a draft that is no JSON. */
function jsonIn(name: DefiningField, value: unknown): { readonly value: unknown } | undefined {
  if (!(JSON_FIELDS as readonly string[]).includes(name) || typeof value !== 'string' || value.trim() === '') return undefined;
  try {
    return { value: JSON.parse(value) as unknown };
  } catch {
    return undefined;
  }
}

function described(pointer: string, values: { before?: unknown; after?: unknown }): Difference {
  const written = (value: unknown): string => (value === null || value === undefined || value === '' ? 'nothing' : JSON.stringify(value));
  const text =
    'before' in values && 'after' in values
      ? `${pointer} was ${written(values.before)} and is ${written(values.after)}`
      : 'after' in values
        ? `${pointer} is new: ${written(values.after)}`
        : `${pointer} was removed: ${written(values.before)}`;
  return {
    pointer,
    ...('before' in values ? { before: JSON.stringify(values.before) } : {}),
    ...('after' in values ? { after: JSON.stringify(values.after) } : {}),
    text: text.slice(0, 2000),
  };
}
