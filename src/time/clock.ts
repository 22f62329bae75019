/** The time of the service. Ask it rather than the system, so that trials can start it elsewhere. */
export class Clock {
  private readonly ahead: number;

  /** @param start the time it shows now, from which it runs on; absent: the real time */
  constructor(start?: Date) {
    this.ahead = start ? start.getTime() - Date.now() : 0;
  }

  now(): Date {
    return new Date(Date.now() + this.ahead);
  }
}
