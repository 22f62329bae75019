import { INT32 } from '../core/fields/value-rules';
import { InvalidRequest } from '../core/problems';
import { fold, words } from '../core/text/fold';
import { possibleDigits, possiblePhones } from '../core/text/phones';

/** What a text that is searched for can be. */
export interface Question {
  readonly text: string;
  readonly folded: string;
  readonly words: readonly string[];
  readonly id?: number;
  /** The beginning of an e-mail address, folded. */
  readonly address?: string;
  /** In E.164. */
  readonly phones: readonly string[];
  /** Of the same numbers, as they may be written without a country. */
  readonly digits: readonly string[];
}

/** The most words of a text. */
export const MOST_WORDS = 10;

/** @throws InvalidRequest for a text without a word, or with too many */
export function questionOf(text: string): Question {
  const own = [...new Set(words(text))];
  if (own.length === 0 || own.length > MOST_WORDS)
    throw InvalidRequest.because([{ pointer: '/q', in: 'query', detail: `must have 1 to ${MOST_WORDS} words: letters or digits` }]);
  const trimmed = text.trim();
  const folded = fold(text);
  const phones = possiblePhones(trimmed);
  return {
    text: trimmed,
    folded,
    words: own,
    ...(isID(trimmed) && { id: Number(trimmed) }),
    ...(isAddress(folded) && { address: folded }),
    phones,
    digits: possibleDigits(trimmed, phones),
  };
}

const isID = (text: string): boolean => /^\d{1,10}$/.test(text) && Number(text) <= INT32.maximum;

/** The beginning of one: of its name, at least all. */
const isAddress = (folded: string): boolean => folded.indexOf('@') > 0 && !folded.includes(' ');
