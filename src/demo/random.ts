/** Choices that can be made again: the same seed gives the same ones, on every machine. */
export class Random {
  private state: number;

  constructor(seed: string) {
    this.state = hashOf(seed);
  }

  /** From 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), bits | 61)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** A whole number, both ends included. */
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

  /** @throws RangeError when there is nothing to pick from */
  pick<T>(items: readonly T[]): T {
    const picked = items[this.int(0, items.length - 1)];
    if (picked === undefined) throw new RangeError('There is nothing to pick from.');
    return picked;
  }

  /** Different ones, in the order of the list; all of them when there are no more. */
  some<T>(items: readonly T[], count: number): T[] {
    let left = Math.min(count, items.length);
    return items.filter((_, index) => {
      const isTaken = this.next() * (items.length - index) < left;
      if (isTaken) left--;
      return isTaken;
    });
  }

  /** One of the values, each as often as its weight says. */
  weighted<T>(...choices: readonly (readonly [value: T, weight: number])[]): T {
    let rest = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    const chosen = choices.find(([, weight]) => (rest -= weight) < 0) ?? choices.at(-1);
    if (!chosen) throw new RangeError('There is nothing to choose from.');
    return chosen[0];
  }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
