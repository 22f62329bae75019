/** The clock of the service. Use it instead of the system clock, so that CLOCK_START works. */
export class Clock {
  private readonly offsetMs: number;

  /** @param start the time that it shows now; by default the real time */
  constructor(start?: Date) {
    this.offsetMs = start ? start.getTime() - Date.now() : 0;
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}
