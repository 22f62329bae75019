import type { Automation } from '../automation.entity';

/** The fields that say what an automation does. Whether it is active is its state, which versions do not have. */
export const DEFINING_FIELDS = [
  'name',
  'triggerID',
  'eventID',
  'filtersJSON',
  'actionsJSON',
  'scheduleMetaDataJSON',
  'orderByJSON',
  'excludeRecordsProcessedInDays',
  'maxNumberOfRecordsToExecute',
  'excludedDateGroupID',
  'userId',
] as const satisfies readonly (keyof Automation)[];

export type DefiningField = (typeof DEFINING_FIELDS)[number];
export type Definition = Pick<Automation, DefiningField>;

export const definitionIn = (automation: Partial<Definition>): Definition =>
  Object.fromEntries(DEFINING_FIELDS.map((name) => [name, automation[name] ?? null])) as Definition;
