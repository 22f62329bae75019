import type { RuledType } from '../core/fields/record-types';
import { placementRules } from './placement.rules';
import { timesheetRules } from './timesheets/timesheet.rules';

export const placementTypes = (): readonly RuledType[] => [placementRules, timesheetRules];
