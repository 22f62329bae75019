const PIECE = 256 * 1024;
/** 16 MB. */
const MOST_KEPT = 64;

type Piece = Buffer<ArrayBuffer>;

const kept: Piece[] = [];

/** A piece of memory, to be given back when nothing refers to it any more; otherwise it is collected as garbage. */
const borrow = (): Piece => kept.pop() ?? Buffer.allocUnsafeSlow(PIECE);

/**
 * Puts bytes and texts together in few large pieces of memory: thousands of small ones take long to collect. Pieces are used again, since
 * V8 collects all garbage for every 64 MB that it is told of outside of its heap, which is a few dozen responses.
 */
export class Utf8Writer {
  private space: Piece = Buffer.alloc(0);
  private at = 0;
  private readonly borrowed: Piece[] = [];

  /** @param isLong whether as much will be written as fills large pieces of memory, and released; otherwise it begins with small ones */
  constructor(private readonly isLong = false) {}

  /** @returns the parts one after the other, in UTF-8 */
  write(...parts: readonly (Buffer | string)[]): Buffer {
    const most = parts.reduce((sum, part) => sum + (typeof part === 'string' ? 3 * part.length : part.length), 0);
    if (most > this.space.length - this.at) this.reserve(most);
    const from = this.at;
    for (const part of parts) this.at += typeof part === 'string' ? this.space.write(part, this.at) : part.copy(this.space, this.at);
    return this.space.subarray(from, this.at);
  }

  /** Gives all memory back: nothing that was written may be used any more. */
  release(): void {
    for (const piece of this.borrowed.splice(0)) if (kept.length < MOST_KEPT) kept.push(piece);
    this.space = Buffer.alloc(0);
    this.at = 0;
  }

  private reserve(length: number): void {
    const wanted = Math.max(length, this.isLong ? PIECE : Math.min(2 * this.space.length, PIECE));
    this.space = wanted === PIECE ? borrow() : Buffer.allocUnsafeSlow(wanted);
    if (wanted === PIECE) this.borrowed.push(this.space);
    this.at = 0;
  }
}
