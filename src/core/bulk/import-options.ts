import type { ChangeOptions } from '../records';
import type { Match, Mode } from './modes';

/** How rows are imported. */
export interface ImportOptions extends ChangeOptions {
  readonly mode: Mode;
  readonly match: Match;
  /** Everything is rolled back. */
  readonly dryRun: boolean;
  /** Save texts from which a spreadsheet has removed something. */
  readonly allowTruncated?: boolean;
}
