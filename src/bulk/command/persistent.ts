import { setTimeout as pause } from 'node:timers/promises';
import { Refused } from '../../shell';

const TRIES = 6;

/** Does something again that a lost connection or a service that is busy broke off, a few times. */
export async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused) throw error;
      if (tried === TRIES) throw new Refused(`The service cannot be reached, or breaks off: ${sentence(error)}`);
      process.stderr.write(`Broken off (${sentence(error)}), trying again.\n`);
      await pause(500 * 2 ** tried);
    }
  }
}

const sentence = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
};

/** An answer that is a success. @throws Refused what the service has to say against it, Error when it may be asked again */
export async function answered(
  url: string,
  { key, ...request }: RequestInit & { key?: string; duplex?: 'half' },
): Promise<Response & { body: NonNullable<Response['body']> }> {
  const response = await fetch(url, {
    ...request,
    headers: { ...request.headers, ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }) },
  });
  if (response.ok && response.body) return response as Response & { body: NonNullable<Response['body']> };
  const text = await response.text();
  throw response.status >= 500 ? new Error(`${response.status} ${text}`) : new Refused(detailOf(response.status, text));
}

function detailOf(status: number, text: string): string {
  try {
    const { detail, errors = [] } = JSON.parse(text) as { detail: string; errors?: { pointer: string; detail: string }[] };
    return [detail, ...errors.map((each) => `  ${each.pointer} ${each.detail}`)].join('\n');
  } catch {
    return `${status} ${text}`;
  }
}
