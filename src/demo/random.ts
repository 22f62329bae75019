/** A seeded pseudo-random generator: the same seed gives the same sequence on every machine. */
export class Random {
  private state: number;

  constructor(seed: string) {
    this.state = hashOf(seed);
  }

  /** A number in [0, 1) (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), bits | 61)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** An integer, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** A multiple of a step, both ends included. */
  step(from: number, to: number, step: number): number {
    return this.int(Math.round(from / step), Math.round(to / step)) * step;
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.int(0, 9)).join('');
  }

  /** @throws RangeError when the list is empty */
  pick<T>(items: readonly T[]): T {
    const picked = items[this.int(0, items.length - 1)];
    if (picked === undefined) throw new RangeError('Cannot pick from an empty list.');
    return picked;
  }

  /** Distinct items in the order of the list; all of them when the list has no more than `count`. */
  sample<T>(items: readonly T[], count: number): T[] {
    let left = Math.min(count, items.length);
    return items.filter((_, index) => {
      const isTaken = this.next() * (items.length - index) < left;
      if (isTaken) left--;
      return isTaken;
    });
  }

  /** One of the values, with a probability proportional to its weight. */
  weighted<T>(...choices: readonly (readonly [value: T, weight: number])[]): T {
    let rest = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    const chosen = choices.find(([, weight]) => (rest -= weight) < 0) ?? choices.at(-1);
    if (!chosen) throw new RangeError('Cannot choose from an empty list.');
    return chosen[0];
  }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
