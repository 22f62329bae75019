import { type ContractField, type ContractType, SpecificationError } from './contract-field';
import type { FieldReader, StructureNamed } from './field-reader';
import { itemsOf, type Section, tableOf } from './markdown';

/** A body: an object with these fields, or an array of such objects. */
export interface Body {
  readonly array: boolean;
  readonly fields: readonly ContractField[];
}

export interface QueryParameter {
  readonly name: string;
  readonly type: ContractType;
  readonly default: unknown;
}

/** One of the ten endpoints. Anything that the specification leaves out is undefined. */
export interface Endpoint {
  readonly number: number;
  readonly title: string;
  readonly method: 'GET' | 'PUT' | 'POST';
  /** With parameters in braces, beginning with /api/. */
  readonly path: string;
  readonly query: readonly QueryParameter[];
  readonly request?: Body;
  readonly response?: Body;
}

export function readEndpoint(section: Section, fields: FieldReader, structureNamed: StructureNamed): Endpoint {
  const [, number, title] = /^(\d+)\. (.+)$/.exec(section.title) ?? [];
  const items = itemsOf(section);
  const [, method, path] = /^`(GET|PUT|POST) \{base_url\}(\/\S+)`/.exec(itemAfter(items, 'Method and path') ?? '') ?? [];
  if (!title || !method || !path) throw new SpecificationError(`No method and path: "${section.title}"`);
  return {
    number: Number(number),
    title,
    method: method as Endpoint['method'],
    path,
    query: queryOf(itemAfter(items, 'Query parameters?') ?? '', fields),
    request: ownRequest(section, items, fields) ?? bodyOf(itemAfter(items, 'Request'), structureNamed),
    response: bodyOf(itemAfter(items, 'Response'), structureNamed),
  };
}

const itemAfter = (items: readonly string[], label: string): string | undefined =>
  items.map((item) => new RegExp(`^${label}: (.+)$`).exec(item)?.[1]).find((text) => text !== undefined);

/** The two searches describe their body in place: in a table or in a sentence. */
function ownRequest(section: Section, items: readonly string[], fields: FieldReader): Body | undefined {
  const table = tableOf(section);
  if (table.length) return { array: false, fields: fields.rows(table) };
  const sentence = itemAfter(items, 'Request body fields');
  if (!sentence) return undefined;
  const listed = sentence
    .replace(/\.$/, '')
    .split('; ')
    .map((text) => /^`(\w+)` (.+)$/.exec(text));
  return { array: false, fields: listed.map((part) => fields.field(part?.[1] ?? '', part?.[2] ?? '')) };
}

function bodyOf(text: string | undefined, structureNamed: StructureNamed): Body | undefined {
  if (text === undefined) return undefined;
  const [, article = '', words = ''] = /^(?:200 with )?(the|an array of|a JSON array of) (.+?) objects?\b/.exec(text) ?? [];
  return { array: article.endsWith('of'), fields: structureNamed(words) };
}

/** "`runNow` (boolean, default false)." or "`status` int32, default 0; `category` int32, default 0." */
function queryOf(text: string, fields: FieldReader): QueryParameter[] {
  return [...text.matchAll(/`(\w+)` \(?(\w+), default (\w+)/g)].map(([, name = '', type = '', value = '']) => ({
    name,
    type: fields.field(name, type).type,
    default: JSON.parse(value) as unknown,
  }));
}
