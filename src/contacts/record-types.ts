import type { RuledType } from '../core/fields/record-types';
import { contactRules } from './contact.rules';
import { contactSearchRules } from './saved-search/contact-search.rules';

export const contactTypes = (): readonly RuledType[] => [contactRules, contactSearchRules];
