import { textRule } from '../core/fields/value-rules';

/** The parts of the configuration, as their paths name them. */
export type ConfigurationPart = 'JobPosting' | 'Clients' | 'Timesheets';

/**
 * Rules for the values of settings that the service uses; any other setting takes any text. The defaultStatus of Clients is
 * checked against the lookup list in addition.
 */
const rules: Readonly<Record<ConfigurationPart, ReadonlyMap<string, (value: string) => string | undefined>>> = {
  JobPosting: new Map([
    ['defaultsource', textRule(200).validate],
    ['advertdays', integerBetween(1, 365)],
    ['closewhenfilled', isTrueOrFalse],
    ['rejectwhenclosed', isTrueOrFalse],
  ]),
  Clients: new Map([['inactiveafterdays', integerBetween(1, 3650)]]),
  Timesheets: new Map([
    ['createdue', isTrueOrFalse],
    ['dueafterdays', integerBetween(0, 60)],
  ]),
};

/** What is wrong with the value of a setting; undefined if nothing. @param folded the folded type */
export const settingError = (part: ConfigurationPart, folded: string, value: string): string | undefined =>
  rules[part].get(folded)?.(value);

function isTrueOrFalse(value: string): string | undefined {
  return /^(true|false)$/i.test(value) ? undefined : 'must be true or false';
}

function integerBetween(minimum: number, maximum: number): (value: string) => string | undefined {
  return (value: string): string | undefined =>
    /^\d{1,5}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum
      ? undefined
      : `must be a whole number from ${minimum} to ${maximum}`;
}
