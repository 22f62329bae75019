/** A data source, or one of its connections. */
interface Queryable {
  query(statement: string): Promise<unknown>;
}

/** Does a server belong to a Galera cluster? Other servers have no nodes, or send all writes to one. */
export async function belongsToCluster(server: Queryable): Promise<boolean> {
  const [row] = (await server.query("SHOW STATUS LIKE 'wsrep_cluster_size'")) as { Value: string }[];
  return Number(row?.Value ?? 0) > 0;
}

/**
 * On a cluster a statement waits until its node has applied what had been acknowledged before on any node: whoever has been told that
 * something is stored finds it, whichever process answers. A transaction waits only at its beginning. 7: every kind of statement.
 */
export const SEE_ALL_NODES = 'wsrep_sync_wait = 7';
