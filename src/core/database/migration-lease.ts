import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { SEE_ALL_NODES } from './cluster';
import { isTransient } from './errors';
import { setSession } from './session-settings';

const BEAT_MS = 5000;
const AGAIN_MS = 500;
/** A holder whose beat stands still for so long has ended, or is waiting for a statement that changes a table on all nodes. */
const STANDSTILL_MS = 30_000;
/** After a write of our own has succeeded, such a statement has ended, and a holder that lives goes on beating. */
const PROBATION_MS = 3 * BEAT_MS;

interface Lease {
  readonly holder: string;
  readonly beat: number;
}

/**
 * Works while no other process does, on any node of a cluster, where a lock of one node means nothing: two processes that change the row of
 * the lease at once conflict when they commit. The holder shows that it lives by counting up.
 * @throws Error if another process has taken the lease over meanwhile
 */
export async function underLease(store: DataSource, runner: QueryRunner, work: () => Promise<void>): Promise<void> {
  const lease = new MigrationLease(runner);
  await lease.take();
  const timer = setInterval(() => void lease.beat(store), BEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await lease.release();
  }
}

class MigrationLease {
  private readonly me = randomUUID();
  private isBeating = false;

  constructor(private readonly runner: QueryRunner) {}

  async take(): Promise<void> {
    await this.runner.query(setSession(SEE_ALL_NODES));
    await this.runner.query(
      "CREATE TABLE IF NOT EXISTS migration_lease (id INT PRIMARY KEY, holder VARCHAR(36) NOT NULL DEFAULT '', beat BIGINT NOT NULL DEFAULT 0, probes BIGINT NOT NULL DEFAULT 0)",
    );
    await this.tryTo('INSERT IGNORE INTO migration_lease (id) VALUES (1)');
    let seen: Lease | undefined;
    for (let since = Date.now(); ; await pause(AGAIN_MS)) {
      const lease = await this.read();
      if (lease.holder === '' && (await this.takeFrom(lease))) return;
      if (lease.beat !== seen?.beat) [seen, since] = [lease, Date.now()];
      else if (Date.now() - since > STANDSTILL_MS && (await this.hasEnded(lease)) && (await this.takeFrom(lease))) return;
    }
  }

  /** One at a time: a beat may wait for a statement that changes a table. Each on any connection: one that is lost would end all beats. */
  async beat(store: DataSource): Promise<void> {
    if (this.isBeating) return;
    this.isBeating = true;
    await store.query('UPDATE migration_lease SET beat = beat + 1 WHERE holder = ?', [this.me]).catch(() => undefined);
    this.isBeating = false;
  }

  async release(): Promise<void> {
    await this.runner.query('SET SESSION wsrep_sync_wait = DEFAULT');
    while (!(await this.tryTo("UPDATE migration_lease SET holder = '', beat = beat + 1 WHERE holder = ?", [this.me]))) {
      if ((await this.read()).holder !== this.me)
        throw new Error('Another process has migrated this database at the same time. Start again.');
      await pause(AGAIN_MS);
    }
  }

  private async read(): Promise<Lease> {
    const [row] = (await this.runner.query('SELECT holder, beat FROM migration_lease WHERE id = 1')) as { holder: string; beat: string }[];
    return { holder: row?.holder ?? '', beat: Number(row?.beat ?? -1) };
  }

  private async hasEnded({ holder, beat }: Lease): Promise<boolean> {
    await this.tryTo('UPDATE migration_lease SET probes = probes + 1 WHERE id = 1');
    await pause(PROBATION_MS);
    const now = await this.read();
    return now.holder === holder && now.beat === beat;
  }

  private takeFrom({ holder, beat }: Lease): Promise<boolean> {
    return this.tryTo('UPDATE migration_lease SET holder = ?, beat = beat + 1 WHERE id = 1 AND holder = ? AND beat = ?', [
      this.me,
      holder,
      beat,
    ]);
  }

  /** @returns whether it has changed something; another node may have been first */
  private async tryTo(statement: string, values: readonly unknown[] = []): Promise<boolean> {
    try {
      return ((await this.runner.query(statement, [...values])) as { affectedRows: number }).affectedRows > 0;
    } catch (error) {
      if (!isTransient(error)) throw error;
      return false;
    }
  }
}
