/** So many ids of runs fit. */
export const CHAIN_LENGTH = 300;

/** More than a chain may have: the last ones. */
const MOST = 26;

/** The runs that led to a change, as they are stored. */
export const chainText = (chain: readonly number[]): string | null => (chain.length === 0 ? null : chain.slice(-MOST).join());

/** The runs in a stored text. */
export const chainOf = (text: string | null): number[] => (text === null ? [] : text.split(',').map(Number));
