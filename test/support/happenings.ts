import { setTimeout as pause } from 'node:timers/promises';
import type { TestApp } from './app';
import { asked } from './make';

const OPEN = `SELECT (SELECT COUNT(*) FROM record_change WHERE sequence IS NULL OR sequence > (SELECT COALESCE(MAX(value), 0) FROM counter WHERE name = 'dispatched'))
  + (SELECT COUNT(*) FROM automation_run WHERE status IN ('queued', 'running')) AS amount`;

/** Until everything that has been set off has been done. */
export async function settled(service: TestApp): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const [open] = await asked<{ amount: number }>(service, OPEN);
    quiet = Number(open?.amount) === 0 ? quiet + 1 : 0;
    await pause(10);
  }
}

/** The records that an automation has processed, in the order of its runs. */
export async function processedBy(service: TestApp, automationID: number): Promise<number[]> {
  const found = await asked<{ recordID: number }>(
    service,
    "SELECT recordID FROM automation_run_record WHERE automationID = ? AND outcome = 'processed' ORDER BY runID, position",
    [automationID],
  );
  return found.map(({ recordID }) => Number(recordID));
}

/** Lets the clock of a service go on from another time. */
export async function setClock({ app }: TestApp, time: Date | string): Promise<void> {
  const { Clock } = await import('../../src/time/clock.js');
  Object.assign(app.get(Clock, { strict: false }), new Clock(new Date(time)));
}

/** Sets off what is due by the clock, as it happens every second. A round under way may have begun before the clock was set. */
export async function tick({ app }: TestApp): Promise<void> {
  const { Timekeeper } = await import('../../src/automation/events/timekeeper.service.js');
  const timekeeper = app.get(Timekeeper, { strict: false });
  await timekeeper.tick();
  await timekeeper.tick();
}

/** The time has come, and all that it sets off has been done. */
export async function timeIs(service: TestApp, time: Date | string): Promise<void> {
  await setClock(service, time);
  await tick(service);
  await settled(service);
}
