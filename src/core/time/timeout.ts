/**
 * Runs `work` with a signal that aborts after `milliseconds`, or as soon as one of `signals` does.
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
  const timer = setTimeout(abort, milliseconds);
  for (const signal of signals) signal.addEventListener('abort', abort);
  if (signals.some((signal) => signal.aborted)) abort();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', abort);
  }
}
