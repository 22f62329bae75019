import type { RuledType } from '../core/fields/record-types';
import { opportunityRules } from './opportunity.rules';

export const opportunityTypes = (): readonly RuledType[] => [opportunityRules];
