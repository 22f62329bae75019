import { fold } from './oracle/fold';
import { timeRangeOf } from './oracle/ranges';
import { words } from './oracle/words';
import { NOW, type SearchWorld, type TagLink } from './search-world';

export type Body = Readonly<Record<string, unknown>>;

const DAY = 86_400_000;

/** Plain TypeScript oracles for single search criteria. A criterion that is not given always holds. */
export const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.every((each) => each === ''));

export const startsEveryWord = (text: string | null, criterion: unknown): boolean =>
  !isGiven(criterion) || words(String(criterion)).every((word) => words(text ?? '').some((own) => own.startsWith(word)));

export const isBetween = (moment: Date | undefined, from: unknown, to: unknown): boolean => {
  const last = typeof to === 'string' && to.length === 10 ? Date.parse(to) + DAY - 1 : Date.parse(String(to));
  return (
    (!isGiven(from) || (moment !== undefined && moment.getTime() >= Date.parse(String(from)))) &&
    (!isGiven(to) || (moment !== undefined && moment.getTime() <= last))
  );
};

export const isInTimeRange = (moment: Date | undefined, text: unknown, timeZone = 'Australia/Sydney'): boolean => {
  if (!isGiven(text)) return true;
  const range = timeRangeOf(String(text), { now: NOW, timeZone });
  return isBetween(moment, range.from?.toISOString(), range.to?.toISOString());
};

export const isOneOf = (id: number | null, criterion: unknown): boolean => !isGiven(criterion) || (criterion as number[]).includes(id ?? 0);

/** True when one of the texts, each an id or a name, selects one of the ids. */
export function matchesChoice(
  criterion: unknown,
  ids: readonly (number | null)[],
  nameOf: (id: number) => readonly (string | null)[],
): boolean {
  if (!isGiven(criterion)) return true;
  const own = ids.filter((id) => id !== null);
  return (criterion as string[])
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
  const givenFilters = (list: unknown): Filter[] =>
    ((list ?? []) as Filter[]).filter(({ tag, typeId, source }) => tag !== '' || (typeId ?? 0) !== 0 || (source ?? '') !== '');
  const fits = (link: TagLink, { tag, typeId, source }: Filter): boolean => {
    const linked = tags.find(({ id }) => id === link.tagID)!;
    return (
      (tag === '' || fold(linked.tag) === fold(tag)) &&
      (!typeId || linked.typeID === typeId) &&
      (!source || SOURCES[link.sourceID] === fold(source))
    );
  };
  const inTime = own.filter(({ createdDate }) => isInTimeRange(createdDate, body['taggedTimeRange'], timeZone));
  const include = givenFilters(body['includeTags']);
  const found = include.map((filter) => inTime.some((link) => fits(link, filter)));
  const included =
    include.length === 0
      ? !isGiven(body['taggedTimeRange']) || body['taggedTimeRange'] === 'all' || inTime.length > 0
      : body['includeTagsMatchAll'] === true
        ? found.every(Boolean)
        : found.some(Boolean);
  return included && !givenFilters(body['excludeTags']).some((filter) => own.some((link) => fits(link, filter)));
}
