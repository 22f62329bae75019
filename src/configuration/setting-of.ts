import type { EntityManager } from 'typeorm';
import type { Part } from './acted-on';
import { Setting } from './configuration.entity';
import { keyOf } from './setting.dto';

/** The value of a setting as it was saved, undefined when the firm has said none. */
export async function settingOf(em: EntityManager, part: Part, type: string): Promise<string | undefined> {
  const found = await em.findOneBy(Setting, { part, folded: keyOf(type) });
  return found?.value;
}
