import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import fc from 'fast-check';
import { connectForPackets, lendPackets } from './packet-socket';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 30);

let server: Server;
beforeAll(async () => void (await once((server = createServer()).listen(0, '127.0.0.1'), 'listening')));
afterAll(() => void server.close());

/** Both ends of a connection. */
async function connected(): Promise<{ socket: Socket; peer: Socket }> {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const socket = connectForPackets((server.address() as AddressInfo).port, '127.0.0.1');
  const [peer] = await accepted;
  return { socket, peer: peer.setNoDelay(true) };
}

/** A packet of which every byte says which packet it is of. */
function packet(length: number, mark: number): Buffer {
  const bytes = Buffer.alloc(4 + length, mark);
  bytes.writeUIntLE(length, 0, 3);
  return bytes;
}

/** The lengths of the packets in what has been emitted at once. @throws Error if one is incomplete */
function lengthsIn(emitted: Buffer): number[] {
  const lengths: number[] = [];
  for (let at = 0; at < emitted.length; at += 4 + lengths.at(-1)!) {
    lengths.push(emitted.readUIntLE(at, 3));
    if (at + 4 + lengths.at(-1)! > emitted.length) throw new Error('incomplete');
  }
  return lengths;
}

const LENGTHS = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 200_000 }), fc.constantFrom(65_531, 65_532, 65_533)),
  {
    minLength: 1,
    maxLength: 12,
  },
);
/** Where what is sent is divided, in turns. */
const PIECES = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 100_000 })), { minLength: 1, maxLength: 5 });

it.each([true, false])('Packets arrive whole and unchanged, however they are divided on the way (lent: %s)', async (isLending) => {
  await fc.assert(
    fc.asyncProperty(LENGTHS, PIECES, async (lengths, pieces) => {
      const { socket, peer } = await connected();
      lendPackets(socket, isLending);
      const emitted: Buffer[] = [];
      // what is copied stays as it is, whatever is read afterwards
      socket.on('data', (packets: Buffer) => emitted.push(isLending ? Buffer.from(packets) : packets));
      const sent = Buffer.concat(lengths.map((length, index) => packet(length, index + 1)));
      await send(peer, sent, pieces);
      await once(socket, 'close');
      expect(emitted.flatMap(lengthsIn)).toEqual(lengths);
      expect(Buffer.concat(emitted).equals(sent)).toBe(true);
    }),
    { numRuns: RUNS },
  );
});

it('What is lent is in the same memory, which the next packets overwrite', async () => {
  const { socket, peer } = await connected();
  lendPackets(socket, true);
  const arrived = async (mark: number): Promise<Buffer> => {
    peer.write(packet(10, mark));
    return ((await once(socket, 'data')) as [Buffer])[0];
  };
  const first = await arrived(1);
  expect(first[4]).toBe(1);
  const second = await arrived(2);
  expect([first[4], second[4]]).toEqual([2, 2]);
  lendPackets(socket, false);
  const third = await arrived(3);
  await arrived(4);
  expect(third[4]).toBe(3);
  socket.destroy();
});

async function send(peer: Socket, bytes: Buffer, pieces: readonly number[]): Promise<void> {
  let at = 0;
  for (let index = 0; at < bytes.length; index++) {
    // at most some hundred pieces of a long message
    const to = at + Math.max(pieces[index % pieces.length]!, Math.floor(bytes.length / 300));
    peer.write(bytes.subarray(at, to));
    at = to;
    await turnOfEventLoop();
  }
  peer.end();
}
