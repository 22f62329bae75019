import { setTimeout as pause } from 'node:timers/promises';
import { CommandError } from './command';

const TRIES = 6;

/** Retries a few times after lost connections and server errors. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CommandError || isOfFile(error)) throw error;
      if (tried === TRIES) throw new CommandError(`The service cannot be reached: ${sentence(error)}`);
      process.stderr.write(`Interrupted (${sentence(error)}), retrying.\n`);
      await pause(500 * 2 ** tried);
    }
  }
}

/** A file that cannot be read or written. Errors of the network come as the cause of another one. */
const isOfFile = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

const sentence = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
};

/** A successful response. @throws Refused with the message of the service, Error if the request can be retried */
export async function fetchOrThrow(
  url: string,
  { key, ...request }: RequestInit & { key?: string; duplex?: 'half' },
): Promise<Response & { body: NonNullable<Response['body']> }> {
  const response = await fetch(url, {
    ...request,
    headers: { ...request.headers, ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }) },
  });
  if (response.ok && response.body) return response as Response & { body: NonNullable<Response['body']> };
  const text = await response.text();
  throw response.status >= 500 ? new Error(`${response.status} ${text}`) : new CommandError(detailOf(response.status, text));
}

function detailOf(status: number, text: string): string {
  try {
    const { detail, errors = [] } = JSON.parse(text) as { detail: string; errors?: { pointer: string; detail: string }[] };
    return [detail, ...errors.map((each) => `  ${each.pointer} ${each.detail}`)].join('\n');
  } catch {
    return `${status} ${text}`;
  }
}
