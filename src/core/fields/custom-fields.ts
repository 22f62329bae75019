import { DoubleOrNull, Double, Moment, Text, TextOrNull } from './decorators';

type UpTo<N extends number, Seen extends number[] = []> = Seen['length'] extends N ? Seen[number] : UpTo<N, [...Seen, Seen['length']]>;
type Numbered<A extends number, B extends number, V> = { [K in Exclude<UpTo<B> | B, UpTo<A>> as `customField${K}`]: V };

const kinds = {
  'text?': () => TextOrNull(CUSTOM_TEXT, { example: 'Blue badge' }),
  text: () => Text(CUSTOM_TEXT, { example: 'Blue badge' }),
  'number?': () => DoubleOrNull({ example: 12.5 }),
  number: () => Double({ example: 12.5 }),
  date: () => Moment({ example: '2026-11-02T00:00:00.000Z' }),
} as const;

/** Length of a custom text. */
const CUSTOM_TEXT = 250;

type Kind = keyof typeof kinds;
type Row = readonly [from: number, to: number, kind: Kind];
type Value<K> = { 'text?': string | null; text: string; 'number?': number | null; number: number; date: Date | undefined }[K & Kind];
type Layout<R extends readonly Row[]> = R extends readonly [infer H extends Row, ...infer T extends readonly Row[]]
  ? Numbered<H[0], H[1], Value<H[2]>> & Layout<T>
  : unknown;

/** A base class with the numbered custom fields of a record, from a few rows of data: `[from, to, kind]`. */
export function CustomFields<const R extends readonly Row[]>(layout: R): abstract new () => Layout<R> {
  abstract class Fields {}
  for (const [from, to, kind] of layout) {
    for (let n = from; n <= to; n++) (kinds[kind]() as PropertyDecorator)(Fields.prototype, `customField${n}`);
  }
  return Fields as abstract new () => Layout<R>;
}
