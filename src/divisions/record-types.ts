import type { RuledType } from '../core/fields/record-types';
import { divisionRules } from './division.rules';

export const divisionTypes = (): readonly RuledType[] => [divisionRules];
