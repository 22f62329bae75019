import type { RuledType } from '../core/fields/record-types';
import { savedListRules } from './list.rules';

export const listTypes = (): readonly RuledType[] => [savedListRules];
