import type { LookupAddress } from 'node:dns';
import { isPublic, mustBePublic, publicLookup } from './public-address';
import { NotSent } from './sender';

describe('An address', () => {
  it.each(['8.8.8.8', '1.1.1.1', '203.1.113.7', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('is public: %s', (address) =>
    expect(isPublic(address)).toBe(true),
  );

  it.each([
    ['of this machine', ['127.0.0.1', '127.8.8.8', '::1', '0.0.0.0', '::', '::ffff:127.0.0.1', '::127.0.0.1']],
    [
      'of a private network',
      ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1', 'fec0::1', '::ffff:10.0.0.1', '::ffff:a00:1'],
    ],
    [
      'of the local link, where clouds serve their metadata',
      ['169.254.169.254', '169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254', '::ffff:169.254.169.254'],
    ],
    ['of carrier-grade NAT', ['100.64.0.1', '100.127.255.254']],
    ['of a multicast group', ['224.0.0.1', '239.255.255.255', 'ff02::1', '255.255.255.255']],
    [
      'reserved or for tests',
      ['192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '2001:db8::1', '100::1', '192.0.0.1'],
    ],
    ['of another one in an unusual notation', ['64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:7f00:1::', '::ffff:0:10.0.0.1']],
    ['that is malformed', ['', 'localhost', '1.2.3.4.5', '8.8.8.8/8']],
  ])('is not public when it is one %s', (_, addresses) => expect(addresses.filter(isPublic)).toEqual([]));
});

describe('A URL with an IP address', () => {
  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0/',
    'http://0/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://012.0.0.1/',
    'http://[64:ff9b::a00:1]/',
    'http://[fe80::1]/',
    'http://①②⑦.0.0.1/',
    'http://127.0.0.1.:80/',
  ])('is rejected: %s', (url) => expect(() => mustBePublic(new URL(url))).toThrow(NotSent));

  it.each(['http://8.8.8.8/', 'http://[2606:4700:4700::1111]:8443/', 'https://hooks.example.com/'])('is allowed: %s', (url) =>
    expect(() => mustBePublic(new URL(url))).not.toThrow(),
  );
});

describe('A host', () => {
  const looked = (response: Promise<LookupAddress[]>, all = true) =>
    new Promise((resolve, reject) =>
      publicLookup(() => response)('hooks.example.com', { all }, (error, address, family) =>
        error ? reject(error) : resolve(all ? address : [address, family]),
      ),
    );
  const here = (...addresses: string[]) =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

  it.each([[['10.0.0.1']], [['::1']], [['::ffff:192.168.0.1']], [['8.8.8.8', '127.0.0.1']], [['2606:4700:4700::1111', 'fd00::1']], [[]]])(
    'that resolves to %j is rejected',
    async (addresses) => {
      await expect(looked(here(...addresses))).rejects.toMatchObject({
        maxAttempts: 1,
        message: expect.stringContaining('not on the public internet'),
      });
      await expect(looked(here(...addresses), false)).rejects.toBeInstanceOf(NotSent);
    },
  );

  it('is connected to at the addresses that were checked', async () => {
    expect(await looked(here('8.8.8.8', '2606:4700:4700::1111'))).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
    expect(await looked(here('8.8.8.8'), false)).toEqual(['8.8.8.8', 4]);
  });

  it('that cannot be resolved may be found later', async () => {
    const unknown = Object.assign(new Error('no such host'), { code: 'ENOTFOUND' });
    await expect(looked(Promise.reject(unknown))).rejects.toBe(unknown);
  });
});
