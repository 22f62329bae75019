import dns from 'node:dns';
import { copyFileSync, writeFileSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import { databaseAddress, type DatabaseServer } from '../config/database-address';
import type { DatabaseTls } from '../config';
import { sql } from '../sql/sql';
import { connect, connectReader, connectReplica, dataSourceFor, type RecordDataSource } from './data-source';
import { eachRow, rows } from './rows';
import { CertificateAuthority, type Certificate } from './support/certificates';
import { schema } from './support/store';
import { tlsRelayTo, type TlsRelay } from './support/tls-relay';

Logger.overrideLogger(false);

const server = databaseAddress(process.env['TEST_DATABASE_URL'] ?? '') as DatabaseServer;

describe('A connection to a database server', () => {
  const [known, unknown] = [new CertificateAuthority(), new CertificateAuthority()];
  const relays: TlsRelay[] = [];
  const sources: RecordDataSource[] = [];

  beforeAll(() => {
    // names of hosts that no DNS knows
    const lookup = dns.lookup as (name: string, ...others: unknown[]) => void;
    const lookupHere: typeof lookup = (name, ...others) => lookup(name.endsWith('.test') ? '127.0.0.1' : name, ...others);
    jest.spyOn(dns, 'lookup').mockImplementation(lookupHere);
  });
  afterEach(async () => {
    await Promise.all(sources.splice(0).map((source) => source.destroy()));
    await Promise.all(relays.splice(0).map((relay) => relay.close()));
  });
  afterAll(() => {
    jest.restoreAllMocks();
    [known, unknown].forEach((authority) => authority.remove());
  });

  async function relay(certificate?: Certificate): Promise<TlsRelay> {
    const started = await tlsRelayTo(server, known, certificate);
    relays.push(started);
    return started;
  }

  function addressOf(hosts: readonly [name: string, relay: TlsRelay][], tls: Partial<DatabaseTls>): DatabaseServer {
    const all = { mode: 'VERIFY_IDENTITY', ca: known.cert, cert: undefined, key: undefined, ...tls } as const;
    return { ...server, hosts: hosts.map(([host, { port }]) => ({ host, port })), tls: all };
  }

  async function open(hosts: readonly [name: string, relay: TlsRelay][], tls: Partial<DatabaseTls> = {}): Promise<RecordDataSource> {
    const source = await connect(await dataSourceFor(addressOf(hosts, tls), schema));
    sources.push(source);
    return source;
  }

  it('is encrypted, of all kinds of connections, if a mode says so', async () => {
    const to = await relay(known.certify('db.test'));
    const store = await open([['db.test', to]]);
    const reader = await connectReader(store);
    const replica = await connectReplica(store, addressOf([['db.test', to]], {}));
    sources.push(reader, replica);
    const before = to.clients.length;
    for (const { manager } of [store, reader, replica]) expect(await rows(manager, sql`SELECT 1`)).toEqual([[1]]);
    expect(before).toBeGreaterThan(0);
    expect(to.clients.length).toBeGreaterThan(before);
  });

  it('passes on answers of any length', async () => {
    const { manager } = await open([['db.test', await relay(known.certify('db.test'))]]);
    const lengths = [1, 60_000, 70_000, 300_000];
    for (const length of lengths) expect(await rows(manager, sql`SELECT REPEAT('é', ${length}) AS text`)).toEqual([['é'.repeat(length)]]);
    const found: unknown[] = [];
    await eachRow(manager, sql`SELECT 1 AS one UNION ALL SELECT REPEAT('x', 100000) UNION ALL SELECT 3`, ([cell]) =>
      found.push(String(cell).length),
    );
    expect(found).toEqual([1, 100_000, 1]);
  });

  it.each<[DatabaseTls['mode'], 'known' | 'unknown', string, string]>([
    ['REQUIRED', 'unknown', 'other.test', 'opens'],
    ['VERIFY_CA', 'known', 'other.test', 'opens'],
    ['VERIFY_CA', 'unknown', 'db.test', 'certificate'],
    ['VERIFY_IDENTITY', 'known', 'db.test', 'opens'],
    ['VERIFY_IDENTITY', 'known', 'other.test', "does not match certificate's altnames"],
    ['VERIFY_IDENTITY', 'unknown', 'db.test', 'certificate'],
  ])('with %s and a certificate of an authority that is %s, for %s: %s', async (mode, authority, name, outcome) => {
    const to = await relay((authority === 'known' ? known : unknown).certify(name));
    const opening = open([['db.test', to]], { mode, ca: mode === 'REQUIRED' ? undefined : known.cert });
    if (outcome !== 'opens')
      return expect(opening).rejects.toThrow(new RegExp(`^DATABASE_URL must be a database that can be opened: .*${outcome}`));
    expect(await rows((await opening).manager, sql`SELECT 1`)).toEqual([[1]]);
  });

  it.each(['REQUIRED', 'VERIFY_CA', 'VERIFY_IDENTITY'] as const)('with %s is never opened to a server without TLS', async (mode) => {
    await expect(open([['db.test', await relay()]], { mode })).rejects.toThrow('Server does not support secure connection');
  });

  it('verifies each of several hosts by its own name', async () => {
    const [one, two] = [await relay(known.certify('one.test')), await relay(known.certify('two.test'))];
    const used = async (...hosts: [name: string, relay: TlsRelay][]): Promise<string | undefined> => {
      const source = await open(hosts);
      await rows(source.manager, sql`SELECT 1`);
      return source.hosts?.current.host;
    };
    expect(await used(['one.test', one], ['two.test', two])).toBe('one.test');
    expect(await used(['elsewhere.test', one], ['two.test', two])).toBe('two.test');
    await expect(used(['one.test', two], ['two.test', one])).rejects.toThrow(
      /one\.test:\d+ cannot be used \(.*altnames.*two\.test:\d+ cannot/,
    );
  });

  it('sends the client certificate', async () => {
    const to = await relay(known.certify('db.test'));
    await open([['db.test', to]], known.certify('recruitment'));
    expect(new Set(to.clients)).toEqual(new Set(['recruitment']));
  });

  it('sends a client certificate that was renewed, and the former one while a file cannot be used', async () => {
    const to = await relay(known.certify('db.test'));
    const files = known.certify('recruitment');
    const store = await open([['db.test', to]], files);
    const sentNext = async (): Promise<string[]> => {
      const before = to.clients.length;
      sources.push(await connectReader(store));
      return [...new Set(to.clients.slice(before))];
    };
    const renewed = known.certify('renewed');
    copyFileSync(renewed.cert, files.cert);
    expect(await sentNext()).toEqual(['recruitment']);
    copyFileSync(renewed.key, files.key);
    expect(await sentNext()).toEqual(['renewed']);
    writeFileSync(files.cert, '-----BEGIN CERTIFICATE-----');
    expect(await sentNext()).toEqual(['renewed']);
  });

  it('is not opened when a file is missing or empty', async () => {
    const to = await relay(known.certify('db.test'));
    const empty = known.cert.replace('authority.pem', 'empty.pem');
    writeFileSync(empty, '');
    await expect(open([['db.test', to]], { ca: empty })).rejects.toThrow(/^DATABASE_URL must .+empty\.pem is not in PEM/);
    await expect(open([['db.test', to]], { ca: '/missing/ca.pem' })).rejects.toThrow(/^DATABASE_URL must .+\/missing\/ca\.pem/);
  });
});
