import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { DatabaseServer } from '../../config/database-address';
import type { Certificate, CertificateAuthority } from './certificates';

/** Flag of the protocol of MySQL, in the server's and in the client's first packet. */
const TLS = 0x0800;
const HEADER = 4;
const [OK, MORE, OTHER_METHOD, ERROR] = [0x00, 0x01, 0xfe, 0xff];
const NEEDS_NO_ANSWER = 0x03;

/** A database server with TLS, in front of one that need not have it. */
export interface TlsRelay {
  readonly port: number;
  /** The names in the certificates that clients have shown, '' for those without; one for each connection that was encrypted. */
  readonly clients: readonly string[];
  close(): Promise<void>;
}

/** @param certificate that of the relay; undefined: a server without TLS */
export async function tlsRelayTo(
  { hosts: [target] }: DatabaseServer,
  authority: CertificateAuthority,
  certificate?: Certificate,
): Promise<TlsRelay> {
  const sockets = new Set<Duplex>();
  const clients: string[] = [];
  const keep = <T extends Duplex>(socket: T): T => {
    sockets.add(socket.on('error', () => closeAll(sockets)));
    return socket;
  };
  const relay = createServer((socket) => void serve(keep(socket)).catch(() => socket.destroy()));

  async function serve(plain: Socket): Promise<void> {
    const server = keep(connect(target!.port, target!.host));
    const greeting = await packetOf(server);
    plain.write(withFlag(greeting, greeting.indexOf(0, HEADER + 1) + 1 + 4 + 8 + 1, certificate !== undefined));
    if (!certificate) return join(plain, server);
    await packetOf(plain);
    const client = keep(
      new TLSSocket(plain, { isServer: true, requestCert: true, rejectUnauthorized: false, ...filesOf(certificate, authority) }),
    );
    // the server must not see that there was one packet more
    server.write(numbered(withFlag(await packetOf(client), HEADER, false), -1));
    clients.push(String(client.getPeerCertificate().subject?.CN ?? ''));
    await logIn(client, server);
    join(client, server);
  }

  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    port: (relay.address() as AddressInfo).port,
    clients,
    close: async () => {
      closeAll(sockets);
      relay.close();
      await once(relay, 'close');
    },
  };
}

/** Passes on packets with other numbers until the server has let the client in, or not. */
async function logIn(client: Duplex, server: Duplex): Promise<void> {
  for (;;) {
    const reply = await packetOf(server);
    client.write(numbered(reply, 1));
    const [kind, detail] = reply.subarray(HEADER);
    if (kind === OK || kind === ERROR) return;
    if (kind === OTHER_METHOD || (kind === MORE && detail !== NEEDS_NO_ANSWER)) server.write(numbered(await packetOf(client), -1));
  }
}

function join(client: Duplex, server: Duplex): void {
  client.pipe(server);
  server.pipe(client);
}

const closeAll = (sockets: ReadonlySet<Duplex>): void => sockets.forEach((socket) => socket.destroy());

const filesOf = ({ cert, key }: Certificate, { cert: ca }: CertificateAuthority): { cert: Buffer; key: Buffer; ca: Buffer } => ({
  cert: readFileSync(cert),
  key: readFileSync(key),
  ca: readFileSync(ca),
});

async function packetOf(stream: Duplex): Promise<Buffer> {
  const header = await bytesOf(stream, HEADER);
  return Buffer.concat([header, await bytesOf(stream, header.readUIntLE(0, 3))]);
}

async function bytesOf(stream: Duplex, length: number): Promise<Buffer> {
  for (let bytes: Buffer | null; ; await once(stream, 'readable')) {
    bytes = stream.read(length) as Buffer | null;
    if (bytes) return bytes;
  }
}

function withFlag(packet: Buffer, at: number, isSet: boolean): Buffer {
  const flags = packet.readUInt16LE(at);
  packet.writeUInt16LE(isSet ? flags | TLS : flags & ~TLS, at);
  return packet;
}

function numbered(packet: Buffer, more: number): Buffer {
  packet[3]! += more;
  return packet;
}
