/** However long the event loop is blocked, it reads what has arrived once in a slice; to connect and ask takes some five readings. */
const SLICES = 10;

/**
 * As `setTimeout`, but time for which the event loop is blocked, by work of this process or for want of CPU, hardly counts. Timers run
 * before what has arrived meanwhile is read, so with `setTimeout` an answer that is already there would be missed.
 * @returns a timer for `clearInterval`
 */
export function setPatientTimeout(done: () => void, milliseconds: number): NodeJS.Timeout {
  let slices = 0;
  const timer = setInterval(() => {
    slices += 1;
    if (slices < SLICES) return;
    clearInterval(timer);
    done();
  }, milliseconds / SLICES);
  return timer;
}

/**
 * Runs `work` with a signal that aborts after `milliseconds` ({@link setPatientTimeout}), or as soon as one of `signals` does.
 *
 * It owns its timer and its listeners: on Node 20 the signals of `AbortSignal.timeout()` and `AbortSignal.any()` may be
 * garbage-collected before they fire, https://github.com/nodejs/node/issues/57736.
 */
export async function withTimeout<T>(
  milliseconds: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setPatientTimeout(abort, milliseconds);
  for (const signal of signals) signal.addEventListener('abort', abort);
  if (signals.some((signal) => signal.aborted)) abort();
  try {
    return await work(controller.signal);
  } finally {
    clearInterval(timer);
    for (const signal of signals) signal.removeEventListener('abort', abort);
  }
}
