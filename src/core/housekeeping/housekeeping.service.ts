import { setImmediate as othersFirst } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SYSTEM_CALLER } from '../callers';
import { Settings } from '../config';
import { Transactions, type Transaction } from '../database';
import type { MaintenanceTask } from './maintenance-task';
import { claimTask, registerTasks, releaseTask } from './claim';

/** The first run comes after a minute at most, even of rare tasks: the service may be restarted often. */
const MAX_FIRST_DELAY_SECONDS = 60;
/** Random part of the period, so that processes started together drift apart. */
const JITTER = 0.1;

/**
 * Runs maintenance tasks in the background, one batch at a time, and each task in one process at a time. Modules add
 * their tasks on start.
 */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Housekeeping.name);
  private readonly tasks: MaintenanceTask[] = [];
  private readonly timers = new Map<MaintenanceTask, NodeJS.Timeout>();
  private closing = false;
  private working: Promise<void> = Promise.resolve();

  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** Call it before the application has started: from a constructor or `onModuleInit`. */
  add(task: MaintenanceTask): void {
    if (this.tasks.some(({ name }) => name === task.name)) throw new Error(`Duplicate maintenance task: ${task.name}.`);
    this.tasks.push(task);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.roles.includes('worker')) return;
    await this.transactions.write(SYSTEM_CALLER, (transaction) => registerTasks(transaction, this.tasks));
    for (const task of this.tasks) this.schedule(task, Math.min(task.everySeconds, MAX_FIRST_DELAY_SECONDS));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    this.timers.forEach((timer) => clearTimeout(timer));
    await this.working;
  }

  /** Runs all tasks now until there is nothing left to do. */
  catchUp(): Promise<void> {
    return this.enqueue(this.tasks, true);
  }

  private schedule(task: MaintenanceTask, seconds: number): void {
    if (this.closing) return;
    const wait = seconds * 1000 * (1 + Math.random() * JITTER);
    this.timers.set(
      task,
      setTimeout(() => void this.enqueue([task], false).then(() => this.schedule(task, task.everySeconds)), wait).unref(),
    );
  }

  private enqueue(tasks: readonly MaintenanceTask[], isForced: boolean): Promise<void> {
    for (const task of tasks) this.working = this.working.then(() => this.run(task, isForced));
    return this.working;
  }

  private async run(task: MaintenanceTask, isForced: boolean): Promise<void> {
    try {
      while (!this.closing && (await this.transactions.write(SYSTEM_CALLER, (transaction) => runBatch(transaction, task, isForced))))
        await othersFirst();
    } catch (error) {
      this.log.error(error, task.name);
    }
  }
}

/** @returns whether there is more */
async function runBatch(transaction: Transaction, task: MaintenanceTask, isForced: boolean): Promise<boolean> {
  if (!(await claimTask(transaction, task, isForced)) || !(await task.work(transaction))) return false;
  await releaseTask(transaction, task);
  return true;
}
