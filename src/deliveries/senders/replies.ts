import { NotSent } from './sender';
import type { Reply } from './post';

/** Passing by nature: timeouts, too early, too many. */
const PASSING = [408, 425, 429];
/** A receiver that is being set up or moved answers these for a while. */
const UNSETTLED = [401, 403, 404];
const FEW = 3;

/** Was a message accepted? @throws NotSent that says whether it is worth another try */
export function checkReply({ status, waitSeconds }: Reply): void {
  if (status >= 200 && status < 300) return;
  const sentence = `The receiver answered with status ${status}.`;
  if (status >= 300 && status < 400) throw NotSent.forGood(`${sentence} Redirects are not followed.`);
  if (status >= 500 || PASSING.includes(status)) throw new NotSent(sentence, waitSeconds === undefined ? {} : { waitSeconds });
  throw new NotSent(sentence, { tries: UNSETTLED.includes(status) ? FEW : 1 });
}
