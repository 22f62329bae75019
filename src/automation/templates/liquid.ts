import { Context, filters, Liquid, toValueSync, type FilterImplOptions, type Template as Node } from 'liquidjs';
import { LONG_TEXT } from '../../core/sql/columns';
import { FieldDate } from './field-date';

/** What a template writes: in HTML, values are escaped. */
export type Form = 'text' | 'html';

/** What the names in a template stand for; `now` is the moment of the run. */
export interface Scope {
  readonly [name: string]: unknown;
  readonly now: FieldDate;
}

/** Values and what filters make of them, in characters. */
const MEMORY_LIMIT = 1_000_000;
const TIME_LIMIT_MS = 500;

/** Not those that read files or count across templates, nor capture, whose output has no limit. */
export const TAGS = ['assign', 'break', 'case', 'comment', 'continue', 'cycle', 'for', 'if', 'raw', 'unless', '#'] as const;

/** Those of the Liquid standard that make sense for single values: the same values always give the same text. */
export const FILTERS = [
  ...['abs', 'append', 'at_least', 'at_most', 'capitalize', 'ceil', 'date', 'default', 'divided_by', 'downcase', 'escape', 'escape_once'],
  ...['first', 'floor', 'join', 'last', 'lstrip', 'minus', 'modulo', 'newline_to_br', 'plus', 'prepend', 'remove', 'remove_first'],
  ...['remove_last', 'replace', 'replace_first', 'replace_last', 'reverse', 'round', 'rstrip', 'size', 'slice', 'sort', 'split', 'strip'],
  ...['strip_html', 'strip_newlines', 'times', 'truncate', 'truncatewords', 'uniq', 'upcase', 'url_decode', 'url_encode'],
];

type Filter = Extract<FilterImplOptions, Function>;

/** A filter of the Liquid standard. */
function standard(name: string): Filter {
  const filter = filters[name];
  if (typeof filter !== 'function') throw new Error(`Liquid has no filter ${name}.`);
  return filter;
}

const engines: Readonly<Record<Form, Liquid>> = { text: engineFor('text'), html: engineFor('html') };

/** @throws LiquidError that says where it cannot be read */
export const parse = (template: string, form: Form): Node[] => engines[form].parse(template);

/** @throws LiquidError at the limits of time, memory and output */
export function render(template: Node[], form: Form, scope: Scope): string {
  const { renderer, options } = engines[form];
  const output = new LimitedOutput();
  toValueSync(renderer.renderTemplates(template, new Context(scope, options, { sync: true }), output));
  return output.buffer;
}

function engineFor(form: Form): Liquid {
  const engine = new Liquid({
    templates: {},
    relativeReference: false,
    ownPropertyOnly: true,
    strictFilters: true,
    locale: 'en',
    // a character may be two units of UTF-16
    parseLimit: 2 * LONG_TEXT,
    memoryLimit: MEMORY_LIMIT,
    renderLimit: TIME_LIMIT_MS,
    ...(form === 'html' ? { outputEscape: 'escape' } : {}),
  });
  keepOnly(engine.tags, TAGS);
  keepOnly(engine.filters, FILTERS);
  engine.registerFilter('date', dateFilter);
  if (form === 'html') {
    // raw: what they return is HTML, which is not escaped again
    engine.registerFilter('escape', { handler: standard('escape'), raw: true });
    engine.registerFilter('escape_once', { handler: standard('escape_once'), raw: true });
    engine.registerFilter('newline_to_br', {
      raw: true,
      handler(value: unknown) {
        return standard('newline_to_br').call(this, standard('escape').call(this, value)) as string;
      },
    });
  }
  return engine;
}

function keepOnly(all: Record<string, unknown>, names: readonly string[]): void {
  for (const name of Object.keys(all)) if (!names.includes(name)) delete all[name];
}

/** By the format of strftime, in the zone of the date unless another one is named. */
function dateFilter(this: ThisParameterType<Filter>, value: unknown, format?: string, zone?: string): unknown {
  const { now } = this.context.environments as Scope;
  const moment = value === 'now' || value === 'today' ? now : value;
  const ownZone = moment instanceof FieldDate ? moment.zone : now.zone;
  return standard('date').call(this, moment, format ?? '%-d %B %Y', zone ?? ownZone);
}

const textOf = (value: unknown): string =>
  [value]
    .flat()
    .map((each) => (each ?? '') as string)
    .join('');

/** As much as a message can hold. */
class LimitedOutput {
  buffer = '';

  write(value: unknown): void {
    this.buffer += textOf(value);
    if (this.buffer.length > LONG_TEXT) throw new Error(`there are more than ${LONG_TEXT} characters`);
  }
}
