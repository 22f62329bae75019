import type { ProblemKind } from '../../problems';
import { escapeHtml, htmlPage } from '../html-page';

export const HTML = 'text/html; charset=utf-8';
export const TEXT = 'text/plain; charset=utf-8';

/** A kind of problem, or a list of them, in a format that people read. */
interface Format {
  one(kind: ProblemKind): string;
  list(kinds: readonly ProblemKind[]): string;
}

/** The formats besides JSON. */
export const FORMATS: Readonly<Record<string, Format>> = {
  [HTML]: {
    one: ({ type, status, title, meaning, remedy }) =>
      htmlPage(
        title,
        `<p><code>${type}</code>, status ${status}</p>
    <h2>What it means</h2>
    <p>${escapeHtml(meaning)}</p>
    <h2>What to do</h2>
    <p>${escapeHtml(remedy)}</p>
    <p><a href="/problems">All problems</a></p>`,
      ),
    list: (kinds) =>
      htmlPage(
        'Problems',
        `<ul>${kinds.map(({ type, status, title }) => `\n      <li><a href="${type}">${escapeHtml(title)}</a> (${status})</li>`).join('')}
    </ul>`,
      ),
  },
  [TEXT]: {
    one: ({ type, status, title, meaning, remedy }) =>
      `${title}\n${type}, status ${status}\n\nWhat it means: ${meaning}\n\nWhat to do: ${remedy}\n`,
    list: (kinds) => kinds.map(({ type, status, title }) => `${status} ${type}: ${title}\n`).join(''),
  },
};
