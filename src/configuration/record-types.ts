import type { RuledType } from '../core/fields/record-types';
import { payFrequencyRules } from './pay-frequency.rules';

export const configurationTypes = (): readonly RuledType[] => [payFrequencyRules];
