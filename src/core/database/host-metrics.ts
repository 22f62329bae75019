import { hostText } from '../config';
import type { CounterDeclaration, Metrics } from '../metrics';
import type { ServerHosts } from './server-hosts';

const MOVES: CounterDeclaration<never> = {
  name: 'database_host_moves_total',
  help: 'How often the process has moved to another host of DATABASE_URL.',
  labels: {},
};

/** Shows which host of a server is used, and each move to another. */
export function measureHosts(metrics: Metrics, hosts: ServerHosts): void {
  const used = metrics.gauge({
    name: 'database_host',
    help: '1 for the host of DATABASE_URL that is used, 0 for others.',
    labels: ['host'],
  });
  metrics.declare(MOVES);
  hosts.onMove(() => metrics.count(MOVES, {}));
  metrics.beforeScrape(() => {
    for (const host of hosts.all) used.set({ host: hostText(host) }, Number(host === hosts.current));
  });
}
