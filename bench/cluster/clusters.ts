import type { ClusterKind } from './database-cluster';
import { GaleraCluster } from './galera-cluster';
import { MySqlCluster } from './mysql-cluster';

export type ClusterName = 'galera' | 'mysql';

export const CLUSTERS: Readonly<Record<ClusterName, ClusterKind>> = { galera: GaleraCluster, mysql: MySqlCluster };
