import { NotSent } from './sender';
import type { PostResponse } from './post';

/** Passing by nature: timeouts, too early, too many. */
const TRANSIENT_STATUSES = [408, 425, 429];
/** Temporary statuses of a receiver that is being set up or moved. */
const LIMITED_RETRY_STATUSES = [401, 403, 404];
const LIMITED_ATTEMPTS = 3;

/** Checks that a message was accepted. @throws NotSent with whether to try again */
export function checkResponse({ status, waitSeconds, reply }: PostResponse): void {
  if (status >= 200 && status < 300) return;
  const sentence = `The receiver responded with status ${status}.`;
  if (status >= 300 && status < 400) throw new NotSent(`${sentence} Redirects are not followed.`, { maxAttempts: 1, reply });
  if (status >= 500 || TRANSIENT_STATUSES.includes(status))
    throw new NotSent(sentence, { reply, ...(waitSeconds === undefined ? {} : { waitSeconds }) });
  throw new NotSent(sentence, { maxAttempts: LIMITED_RETRY_STATUSES.includes(status) ? LIMITED_ATTEMPTS : 1, reply });
}
