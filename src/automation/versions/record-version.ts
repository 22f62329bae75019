import type { Transaction } from '../../core/database';
import type { Automation } from '../automation.entity';
import { definitionIn } from './defining-fields';
import { AutomationVersion } from './version.entity';

/** Keeps what an automation does from now on, if a save has changed that. */
export async function recordVersion({ em, now, caller }: Transaction, before: Automation, after: Automation): Promise<void> {
  const [old, definition] = [before, after].map((each) => JSON.stringify(definitionIn(each)));
  if (before.id !== undefined && old === definition) return;
  const { id: automationID, version } = after;
  await em.insert(AutomationVersion, { automationID, version, definition, createdDate: now, createdByID: caller.userID });
}
