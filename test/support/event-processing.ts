import { setTimeout as pause } from 'node:timers/promises';
import type { TestApp } from './app';
import { queryRows } from './database';

const OPEN = `SELECT (SELECT COUNT(*) FROM record_change WHERE sequence IS NULL OR sequence > (SELECT COALESCE(MAX(value), 0) FROM counter WHERE name = 'dispatched'))
  + (SELECT COUNT(*) FROM automation_run WHERE status IN ('queued', 'running')) AS amount`;

/** Waits until all changes have been dispatched and all runs have ended. */
export async function waitUntilIdle(service: TestApp): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const [open] = await queryRows<{ amount: number }>(service, OPEN);
    quiet = Number(open?.amount) === 0 ? quiet + 1 : 0;
    await pause(10);
  }
}

/** The records that an automation has processed, in the order of its runs. */
export async function processedBy(service: TestApp, automationID: number): Promise<number[]> {
  const found = await queryRows<{ recordID: number }>(
    service,
    "SELECT recordID FROM automation_run_record WHERE automationID = ? AND outcome = 'processed' ORDER BY runID, position",
    [automationID],
  );
  return found.map(({ recordID }) => Number(recordID));
}

/** Sets the clock of a service; it continues from that time. */
export async function setClock({ app }: TestApp, time: Date | string): Promise<void> {
  const { Clock } = await import('../../src/core/time/clock.js');
  Object.assign(app.get(Clock, { strict: false }), new Clock(new Date(time)));
}

/**
 * Triggers everything due, as the service does every second. Ticks twice, as a tick in progress may have begun before
 * the clock was set.
 */
export async function tick({ app }: TestApp): Promise<void> {
  const { AutomationScheduler } = await import('../../src/automation/events/automation-scheduler.service.js');
  const scheduler = app.get(AutomationScheduler, { strict: false });
  await scheduler.tick();
  await scheduler.tick();
}

/** Sets the clock, triggers everything due and waits until it is done. */
export async function advanceTo(service: TestApp, time: Date | string): Promise<void> {
  await setClock(service, time);
  await tick(service);
  await waitUntilIdle(service);
}
