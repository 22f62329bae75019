import { Hosts } from './hosts';

describe('A host', () => {
  let now: number;
  let hosts: Hosts;
  beforeEach(() => {
    now = 1_000_000;
    hosts = new Hosts(() => now);
  });
  const attempt = (...failed: boolean[]): void =>
    failed.forEach((each) => {
      hosts.begin('a');
      hosts.end('a', each);
    });

  it('gets four messages at a time, whatever others get', () => {
    for (let sent = 0; sent < 4; sent++) {
      expect(hosts.room('a')).toBe(4 - sent);
      hosts.begin('a');
    }
    expect([hosts.room('a'), hosts.room('b'), hosts.room(null)]).toEqual([0, 4, Infinity]);
    expect(hosts.full).toEqual(['a']);
    hosts.end('a', false);
    expect([hosts.room('a'), hosts.full]).toEqual([1, []]);
  });

  it('rests after three failures in a row, longer each time, and then gets one message', () => {
    attempt(true, true);
    expect([hosts.room('a'), hosts.nextIn]).toEqual([4, undefined]);
    attempt(true);
    expect([hosts.room('a'), hosts.nextIn]).toEqual([0, 1000]);
    now += 1000;
    expect([hosts.room('a'), hosts.nextIn]).toEqual([1, undefined]);
    attempt(true);
    expect([hosts.room('a'), hosts.nextIn]).toEqual([0, 2000]);
    for (let more = 0; more < 20; more++) attempt(true);
    expect(hosts.nextIn).toBe(60_000);
  });

  it('is as before after one message that arrived', () => {
    attempt(true, true, true, false);
    expect([hosts.room('a'), hosts.nextIn, hosts.full]).toEqual([4, undefined, []]);
    attempt(true, true, false, true, true);
    expect(hosts.room('a')).toBe(4);
  });
});
