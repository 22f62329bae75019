import type { EntityManager } from 'typeorm';
import { AutomationTemplate } from '../automation.entity';

/** The template with that id, unless it is deleted. */
export const findTemplate = (em: EntityManager, id: number): Promise<AutomationTemplate | null> =>
  em.findOneBy(AutomationTemplate, { id, deleted: false });
