const LARGEST = 256 * 1024;

/** Puts bytes and texts together in few large buffers, since thousands of small ones take long to collect. */
export class Utf8Writer {
  private space = Buffer.alloc(0);
  private at = 0;

  /** @returns the parts one after the other, in UTF-8 */
  write(...parts: readonly (Buffer | string)[]): Buffer {
    const most = parts.reduce((sum, part) => sum + (typeof part === 'string' ? 3 * part.length : part.length), 0);
    if (most > this.space.length - this.at) this.reserve(most);
    const from = this.at;
    for (const part of parts) this.at += typeof part === 'string' ? this.space.write(part, this.at) : part.copy(this.space, this.at);
    return this.space.subarray(from, this.at);
  }

  private reserve(length: number): void {
    this.space = Buffer.allocUnsafeSlow(Math.max(length, Math.min(2 * this.space.length, LARGEST)));
    this.at = 0;
  }
}
