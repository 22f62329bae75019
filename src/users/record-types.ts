import type { RuledType } from '../core/fields/record-types';
import { userRules } from './user.rules';

export const userTypes = (): readonly RuledType[] => [userRules];
