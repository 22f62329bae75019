import { fold, words } from '../../src/text/fold';
import { timeRange } from '../../src/time/time-range';
import { NOW, type SearchWorld, type TagLink } from './search-world';

export type Body = Readonly<Record<string, unknown>>;

const DAY = 86_400_000;

/** What the criteria of searches mean, one at a time, in plain TypeScript. Everything holds that is not asked. */
export const asks = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.every((each) => each === ''));

export const startsEveryWord = (text: string | null, asked: unknown): boolean =>
  !asks(asked) || words(String(asked)).every((word) => words(text ?? '').some((own) => own.startsWith(word)));

export const isIn = (moment: Date | undefined, from: unknown, to: unknown): boolean => {
  const last = typeof to === 'string' && to.length === 10 ? Date.parse(to) + DAY - 1 : Date.parse(String(to));
  return (
    (!asks(from) || (moment !== undefined && moment.getTime() >= Date.parse(String(from)))) &&
    (!asks(to) || (moment !== undefined && moment.getTime() <= last))
  );
};

export const isInRange = (moment: Date | undefined, text: unknown, timeZone = 'Australia/Sydney'): boolean => {
  if (!asks(text)) return true;
  const range = timeRange(String(text), NOW, timeZone);
  if (!range) throw new Error(`No time range: ${String(text)}`);
  return isIn(moment, range.from?.toISOString(), range.to?.toISOString());
};

export const isOne = (id: number | null, asked: unknown): boolean => !asks(asked) || (asked as number[]).includes(id ?? 0);

/** Do ids and names in text choose one of these? */
export function chooses(asked: unknown, ids: readonly (number | null)[], nameOf: (id: number) => readonly (string | null)[]): boolean {
  if (!asks(asked)) return true;
  const own = ids.filter((id) => id !== null);
  return (asked as string[])
    .filter((text) => text !== '')
    .some((text) =>
      text === '0'
        ? own.length === 0
        : own.some((id) => String(id) === text || nameOf(id).some((name) => name !== null && fold(name) === fold(text))),
    );
}

interface Filter {
  tag: string;
  typeId?: number | null;
  source?: string | null;
}
const SOURCES = ['', 'user', 'api', 'import', 'automation'];

export function tagsMatch({ tags }: SearchWorld, own: readonly TagLink[], body: Body, timeZone?: string): boolean {
  const said = (list: unknown): Filter[] =>
    ((list ?? []) as Filter[]).filter(({ tag, typeId, source }) => tag !== '' || (typeId ?? 0) !== 0 || (source ?? '') !== '');
  const fits = (link: TagLink, { tag, typeId, source }: Filter): boolean => {
    const put = tags.find(({ id }) => id === link.tagID)!;
    return (
      (tag === '' || fold(put.tag) === fold(tag)) &&
      (!typeId || put.typeID === typeId) &&
      (!source || SOURCES[link.sourceID] === fold(source))
    );
  };
  const inTime = own.filter(({ createdDate }) => isInRange(createdDate, body['taggedTimeRange'], timeZone));
  const include = said(body['includeTags']);
  const found = include.map((filter) => inTime.some((link) => fits(link, filter)));
  const included =
    include.length === 0
      ? !asks(body['taggedTimeRange']) || body['taggedTimeRange'] === 'all' || inTime.length > 0
      : body['includeTagsMatchAll'] === true
        ? found.every(Boolean)
        : found.some(Boolean);
  return included && !said(body['excludeTags']).some((filter) => own.some((link) => fits(link, filter)));
}
