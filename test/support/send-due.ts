import { setTimeout as pause } from 'node:timers/promises';
import type { TestApp } from './app';
import { queryRows } from './database';

/** Lets all messages leave that are due by the clock of the service, and waits until they have been sent. */
export async function sendDue(service: TestApp): Promise<void> {
  const { DeliveryWorker } = await import('../../src/deliveries/index.js');
  const { Clock } = await import('../../src/core/time/clock.js');
  const due = async (): Promise<number> => {
    const now = service.app.get(Clock, { strict: false }).now().toISOString().replace('T', ' ').replace('Z', '');
    const query = "SELECT COUNT(*) AS amount FROM delivery WHERE state = 'sending' OR (dueAt IS NOT NULL AND dueAt <= ?)";
    return Number((await queryRows<{ amount: number }>(service, query, [now]))[0]?.amount);
  };
  while ((await due()) > 0) {
    service.app.get(DeliveryWorker, { strict: false }).wake();
    await pause(10);
  }
}
