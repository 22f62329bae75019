import type { FaultyProxy } from './faulty-proxy';

/** What happens to the way to the database. @returns how it ends */
export type Fault = (proxy: FaultyProxy) => (() => void | Promise<void>) | Promise<() => void | Promise<void>>;

const setting =
  <K extends 'isSilent' | 'delayMs' | 'resets'>(name: K, bad: FaultyProxy[K], good: FaultyProxy[K]): Fault =>
  (proxy) => {
    Object.assign(proxy, { [name]: bad });
    return () => void Object.assign(proxy, { [name]: good });
  };
export const isSilent: Fault = setting('isSilent', true, false);

export const FAULTS: readonly (readonly [what: string, begin: Fault])[] = [
  ['is gone', (proxy) => proxy.leave()],
  ['is frozen, and goes on', isSilent],
  [
    'is behind a network that has lost the connections',
    async (proxy) => {
      const heal = await isSilent(proxy);
      return () => {
        proxy.dropConnections();
        return heal();
      };
    },
  ],
  [
    'is behind a network that keeps dead connections',
    async (proxy) => {
      const heal = await isSilent(proxy);
      return async () => {
        proxy.forgetConnections();
        await heal();
      };
    },
  ],
  ['is slow by five seconds', setting('delayMs', 5000, 0)],
  ['resets connections', setting('resets', true, false)],
];
