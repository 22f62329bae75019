import { waitedForProcessors } from './pressure';

/** A request that was not carried out, or whose answer did not come. */
export interface Failure {
  readonly what: string;
  /** The process, counted from 1. */
  readonly process: number;
  /** Of the response; 0: the process was killed before it answered. */
  readonly status: number;
  readonly saysWhenToRetry: boolean;
  readonly milliseconds: number;
  readonly at: Date;
  /** What the response says. */
  readonly detail: string;
}

/** A client could not get something done: from the request that failed to the one that succeeded. */
export class Outage {
  readonly failures: Failure[] = [];
  milliseconds = 0;
  /** The process that answered in the end. */
  process = 0;
  /** For how long that request took. */
  lastMilliseconds = 0;
  /** The part of the time in which some process waited for a processor. */
  pressure = 0;
  private readonly waited = waitedForProcessors();
  private readonly firstAt = performance.now();

  constructor(
    readonly at: Date,
    private readonly began: number,
  ) {}

  /** @param sent when the request was sent that has succeeded */
  end(process: number, sent: number): void {
    const now = performance.now();
    this.process = process;
    this.lastMilliseconds = now - sent;
    this.milliseconds = now - this.began;
    this.pressure = (waitedForProcessors() - this.waited) / Math.max(now - this.firstAt, 1);
  }
}

/** What happens to the nodes and processes, and when. */
export class Course {
  private readonly events: { readonly at: number; readonly what: string }[] = [];

  async during<T>(what: string, work: () => Promise<T>): Promise<T> {
    this.events.push({ at: Date.now(), what: `${what} …` });
    const result = await work();
    this.events.push({ at: Date.now(), what: `${what}: done` });
    return result;
  }

  /** An outage with what has happened meanwhile, in lines with the seconds since it began. */
  describe(outage: Outage): string {
    const [from, to] = [outage.at.getTime(), outage.at.getTime() + outage.milliseconds];
    const before = this.events.findLast(({ at }) => at < from);
    const tried = outage.failures.map(({ at, milliseconds, what, process, status, detail }) => ({
      at: at.getTime(),
      what: `${what} at process ${process}: ${status} after ${milliseconds.toFixed(0)} ms ${detail}`,
    }));
    const answered = {
      at: to - outage.lastMilliseconds,
      what: `process ${outage.process} answers after ${outage.lastMilliseconds.toFixed(0)} ms`,
    };
    const meanwhile = this.events.filter(({ at }) => at >= from && at <= to);
    const lines = [...(before ? [before] : []), ...meanwhile, ...tried, answered].toSorted((one, other) => one.at - other.at);
    return [
      `${outage.at.toISOString()} ${outage.milliseconds.toFixed(0)} ms; some process waited for a processor ${percent(outage.pressure)} of the time`,
      ...lines.map(({ at, what }) => `  ${((at - from) / 1000).toFixed(1)} s: ${what}`),
    ].join('\n');
  }
}

export const percent = (part: number): string => `${(100 * part).toFixed(0)} %`;
