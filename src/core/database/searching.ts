import type { DataSource, EntityManager } from 'typeorm';
import type { SearchThread } from './search-thread';

interface Searchable {
  readonly searches?: SearchThread;
}

const managers = new WeakMap<SearchThread, EntityManager>();
const threads = new WeakMap<EntityManager, SearchThread>();

/** The same view for searching: outside of transactions, the embedded database is then read in another thread. */
export function searching<V extends { readonly em: EntityManager }>(view: V): V {
  const { searches }: DataSource & Searchable = view.em.dataSource;
  if (!searches || view.em.queryRunner) return view;
  const em = managers.get(searches) ?? (Object.create(view.em) as EntityManager);
  managers.set(searches, em);
  threads.set(em, searches);
  return { ...view, em };
}

/** The thread in which the queries of a manager run; undefined: in that of the process. */
export const threadOf = (em: EntityManager): SearchThread | undefined => threads.get(em);
