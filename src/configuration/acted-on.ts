/** The parts of the configuration, as their paths name them. */
export type Part = 'JobPosting' | 'Clients';

/** Settings that the service acts on, and what their values must be; of all others it keeps any text. */
const rules: Readonly<Record<Part, Readonly<Record<string, (value: string) => string | undefined>>>> = {
  JobPosting: {
    defaultsource: (value) => (value.length <= 200 ? undefined : 'must be a source of at most 200 characters'),
    advertdays: whole(1, 365),
    closewhenfilled: (value) => (/^(true|false)$/i.test(value) ? undefined : 'must be true or false'),
  },
  Clients: {
    inactiveafterdays: whole(1, 3650),
    // the entry must exist too, which the service asks
    defaultstatus: (value) => (value.trim() === '' ? 'must be the id or the name of a client status' : undefined),
  },
};

/** What is wrong with the value of a setting, undefined when nothing is. @param folded the folded type */
export const settingComplaint = (part: Part, folded: string, value: string): string | undefined => rules[part][folded]?.(value);

function whole(minimum: number, maximum: number) {
  return (value: string): string | undefined =>
    /^\d{1,5}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum ? undefined : `must be a whole number from ${minimum} to ${maximum}`;
}
