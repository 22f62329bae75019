import type { Response } from 'express';

/** Aborts when the response has ended or the caller has disconnected. */
export function abortOnClose(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
