import type { BenchDatabase } from '../database';

const OWN_TABLES = ['candidate_text', 'candidate_figure'];

export async function largestCandidate(store: BenchDatabase): Promise<number> {
  const [[largest] = []] = await store.all('SELECT MAX(id) FROM candidate');
  return Number(largest ?? 0);
}

/** Removes imported candidates, which nothing refers to. */
export async function removeCandidatesAfter(store: BenchDatabase, id: number): Promise<void> {
  for (const table of [...(await sideTables(store)), 'candidate']) await store.run(`DELETE FROM ${table} WHERE id > ?`, [id]);
}

/** The tables with a row per candidate under its id, whatever they are called. */
async function sideTables(store: BenchDatabase): Promise<string[]> {
  const names = await store.tables();
  const links = ['candidate_tag', 'candidate_division'];
  const others = names.filter((name) => name.startsWith('candidate_') && !links.includes(name) && !OWN_TABLES.includes(name));
  return [...OWN_TABLES, ...others];
}
