import { Unavailable, type Problem } from '../problems';

interface Waiting {
  begin(): void;
  refuse(problem: Problem): void;
}

/** Lets only so many pieces of work run at a time; the others wait for their turn, but not for long. */
export class Turns {
  private running = 0;
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly most: number,
    private readonly patienceMs: number,
  ) {}

  /** @throws Unavailable if its turn does not come in time */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.most) this.running += 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // the turn passes to the next
      if (next) next.begin();
      else this.running -= 1;
    }
  }

  /** Whoever waits need not wait any longer. */
  refuseWaiting(problem: Problem): void {
    for (const each of this.waiting.splice(0)) each.refuse(problem);
  }

  private turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(next), 1);
        reject(new Unavailable('Too many searches are under way that take long. Try again in a moment, or narrow the search.'));
      }, this.patienceMs);
      const next: Waiting = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: (problem) => {
          clearTimeout(timer);
          reject(problem);
        },
      };
      this.waiting.push(next);
    });
  }
}
