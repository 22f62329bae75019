import type { RuledType } from '../core/fields/record-types';
import { clientRules } from './client.rules';
import { siteRules } from './site.rules';

export const clientTypes = (): readonly RuledType[] => [clientRules, siteRules];
