import { DatabaseCluster, type ClusterPlace } from './database-cluster';
import { MYSQLD, MySqlNode, PORTS_PER_NODE } from './mysql-node';

/** MySQL group replication in single-primary mode: one node takes writes, and the others elect the next one when it fails. */
export class MySqlCluster extends DatabaseCluster<MySqlNode> {
  static readonly portsPerNode = PORTS_PER_NODE;

  constructor(place: ClusterPlace) {
    super(place, 'mysql', PORTS_PER_NODE, (folder, port, peers) => new MySqlNode(folder, port, peers));
  }

  static get lack(): string | undefined {
    if (MySqlNode.version !== undefined) return undefined;
    return `A group replication needs the server of MySQL 8.4 or later: ${MYSQLD} is none. Name its program in MYSQLD.`;
  }

  /** Each process finds the node that takes writes. */
  urls(database: string): string[] {
    return this.nodes.map(() => this.urlOfAll(database));
  }
}
