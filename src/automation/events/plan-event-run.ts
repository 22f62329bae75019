import type { Unit } from '../../database';
import { audienceOf, type AudienceOf } from '../audience';
import { AutomationRun } from '../automation.entity';
import { insertPlanned } from '../running/plan';
import { audienceOfRun } from '../running/audience-of-run';
import { pauseFor } from './pause';
import { wavesOf, type Listener, type Occurrence } from './occurrence';

/** So many automations may set each other off, one after the other. */
export const LONGEST_CHAIN = 5;

/**
 * Plans the runs for what happened to some records, whoever of them the automation means: by the same question as every
 * other run. Without a condition all of them are meant.
 */
export async function planEventRuns(unit: Unit, listener: Listener, occurrences: readonly Occurrence[]): Promise<void> {
  for (const wave of wavesOf(occurrences)) {
    const depth = (wave[0]?.depth ?? 0) + 1;
    if (depth > LONGEST_CHAIN)
      return pauseFor(
        unit,
        listener.automation,
        `a chain of ${LONGEST_CHAIN} automations set it off, one the other: they go round in a circle`,
      );
    await planWave(unit, listener, wave, depth);
  }
}

async function planWave(unit: Unit, { automation, definition }: Listener, wave: readonly Occurrence[], depth: number): Promise<void> {
  const bySequence = new Map(wave.map(({ recordID, sequence }) => [recordID, sequence]));
  const audience: AudienceOf = { ...audienceOfRun(automation, definition, 'event'), among: [...bySequence.keys()], cap: null };
  const { matched, excluded, leftOut, taken } = await audienceOf(unit, audience);
  if (taken.length === 0) return;
  const run = {
    automationID: automation.id,
    automationVersion: automation.version,
    trigger: 'event',
    status: 'queued',
    matched,
    excluded,
    leftOut,
    taken: taken.length,
    depth,
    requestedByID: automation.userId,
    queuedAt: unit.now,
  } as const;
  const { identifiers } = await unit.em.insert(AutomationRun, run);
  const runID = Number(identifiers[0]?.['id']);
  await insertPlanned(
    unit.em,
    taken.map((recordID, index) => ({
      runID,
      recordID,
      automationID: automation.id,
      sequence: bySequence.get(recordID) ?? null,
      position: index + 1,
    })),
  );
}
