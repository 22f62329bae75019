import { StorageUnavailable } from '../problems/problem';
import type { Clock } from '../time/clock';
import { isCorrupt, storageFailure } from './errors';

/** How long a failed write counts: whether another one succeeds is only known when it is tried. */
const COUNTS_MS = 30_000;

/** Whether the database can store anything, as far as writes have shown. */
export class Storage {
  private failure: { readonly detail: string; readonly at: number } | undefined;
  private isDamaged = false;

  constructor(private readonly clock: Clock) {}

  /** Why a write failed a moment ago, if it was for the storage. Damage counts until the service is started again. */
  get problem(): StorageUnavailable | undefined {
    if (!this.failure) return undefined;
    const isOver = !this.isDamaged && this.clock.now().getTime() - this.failure.at > COUNTS_MS;
    return isOver ? undefined : new StorageUnavailable(this.failure.detail);
  }

  /** Notes failures. After damage nothing is written any more. @throws StorageUnavailable */
  async write<T>(work: () => Promise<T>): Promise<T> {
    if (this.isDamaged && this.problem) throw this.problem;
    try {
      return await work();
    } catch (error) {
      this.note(error);
      throw error;
    }
  }

  /** Another host stores things from now on. */
  forget(): void {
    this.failure = undefined;
    this.isDamaged = false;
  }

  /** @param error of a read or a write */
  note(error: unknown): void {
    const detail = storageFailure(error);
    if (detail !== undefined) this.failure = { detail, at: this.clock.now().getTime() };
    this.isDamaged ||= isCorrupt(error);
  }
}
