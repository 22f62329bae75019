/** A record. Its texts are plain ASCII, but for case and the accent of "Zoë". */
export interface Known {
  readonly id: number;
  readonly [field: string]: unknown;
}

type Common = (one: Known, other: Known) => boolean;

const plain = (text: unknown): string =>
  typeof text === 'string' ? text.trim().toLowerCase().replaceAll('ë', 'e').replace(/ +/g, ' ') : '';
const textOf = (value: unknown): string => (typeof value === 'number' ? String(value) : plain(value));
const digits = (text: unknown): string => (typeof text === 'string' ? text.replace(/[^0-9]/g, '') : '');

/** Any of the fields of one is any of those of the other. */
const anyOf =
  (fields: readonly string[], form: (text: unknown) => string): Common =>
  (one, other) =>
    fields.some((field) => form(one[field]) !== '' && fields.some((each) => form(other[each]) === form(one[field])));

const allOf =
  (fields: readonly string[]): Common =>
  (one, other) =>
    fields.every((field) => textOf(one[field]) !== '' && textOf(one[field]) === textOf(other[field]));

/** Australian numbers: nine digits after 0 or +61. */
const national = (text: unknown): string => digits(text).replace(/^(61|0)/, '');

const company = (text: unknown): string =>
  plain(text)
    .replaceAll('.', '')
    .split(' ')
    .filter((word) => !['pty', 'ltd', 'limited', 'gmbh', 'inc', '&', 'and'].includes(word))
    .join(' ');
const host = (text: unknown): string =>
  plain(text)
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/$/, '');

/** The reasons by type of record, from the strongest to the weakest. */
export const REASONS: Readonly<Record<string, Readonly<Record<string, Common>>>> = {
  Candidates: {
    email: anyOf(['email1', 'email2'], plain),
    nameAndDateOfBirth: allOf(['firstName', 'lastName', 'dateOfBirth']),
    phone: anyOf(['mobile', 'home', 'work'], national),
  },
  Contacts: {
    email: anyOf(['email', 'email2'], plain),
    nameAtClient: (one, other) => one['clientID'] !== 0 && allOf(['firstName', 'surname', 'clientID'])(one, other),
    mobile: anyOf(['mobile'], national),
  },
  Clients: {
    registrationNumber: anyOf(['registrationNumber'], digits),
    name: anyOf(['name'], company),
    website: anyOf(['website'], host),
    email: anyOf(['email'], plain),
    phone: anyOf(['phone'], national),
  },
};

/** All pairs with their reasons, as "3 7 email phone". */
export function pairsOf(path: string, records: readonly Known[]): string[] {
  const inOrder = [...records].sort((one, other) => one.id - other.id);
  return inOrder.flatMap((one, index) =>
    inOrder.slice(index + 1).flatMap((other) => {
      const reasons = Object.entries(REASONS[path]!).flatMap(([name, common]) => (common(one, other) ? [name] : []));
      return reasons.length > 0 ? [[one.id, other.id, ...reasons].join(' ')] : [];
    }),
  );
}
