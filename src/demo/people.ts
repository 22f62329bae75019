import { fold } from '../core/text/fold';
import type { Random } from './random';
import { isRegisteredTwice, type DemoContext } from './demo-context';

const FIRST = [
  'Olivia',
  'Grace',
  'Charlotte',
  'Amelia',
  'Isla',
  'Mia',
  'Ava',
  'Chloe',
  'Zoë',
  'Ruby',
  'Matilda',
  'Sienna',
  'Priya',
  'Mei',
  'Aisha',
  'Fatima',
  'Siobhán',
  'Ingrid',
  'Renée',
  'Thảo',
  'Oliver',
  'Noah',
  'Jack',
  'Liam',
  'William',
  'Thomas',
  'Lachlan',
  'Cooper',
  'Hamish',
  'Angus',
  'Arjun',
  'Wei',
  'Mohammed',
  'Tāne',
  'François',
  'Søren',
  'Łukasz',
  'José',
  'Dmitri',
  'Kwame',
  'Emily',
  'Sarah',
  'Jessica',
  'Hannah',
  'Lucy',
  'Daniel',
  'James',
  'Benjamin',
  'Ethan',
  'Samuel',
  'Alex',
  'Jordan',
  'Casey',
  'Robin',
  'Anh',
  'Hiroshi',
  'Yuki',
  'Mary-Anne',
  'Jean-Luc',
  'Björn',
] as const;

const LAST = [
  'Smith',
  'Jones',
  'Williams',
  'Brown',
  'Wilson',
  'Taylor',
  'Nguyen',
  'Nguyễn',
  'Johnson',
  'Martin',
  'White',
  'Anderson',
  'Walker',
  'Thompson',
  'Thomas',
  'Lee',
  'Harris',
  'Ryan',
  'Robinson',
  'Kelly',
  "O'Brien",
  "O'Connor",
  "D'Angelo",
  'King',
  'Campbell',
  'Singh',
  'Patel',
  'Kaur',
  'Sharma',
  'Chen',
  'Wang',
  'Li',
  'Zhang',
  'Tran',
  'Phạm',
  'Kim',
  'Park',
  'Tanaka',
  'Santos',
  'Reyes',
  'Papadopoulos',
  'Rossi',
  'Müller',
  'Schröder',
  'Åkesson',
  'Jørgensen',
  'Kowalski',
  'Novák',
  'García',
  'Fernández',
  'da Silva',
  'van der Berg',
  'Mac Donald',
  'McDonald',
  'Te Rangi',
  "Fa'asavalu",
  'Okafor',
  'Haddad',
  'Cohen',
  'Ivanov',
  'Bennett',
  'Sinclair',
  'Hart',
  'Fischer',
  'Murphy',
  'Clarke',
  'Edwards',
  'Hughes',
  'Morris',
  'Ward',
  'Cook',
  'Bell',
  'Bailey',
  'Richardson',
  'Cox',
  'Gray',
  'Marshall',
  'Ellis',
  'Fraser',
  'Graham',
  'Hamilton',
  'Hill',
  'Holmes',
  'Hunt',
  'Mitchell',
  'Palmer',
  'Reid',
  'Scott',
  'Stewart',
  'Young',
] as const;

export interface Person {
  readonly first: string;
  readonly last: string;
}

export function personOf(context: DemoContext, kind: 'contact' | 'candidate', id: number): Person {
  if (id === 1) return kind === 'contact' ? { first: 'Olivia', last: 'Bennett' } : { first: 'Grace', last: 'Nguyen' };
  if (kind === 'candidate' && isRegisteredTwice(id)) return personOf(context, kind, id - 1);
  const random = context.random(`${kind} name`, id);
  return { first: random.pick(FIRST), last: random.pick(LAST) };
}

/** The local part of an e-mail address: first and last name, letters and digits only, separated by a dot. */
export const addressName = ({ first, last }: Person): string => `${plain(first)}.${plain(last)}`;
const plain = (name: string): string => fold(name).replace(/[^a-z0-9]+/g, '');

/** A number from the range reserved for fiction, in one of the ways people write them. */
export function mobileNumber(random: Random): string {
  const digits = `57${random.digits(4)}`;
  const spaced = `${digits.slice(0, 3)} ${digits.slice(3)}`;
  return random.weighted([`0491 ${spaced}`, 8], [`+61 491 ${spaced}`, 2], [`0491${digits}`, 1]);
}

const AREA: Readonly<Record<string, string>> = { NSW: '02', ACT: '02', VIC: '03', TAS: '03', QLD: '07', WA: '08', SA: '08', NT: '08' };

export const landline = (random: Random, state: string): string =>
  `(${AREA[state] ?? '02'}) ${random.pick(['5550', '7010'])} ${random.digits(4)}`;
