import { textRule } from '../fields/values';

/** The parts of the configuration, as their paths name them. */
export type Part = 'JobPosting' | 'Clients';

/**
 * Settings that the service acts on, and what their values must be; of all others it keeps any text. The defaultStatus
 * of Clients is looked up besides.
 */
const rules: Readonly<Record<Part, ReadonlyMap<string, (value: string) => string | undefined>>> = {
  JobPosting: new Map([
    ['defaultsource', textRule(200).complaint],
    ['advertdays', whole(1, 365)],
    ['closewhenfilled', (value) => (/^(true|false)$/i.test(value) ? undefined : 'must be true or false')],
  ]),
  Clients: new Map([['inactiveafterdays', whole(1, 3650)]]),
};

/** What is wrong with the value of a setting, undefined when nothing is. @param folded the folded type */
export const settingComplaint = (part: Part, folded: string, value: string): string | undefined => rules[part].get(folded)?.(value);

function whole(minimum: number, maximum: number): (value: string) => string | undefined {
  return (value: string): string | undefined =>
    /^\d{1,5}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum
      ? undefined
      : `must be a whole number from ${minimum} to ${maximum}`;
}
