import type { EntityManager } from 'typeorm';
import type { ConfigurationPart } from './setting-rules';
import { Setting } from './configuration.entity';
import { keyOf } from './setting.dto';

/** The stored value of a setting; undefined if it is not set. */
export async function settingOf(em: EntityManager, part: ConfigurationPart, type: string): Promise<string | undefined> {
  const found = await em.findOneBy(Setting, { part, folded: keyOf(type) });
  return found?.value;
}
