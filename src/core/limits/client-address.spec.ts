import { clientAddress } from './client-address';

describe('A client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '20010db800010002/64'],
    ['2001:db8:1:2::1', '20010db800010002/64'],
    ['2001:db8:1:3::1', '20010db800010003/64'],
    [undefined, 'unknown'],
    ['', 'unknown'],
  ])('with the address %s counts as %s', (address, expected) => expect(clientAddress(address)).toBe(expected));
});
