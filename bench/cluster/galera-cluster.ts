import { existsSync } from 'node:fs';
import { DatabaseCluster, type ClusterPlace } from './database-cluster';
import { isInstalled } from './database-node';
import { GaleraNode, PORTS_PER_NODE, PROVIDER } from './galera-node';

/** Each program, and the package of Debian that has it. */
const PROGRAMS = [
  ['mariadbd', 'mariadb-server'],
  ['rsync', 'rsync'],
] as const;

/** MariaDB Galera: every node takes writes. */
export class GaleraCluster extends DatabaseCluster<GaleraNode> {
  static readonly portsPerNode = PORTS_PER_NODE;

  constructor(place: ClusterPlace) {
    super(place, 'mariadb', PORTS_PER_NODE, (folder, port, peers) => new GaleraNode(folder, port, peers));
  }

  static get lack(): string | undefined {
    const packages = PROGRAMS.filter(([program]) => !isInstalled(program)).map(([, name]) => name as string);
    if (!existsSync(PROVIDER)) packages.push('galera-4');
    if (packages.length === 0) return undefined;
    return `A cluster needs mariadbd, galera-4 (${PROVIDER}) and rsync. On Debian: apt-get install ${packages.join(' ')}`;
  }

  /** A process at each node. */
  urls(database: string): string[] {
    return this.nodes.map(({ host }) => this.urlOf(host, database));
  }
}
