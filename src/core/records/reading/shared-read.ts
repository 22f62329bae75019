import type { EntityManager } from 'typeorm';
import { translateError } from '../../database/errors';
import type { View } from '../../database/transactions';
import { Problem } from '../../problems';

type Key = number | string;

/** What is found, by id, with as many statements for a hundred ids as for one; an id of which there is nothing may be left out. */
type ReadMany<K extends Key, T> = (view: View, ids: readonly K[]) => Promise<ReadonlyMap<K, T>>;

interface Request {
  readonly view: View;
  readonly id: Key;
  readonly resolve: (found: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The most ids that are read together. */
const MOST = 100;
/** How many reads of one kind may be under way: more would each answer fewer requests, and a single slow one would hold up all others. */
const AT_ONCE = 2;
/** Who has waited so long for reads that are under way is not held up by them any more: the database may not answer those. */
const PATIENCE_MS = 1000;

/** Requests of one kind that arrive together, or while others are answered, are answered by one read, which begins after all of them. */
class SharedRead {
  private readonly waiting: Request[] = [];
  private underWay = 0;
  private isDue = false;
  private impatience: NodeJS.Timeout | undefined;

  constructor(
    private readonly readMany: ReadMany<Key, unknown>,
    private readonly onIdle: () => void,
  ) {}

  add(request: Request): void {
    this.waiting.push(request);
    this.proceed();
  }

  private proceed(): void {
    if (this.isDue || this.waiting.length === 0) return;
    if (this.underWay >= AT_ONCE) return void (this.impatience ??= setTimeout(() => this.begin(), PATIENCE_MS).unref());
    this.isDue = true;
    // once whatever has arrived in this turn of the event loop has been received
    setImmediate(() => {
      this.isDue = false;
      this.begin();
    });
  }

  private begin(): void {
    clearTimeout(this.impatience);
    this.impatience = undefined;
    if (this.waiting.length > 0) void this.answer(this.waiting.splice(0, MOST));
    this.proceed();
  }

  private async answer(requests: readonly Request[]): Promise<void> {
    this.underWay++;
    await answerTogether(this.readMany, requests);
    this.underWay--;
    this.proceed();
    if (this.underWay === 0 && this.waiting.length === 0) this.onIdle();
  }
}

/** If it fails, each is asked for alone, so that what concerns one record is no concern of others; a database that fails concerns all. */
async function answerTogether(readMany: ReadMany<Key, unknown>, requests: readonly Request[]): Promise<void> {
  const { view } = requests.at(-1)!;
  try {
    const found = await readMany(view, [...new Set(requests.map(({ id }) => id))]);
    for (const { id, resolve } of requests) resolve(found.get(id));
  } catch (error) {
    if (requests.length === 1 || translateError(error) instanceof Problem) requests.forEach(({ reject }) => reject(error));
    else await Promise.all(requests.map((request) => answerTogether(readMany, [request])));
  }
}

const open = new WeakMap<EntityManager, Map<string, SharedRead>>();

/**
 * What is found of one id, outside of a transaction together with other requests of callers who see everything.
 * @param kind names all that the answer depends on beside the id
 */
export function sharedRead<K extends Key, T>(view: View, kind: string, id: K, readMany: ReadMany<K, T>): Promise<T | undefined> {
  if (view.em.queryRunner || view.caller.scope.divisions !== 'all') return readMany(view, [id]).then((found) => found.get(id));
  const kinds = open.get(view.em) ?? new Map<string, SharedRead>();
  open.set(view.em, kinds);
  const reads =
    kinds.get(kind) ??
    new SharedRead(
      (shared, ids) => readMany(shared, ids as K[]),
      () => kinds.delete(kind),
    );
  kinds.set(kind, reads);
  return new Promise((resolve, reject) => reads.add({ view, id, resolve: (found) => resolve(found as T | undefined), reject }));
}
