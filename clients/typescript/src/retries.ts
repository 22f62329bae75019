/** How requests are repeated that the service could not answer. */
export interface Retries {
  /** How often a request is sent at most. 5 by default; 1: it is not repeated. */
  readonly attempts?: number;
  /** The longest wait before an attempt, in seconds; if Retry-After asks for more, the request fails. 60 by default. */
  readonly longestWait?: number;
}

type Fetch = (request: Request) => Promise<Response>;

/** Too many requests, and a service or database that is not there at the moment. */
const TEMPORARY = new Set([429, 503]);

/**
 * Repeats requests after temporary failures. What the service has refused it has not carried out, so that is safe for all; when a
 * response is lost, it is safe for all but changes that require a version, which the first attempt may have changed.
 */
export const withRetries =
  (send: Fetch, { attempts = 5, longestWait = 60 }: Retries = {}): Fetch =>
  async (request) => {
    for (let attempt = 1; ; attempt++) {
      const outcome = await outcomeOf(send, request);
      const wait = secondsToWait(outcome, attempt);
      if (attempt >= attempts || wait === undefined || wait > longestWait || (!(outcome instanceof Response) && !isRepeatable(request)))
        return finished(outcome);
      if (outcome instanceof Response) await outcome.body?.cancel();
      await pause(wait, request.signal);
    }
  };

/** Why no response came. */
class Lost {
  constructor(readonly reason: unknown) {}
}

/** A body can be sent once only. */
const outcomeOf = (send: Fetch, request: Request): Promise<Response | Lost> =>
  send(request.clone()).catch((reason: unknown) => new Lost(reason));

function finished(outcome: Response | Lost): Response {
  if (outcome instanceof Lost) throw outcome.reason;
  return outcome;
}

const isRepeatable = ({ method, headers, signal }: Request): boolean =>
  !signal.aborted && !headers.has('If-Match') && (method !== 'POST' || headers.has('Idempotency-Key'));

/** undefined: repeating it makes no sense. */
function secondsToWait(outcome: Response | Lost, attempt: number): number | undefined {
  if (outcome instanceof Response && !TEMPORARY.has(outcome.status)) return undefined;
  const retryAfterSeconds = outcome instanceof Response ? retryAfter(outcome) : 0;
  // at random, so that clients that failed together do not come back together
  return retryAfterSeconds + Math.random() * 0.1 * 2 ** attempt;
}

/** In seconds; the header has seconds or a date. */
function retryAfter({ headers }: Response): number {
  const text = headers.get('Retry-After') ?? '0';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(seconds, 0) : 0;
}

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
  });
