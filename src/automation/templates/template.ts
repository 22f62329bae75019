import { analyzeSync, LiquidError, type Template as Node } from 'liquidjs';
import type { RecordType } from '../../core/fields/record-type';
import type { RecordTypes } from '../../core/fields/record-types';
import { nearestName } from '../../core/problems/near-names';
import { FILTERS, parse, render, TAGS, type Form, type Scope } from './liquid';
import { pathError, type Path } from './variables';

/** More errors than this are not reported. */
const MAX_ERRORS = 20;

/** A text in Liquid that cannot be read or filled; the message continues a sentence about it. */
export class TemplateError extends Error {}

/** A text with values of records in it, in Liquid. */
export class Template {
  private constructor(
    private readonly nodes: Node[],
    private readonly form: Form,
  ) {}

  /** @throws TemplateError */
  static of(text: string, form: Form): Template {
    return new Template(
      orTemplateError('is not a valid Liquid template', () => parse(text, form)),
      form,
    );
  }

  /** The values that it mentions. @throws TemplateError for one whose name is computed */
  get paths(): Path[] {
    const mentioned = Object.values(analyzeSync(this.nodes, { partials: false }).globals).flat();
    return mentioned.map((variable) => {
      const path = variable.toArray();
      if (path.every((name) => typeof name === 'string')) return path;
      throw new TemplateError(`uses {{${variable.toString()}}}: the names of values must be written out`);
    });
  }

  /** @throws TemplateError at the limits of time, memory and output */
  fill(scope: Scope): string {
    return orTemplateError('cannot be filled', () => render(this.nodes, this.form, scope));
  }
}

/** Why a text cannot be filled for records of a type, each as the end of a sentence. */
export function templateErrors(types: RecordTypes, record: RecordType, text: string, form: Form = 'text'): string[] {
  try {
    const errors = Template.of(text, form).paths.flatMap((path) => pathError(types, record, path) ?? []);
    return [...new Set(errors)].slice(0, MAX_ERRORS);
  } catch (error) {
    if (error instanceof TemplateError) return [error.message];
    throw error;
  }
}

function orTemplateError<T>(otherwise: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (LiquidError.is(error)) throw new TemplateError(inWords(error.message, otherwise));
    throw error;
  }
}

/** What Liquid says, in terms of what is allowed. */
function inWords(message: string, otherwise: string): string {
  const [, what = message, line, column] = /^(.*?)(?:, line:(\d+), col:(\d+))?$/s.exec(message) ?? [];
  const place = line === undefined ? '' : ` (line ${line}, column ${column})`;
  const tag = /^tag "(.+)" not found$/.exec(what)?.[1];
  if (tag !== undefined) return `uses the tag ${tag}${place}, which is not allowed: use ${TAGS.join(', ')}`;
  const filter = /^undefined filter: (.+)$/.exec(what)?.[1];
  if (filter === undefined) return `${otherwise}: ${what}${place}`;
  const meant = nearestName(filter, FILTERS);
  return `uses the filter ${filter}${place}, which is not allowed: ${meant === undefined ? `use ${FILTERS.join(', ')}` : `perhaps ${meant}`}`;
}
