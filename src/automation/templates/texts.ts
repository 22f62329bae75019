import type { View } from '../../core/database';
import type { RecordType } from '../../core/fields/record-type';
import { FieldDate } from './field-date';
import { readValues } from './read-values';
import { Template } from './template';

/** The parts of a message or a note, each a template. */
export interface Texts {
  readonly subject?: string | null;
  readonly text?: string | null;
  readonly html?: string | null;
}

/** What is sent. */
export interface FilledTexts {
  /** One line. */
  readonly subject?: string;
  /** Derived from the HTML if there is no plain text. */
  readonly text: string;
  readonly html?: string;
}

/** Values that no record has. */
export interface MoreValues {
  /** The link by which the person whom a message goes to opts out. */
  readonly unsubscribeUrl?: string;
}

/** Whether one of the texts contains the link by which people opt out. */
export const haveUnsubscribeUrl = ({ subject, text, html }: Texts): boolean =>
  [subject, text, html].some((part) => part && Template.of(part, 'text').paths.some(([name]) => name === 'unsubscribeUrl'));

/**
 * Reads what some texts mention of some records. Previews, dry runs and runs fill their texts here.
 * @returns the texts of one of the records @throws TemplateError for texts that were not checked; what it returns throws it at their limits
 */
export async function fillerOf(
  view: View,
  record: RecordType,
  ids: readonly number[],
  zone: string,
  { subject, text, html }: Texts,
): Promise<(id: number, more?: MoreValues) => FilledTexts> {
  const parts = {
    subject: subject ? Template.of(subject, 'text') : undefined,
    text: text ? Template.of(text, 'text') : undefined,
    html: html ? Template.of(html, 'html') : undefined,
  };
  const paths = Object.values(parts).flatMap((part) => part?.paths ?? []);
  const values = await readValues(view, record, ids, paths, zone);
  const now = new FieldDate(view.now, zone);
  const plainText = html && !text ? await htmlConverter() : () => '';
  return (id, more) => {
    const scope = { ...values.get(id), ...more, now };
    const filled = { subject: parts.subject?.fill(scope), text: parts.text?.fill(scope), html: parts.html?.fill(scope) };
    return {
      ...(filled.subject === undefined ? {} : { subject: oneLine(filled.subject) }),
      text: filled.text ?? plainText(filled.html ?? ''),
      ...(filled.html === undefined ? {} : { html: filled.html }),
    };
  };
}

/** A value may have several lines; a subject has one. */
const oneLine = (line: string): string => line.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** From HTML to plain text. The library is loaded when it is first needed: it takes more than a megabyte. */
async function htmlConverter(): Promise<(html: string) => string> {
  const { compile } = await import('html-to-text');
  return compile({ wordwrap: false, selectors: [{ selector: 'img', format: 'skip' }] });
}
