/** A seeded pseudo-random generator. */
export class Dice {
  constructor(private seed = 7) {}

  /** An integer from 0 to `sides` - 1. */
  roll(sides: number): number {
    this.seed = (this.seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((this.seed / 2_147_483_648) * sides);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.roll(from.length)]!;
  }

  some<T>(from: readonly T[], most: number): T[] {
    return [...new Set(Array.from({ length: this.roll(most + 1) }, () => this.pick(from)))];
  }
}
