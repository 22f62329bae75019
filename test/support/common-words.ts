/** Does the work while words are looked for as if many records had them. @param sorted so many rows of a word are all looked at */
export async function asCommon(sorted: number, work: () => Promise<void>): Promise<void> {
  const { LIMITS } = await import('../../src/core/search/word-search.js');
  const limits = { ...LIMITS };
  try {
    Object.assign(LIMITS, { listed: 0, sorted });
    await work();
  } finally {
    Object.assign(LIMITS, limits);
  }
}
