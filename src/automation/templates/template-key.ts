import { NAME } from '../../core/sql/columns';
import { foldedKey } from '../../core/text/fold';
import type { AutomationTemplate } from '../automation.entity';

/** By which templates are told apart; a deleted one leaves its name to others. */
export const templateKey = ({ name, deleted }: Pick<AutomationTemplate, 'name' | 'deleted'>): string | null =>
  deleted ? null : foldedKey(name ?? '', NAME) || null;
