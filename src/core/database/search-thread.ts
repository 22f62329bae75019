import { once } from 'node:events';
import { Worker, type MessagePort } from 'node:worker_threads';
import type BetterSqlite from 'better-sqlite3';
import type { Sql, SqlValue } from '../sql';
import { EMBEDDED_LIBRARY } from '../sql/embedded-driver';
import { withTimeout } from '../time/timeout';
import { SEARCH_TIMED_OUT } from './errors';
import { SerialQueue } from './serial-queue';

type Row = unknown[];

interface Question {
  readonly text: string;
  readonly params: readonly SqlValue[];
}

/** What the thread answers: rows of numbers and texts, or the error of the driver. */
type Answer = { readonly found: Row[] } | { readonly error: { readonly message: string; readonly code?: string } };

/**
 * Searches the file of the embedded database in a thread with a connection of its own, one statement at a time: the driver returns only
 * when a statement has ended, and meanwhile the process could answer nobody.
 */
export class SearchThread {
  private readonly queue = new SerialQueue();
  private readonly closing = new AbortController();
  private worker: Worker | undefined;

  /** @param limitMs after which a statement is given up */
  constructor(
    private readonly file: string,
    private readonly limitMs: number,
  ) {}

  /** The rows of a query of committed data. @throws Error of the driver; with the code SEARCH_TIMED_OUT if it takes too long */
  rows({ text, params }: Sql): Promise<Row[]> {
    return this.queue.run(async () => {
      const answer = await this.ask({ text, params });
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
      return answer.found;
    });
  }

  /** What is being searched for fails. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.worker?.terminate();
  }

  private async ask(question: Question): Promise<Answer> {
    const worker = (this.worker ??= this.start());
    worker.ref();
    try {
      const [answer] = (await withTimeout(this.limitMs, [this.closing.signal], (signal) => {
        const answered = once(worker, 'message', { signal });
        worker.postMessage(question);
        return answered;
      })) as [Answer];
      worker.unref();
      return answer;
    } catch (error) {
      this.giveUp(worker);
      throw isAborted(error) ? timedOut() : error;
    }
  }

  /** It ends with its statement, which nothing can interrupt; the next one is for another thread. */
  private giveUp(worker: Worker): void {
    this.worker = undefined;
    worker.unref();
    void worker.terminate();
  }

  private start(): Worker {
    const workerData: Settings = { library: require.resolve(EMBEDDED_LIBRARY), file: this.file };
    // an error outside of a question would end the process; the next question meets it
    return new Worker(PROGRAM, { eval: true, workerData }).on('error', () => undefined);
  }
}

const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
const timedOut = (): Error => Object.assign(new Error('The search has taken too long.'), { code: SEARCH_TIMED_OUT });

interface Settings {
  readonly library: string;
  readonly file: string;
}

/**
 * The program of the thread. It is passed as text, so that tests, which have no compiled files, run the same; therefore it uses nothing but
 * what it is given.
 */
function answerQuestions(
  { parentPort, workerData }: { parentPort: MessagePort; workerData: Settings },
  load: (library: string) => typeof BetterSqlite,
): void {
  const database = new (load(workerData.library))(workerData.file, { readonly: true });
  database.pragma('busy_timeout = 10000');
  database.pragma('cache_size = -8192');
  const kept = new Map<string, BetterSqlite.Statement<SqlValue[], Row>>();
  const prepared = (text: string): BetterSqlite.Statement<SqlValue[], Row> => {
    if (kept.size === 100) kept.clear();
    const statement = kept.get(text) ?? database.prepare<SqlValue[], Row>(text).raw();
    kept.set(text, statement);
    return statement;
  };
  parentPort.on('message', ({ text, params }: Question) => {
    try {
      parentPort.postMessage({ found: prepared(text).all(...params) });
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      parentPort.postMessage({ error: { message, code } });
    }
  });
}

const PROGRAM = `(${answerQuestions.toString()})(require('node:worker_threads'), require);`;
