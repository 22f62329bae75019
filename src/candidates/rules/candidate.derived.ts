import { joined } from '../../text/joined';
import type { Candidate } from '../candidate.entity';

/** Sets the texts of a candidate that follow from its other fields. */
export function candidateTexts(candidate: Candidate): void {
  const { firstName, lastName, preferredName } = candidate;
  candidate.fullName = spaced(firstName, lastName);
  candidate.candidateDisplayName = spaced(preferredName?.trim() ? preferredName : firstName, lastName);
}

const spaced = (...names: (string | null | undefined)[]): string => joined(names, ' ') ?? '';
