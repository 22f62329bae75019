import { fold, words } from '../core/text/fold';
import { digitsOf } from '../core/text/phones';
import type { Question } from './question';
import type { SearchHitDto, SearchMatchDto } from './search.dto';
import type { SearchedType } from './searched-types';
import { excerpt } from './excerpt';
import { firstMatch } from './first-match';

/** How good a match is; lower is better. */
export const Rank = { Exact: 1, Address: 2, Name: 3, Other: 4 } as const;

export interface RankedHit {
  readonly rank: number;
  readonly hit: SearchHitDto;
}

/** The fields of a record by their names. */
export type Response = Readonly<Record<string, unknown>>;

/** The fields of a record by which a hit is shown. */
export const shownFields = ({ type, name, detail, names, otherTexts, references, addresses, phones, through }: SearchedType): string[] => [
  ...new Set([
    'id',
    ...(type.findField('externalID') ? ['externalID'] : []),
    name,
    ...detail,
    ...names,
    ...otherTexts,
    ...references,
    ...addresses,
    ...Object.entries(phones).flat(),
    ...(type.duplicateKinds.some((kind) => kind.name === 'phone') && type.findField('phone') ? ['phone'] : []),
    ...through.map(({ shown }) => shown),
  ]),
];

/** What has been found, and by what. */
export function hitOf(searched: SearchedType, question: Question, response: Response): RankedHit {
  const matches = matchesIn(searched, question, response);
  const { type, name, detail } = searched;
  return {
    rank: Math.min(Rank.Other, ...matches.map(({ rank }) => rank)),
    hit: {
      type: type.name,
      id: Number(response['id']),
      name: textOf(response, name),
      detail: detail
        .map((field) => textOf(response, field))
        .filter(Boolean)
        .join(', '),
      matched: matches.map(({ field, text, at }) => ({ field, text: excerpt(text, question.words, at) })),
    },
  };
}

interface Match extends SearchMatchDto {
  readonly rank: number;
  /** Where the first word is that matches, if it is known. */
  readonly at?: number;
}

function matchesIn(searched: SearchedType, question: Question, response: Response): Match[] {
  const { names, otherTexts, through, references, content } = searched;
  const others = [...references, ...otherTexts, ...through.map(({ shown }) => shown), ...(content ? [content.field] : [])];
  const rankOfNames = areAllIn(question, names.map((field) => textOf(response, field)).join(' ')) ? Rank.Name : Rank.Other;
  const found = [
    ...exactMatches(searched, question, response),
    ...addressMatches(searched, question, response),
    ...phoneMatches(searched, question, response),
    ...wordMatches(names, rankOfNames, question, response),
    ...wordMatches(others, Rank.Other, question, response),
  ];
  return found.filter(({ field }, index) => found.findIndex((other) => other.field === field) === index);
}

function exactMatches({ references }: SearchedType, { id, text, folded }: Question, response: Response): Match[] {
  const match = (field: string): Match => ({ field, text: String(response[field]), rank: Rank.Exact });
  return [
    ...(id !== undefined && response['id'] === id ? [match('id')] : []),
    ...(response['externalID'] === text ? [match('externalID')] : []),
    ...references.filter((field) => fold(textOf(response, field)) === folded).map(match),
  ];
}

const addressMatches = ({ addresses }: SearchedType, { address }: Question, response: Response): Match[] =>
  address === undefined
    ? []
    : addresses
        .map((field): Match => {
          const text = textOf(response, field);
          return { field, text, rank: fold(text) === address ? Rank.Address : Rank.Name };
        })
        .filter(({ text }) => fold(text).startsWith(address));

function phoneMatches({ phones }: SearchedType, { phones: numbers, digits }: Question, response: Response): Match[] {
  if (numbers.length === 0) return [];
  const endings = new Set(digits.map(lastDigits));
  const isBare = (field: string): boolean => endings.has(lastDigits(textOf(response, field)));
  const matching = Object.entries(phones).filter(([field, standard]) => {
    const number = textOf(response, standard);
    return number === '' ? isBare(field) : numbers.includes(number);
  });
  return [...matching.map(([field]) => field), ...(!('phone' in phones) && isBare('phone') ? ['phone'] : [])].map((field) => ({
    field,
    text: textOf(response, field),
    rank: Rank.Address,
  }));
}

const lastDigits = (phone: string): string => digitsOf(phone).slice(-9);

const wordMatches = (fields: readonly string[], rank: number, question: Question, response: Response): Match[] =>
  fields.flatMap((field) => {
    const text = textOf(response, field);
    const at = firstMatch(text, question.words);
    return at === undefined ? [] : [{ field, text, rank, at }];
  });

function areAllIn(question: Question, text: string): boolean {
  const own = words(text);
  return question.words.every((word) => own.some((each) => each.startsWith(word)));
}

const textOf = (response: Response, field: string): string => {
  const value = response[field];
  return typeof value === 'string' ? value : '';
};
