import type { RuledType } from '../core/fields/record-types';
import { activityRules } from './rules/activity.rules';
import { documentRules } from './documents/document.rules';

export const activityTypes = (): readonly RuledType[] => [activityRules, documentRules];
