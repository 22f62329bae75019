import type { BenchDatabase } from '../database';

const OWN_TABLES = ['candidate_text', 'candidate_figure'];
/** Its rows have ids of their own. */
const TAGS = 'candidate_tag';

export async function largestCandidate(store: BenchDatabase): Promise<number> {
  const [[largest] = []] = await store.all('SELECT MAX(id) FROM candidate');
  return Number(largest ?? 0);
}

/** Removes imported candidates, which nothing refers to. */
export async function removeCandidatesAfter(store: BenchDatabase, id: number): Promise<void> {
  for (const table of [...(await sideTables(store)), 'candidate']) await store.run(`DELETE FROM ${table} WHERE id > ?`, [id]);
  await store.run('DELETE FROM candidate_duplicate_group WHERE value NOT IN (SELECT value FROM candidate_duplicate)');
}

/** The tables with rows under the id of a candidate, whatever they are called. */
async function sideTables(store: BenchDatabase): Promise<string[]> {
  const names = (await store.tables()).filter((name) => name.startsWith('candidate_') && ![...OWN_TABLES, TAGS].includes(name));
  const others = await Promise.all(names.map(async (name) => ((await store.primaryKey(name)).includes('id') ? [name] : [])));
  return [...OWN_TABLES, ...others.flat()];
}
