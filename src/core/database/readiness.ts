import { Readiness } from '../http';
import { Problem, Unavailable } from '../problems';
import { sql } from '../sql';
import { setPatientTimeout } from '../time/timeout';
import type { RecordDataSource } from './data-source';
import { rows } from './rows';
import type { Storage } from './storage';

const PATIENCE_MS = 1500;

/** Ready if the database answers a query, soon, can be written to as far as it says, and writes have not failed for its storage. */
export class DatabaseReadiness extends Readiness {
  /** Shared: checks must not pile up while the database does not answer. */
  private probe: Promise<void> | undefined;

  constructor(
    private readonly reader: RecordDataSource,
    private readonly storage: Storage,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    super();
  }

  async ready(): Promise<void> {
    this.probe ??= this.check().finally(() => (this.probe = undefined));
    let timer: NodeJS.Timeout | undefined;
    const impatience = new Promise<never>((_, reject) => {
      timer = setPatientTimeout(() => reject(new Unavailable('The database does not answer.')), this.patienceMs);
    });
    try {
      await Promise.race([this.probe, impatience]);
    } catch (error) {
      throw error instanceof Problem ? error : new Unavailable('The database cannot be reached.');
    } finally {
      clearInterval(timer);
    }
  }

  private async check(): Promise<void> {
    await rows(this.reader.manager, sql`SELECT 1`);
    const obstacle = this.reader.hosts?.obstacle;
    if (obstacle !== undefined) throw new Unavailable(`The database ${obstacle}.`);
    if (this.storage.problem) throw this.storage.problem;
  }
}
