import { INDUSTRIES } from './industries';

/** The names of divisions as a record shows them: sorted and separated by "; ". */
export const divisionsText = (divisions: readonly number[]): string =>
  divisions
    .map((division) => INDUSTRIES[division - 1]?.name ?? '')
    .sort()
    .join('; ');
