import { connect, type Socket } from 'node:net';

/** How much is read at a time. */
const SPACE = 64 * 1024;
/** Three bytes of length, and a number. */
const HEADER = 4;

/**
 * Puts what arrives into the same memory again and again, and passes on whole packets of the protocol of MySQL. Node would take 64 kB for
 * each reading, garbage a moment later.
 */
class PacketReader {
  /** Whether packets are lent: the next reading overwrites them. Otherwise they are copied. */
  isLending = false;
  private readonly own = Buffer.allocUnsafeSlow(SPACE);
  /** A packet that is longer than usual has memory for itself. */
  private space = this.own;
  /** How much of it has been read, but not passed on. */
  private held = 0;

  constructor(private readonly pass: (packets: Buffer) => void) {}

  /** Where the next reading goes. */
  free(): Buffer {
    return this.space.subarray(this.held);
  }

  /** Takes so many bytes that have been read. */
  take(length: number): void {
    const { space, own } = this;
    const end = this.held + length;
    const whole = endOfWhole(space, end);
    if (whole > 0) this.pass(this.isLending || space !== own ? space.subarray(0, whole) : Buffer.from(space.subarray(0, whole)));
    const needed = end - whole < HEADER ? HEADER : lengthAt(space, whole);
    if (whole > 0 || needed > space.length) {
      this.space = needed > SPACE ? Buffer.allocUnsafeSlow(needed) : own;
      space.copy(this.space, 0, whole, end);
    }
    this.held = end - whole;
  }
}

/** Where the last packet ends that has arrived completely. */
function endOfWhole(space: Buffer, end: number): number {
  let at = 0;
  while (end - at >= HEADER && at + lengthAt(space, at) <= end) at += lengthAt(space, at);
  return at;
}

/** Of a packet, with its header. */
const lengthAt = (space: Buffer, at: number): number => HEADER + (space[at]! | (space[at + 1]! << 8) | (space[at + 2]! << 16));

const readers = new WeakMap<object, PacketReader>();

/** Opens a connection that emits whole packets, if it is not encrypted. */
export function connectForPackets(port: number, host: string): Socket {
  const reader = new PacketReader((packets) => socket.emit('data', packets));
  const callback = (length: number): boolean => {
    reader.take(length);
    return true;
  };
  const socket = connect({ port, host, onread: { buffer: () => reader.free(), callback } });
  readers.set(socket, reader);
  return socket;
}

/** From now on, packets are valid only while they are emitted; or again for good. */
export function lendPackets(socket: object | undefined, isLending: boolean): void {
  const reader = socket && readers.get(socket);
  if (reader) reader.isLending = isLending;
}
