import type { DuplicateKey, DuplicateKind } from '../../core/fields/duplicate-kind';
import { fold } from '../../core/text/fold';
import { comparablePhone } from '../../core/text/phones';
import type { Candidate } from '../candidate.entity';

/** A few people have the same address by mistake; families and offices share a phone. */
const [FEW_PEOPLE, FAMILY] = [50, 10];

const PHONES = ['mobile', 'home', 'work'] as const;

/** Why two candidates may be the same person. */
export const candidateDuplicates: readonly DuplicateKind<Candidate>[] = [
  {
    name: 'email',
    fields: ['email1', 'email2'],
    keysOf: ({ email1, email2 }) => texts(email1, email2),
    most: FEW_PEOPLE,
    isRefused: true,
  },
  {
    name: 'nameAndDateOfBirth',
    fields: ['firstName', 'lastName', 'dateOfBirth'],
    keysOf: nameAndDateOfBirth,
    most: FEW_PEOPLE,
    isRefused: true,
  },
  {
    name: 'phone',
    fields: ['mobile', 'mobile_Standardised', 'home', 'home_Standardised', 'work', 'work_Standardised'],
    keysOf: (candidate) => texts(...PHONES.map((name) => comparablePhone(candidate[name], candidate[`${name}_Standardised`]))),
    most: FAMILY,
    isRefused: false,
  },
];

const texts = (...all: (string | null)[]): DuplicateKey[] => all.map((text) => ({ text: fold(text ?? ''), shown: text ?? '' }));

function nameAndDateOfBirth({ firstName, lastName, dateOfBirth }: Candidate): DuplicateKey[] {
  const [first, last] = [fold(firstName ?? ''), fold(lastName ?? '')];
  if (first === '' || last === '' || !dateOfBirth) return [];
  const day = dateOfBirth.toISOString().slice(0, 10);
  return [{ text: `${first} ${last}\n${day}`, shown: `${firstName.trim()} ${lastName.trim()}, ${day}` }];
}
