import { In, type EntityManager } from 'typeorm';
import { execute, rows } from '../core/database/rows';
import type { Person, PersonalDataHolder, RecordsOf } from '../core/personal-data';
import { and, sql, values, type Sql } from '../core/sql';
import { Automation } from './automation.entity';
import { EVENTS } from './catalogue/events';

/** What runs of automations have recorded of persons. */
export const runsAboutPersons: PersonalDataHolder = {
  name: 'runs',
  async read({ em }, person) {
    const found: object[] = [];
    for (const where of await conditions(em, person)) {
      const records = await rows(
        em,
        sql`SELECT runID, automationID, recordID, outcome, reason, actions FROM automation_run_record WHERE ${where}`,
      );
      found.push(
        ...records.map(([runID, automationID, recordID, outcome, reason, actions]) => ({
          ...{ runID, automationID, recordID, outcome, reason },
          actions: actions === null ? [] : (JSON.parse(actions as string) as unknown),
        })),
      );
    }
    return found;
  },
  async erase({ em }, person) {
    for (const where of await conditions(em, person)) {
      await execute(em, sql`UPDATE automation_run_record SET reason = NULL, actions = NULL WHERE ${where}`);
      await execute(em, sql`DELETE FROM automation_match WHERE ${where}`);
    }
  },
};

/** SQL of the records of each type in runs: those of automations on that type. */
async function conditions(em: EntityManager, { type, ids, records }: Person): Promise<Sql[]> {
  const found = await Promise.all([{ type: type.name, ids }, ...records].map((each) => conditionOf(em, each)));
  return found.flat();
}

async function conditionOf(em: EntityManager, { type, ids }: RecordsOf): Promise<Sql[]> {
  const events = EVENTS.filter(({ recordType }) => recordType === type).map(({ id }) => id);
  const automations = await em.find(Automation, { select: { id: true }, where: { eventID: In(events) } });
  if (automations.length === 0 || ids.length === 0) return [];
  return [and([sql`automationID IN (${values(automations.map(({ id }) => id))})`, sql`recordID IN (${values(ids)})`])];
}
