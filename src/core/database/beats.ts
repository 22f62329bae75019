/** So many beats are remembered: a replica that cannot be reached takes no more memory, and one that is further behind is not used. */
export const MOST_BEATS = 7200;

/** The beats of this process, and when each began that the replica may show. */
export class Beats {
  /** The last one that has begun. */
  last = 0;
  private readonly begunAt = new Map<number, number>();

  begin(): void {
    this.last += 1;
    this.begunAt.set(this.last, performance.now());
    this.begunAt.delete(this.last - MOST_BEATS);
  }

  /** For how long a beat has begun, in milliseconds; Infinity for one that is not remembered. */
  ageOf(beat: number): number {
    return performance.now() - (this.begunAt.get(beat) ?? -Infinity);
  }

  /** The replica has come so far. */
  forgetBefore(reached: number): void {
    for (const beat of this.begunAt.keys()) if (beat < reached) this.begunAt.delete(beat);
  }
}
