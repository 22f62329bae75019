/** The signals of a terminal, and of whoever ends a process. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Aborted when somebody ends the process, which goes on until it has removed what it has started. Further signals change nothing: who
 * presses Ctrl-C twice leaves no server behind.
 */
export function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const name of SIGNALS)
    process.on(name, () => {
      if (!interrupted.signal.aborted) process.stdout.write('Ending what has been started …\n');
      interrupted.abort();
    });
  return interrupted.signal;
}

export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())));
