import { joined } from '../../core/text/joined';
import type { Candidate } from '../candidate.entity';

/** Sets the full name and the display name of a candidate. */
export function setCandidateTexts(candidate: Candidate): void {
  const { firstName, lastName, preferredName } = candidate;
  candidate.fullName = spaced(firstName, lastName);
  candidate.candidateDisplayName = spaced(preferredName?.trim() ? preferredName : firstName, lastName);
}

const spaced = (...names: (string | null | undefined)[]): string => joined(names, ' ') ?? '';
