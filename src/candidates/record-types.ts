import type { RuledType } from '../core/fields/record-types';
import { withoutRules } from '../core/records';
import { employmentHistories } from './candidates.records';
import { candidateRules } from './rules/candidate.rules';

export const candidateTypes = (): readonly RuledType[] => [candidateRules, withoutRules(employmentHistories)];
