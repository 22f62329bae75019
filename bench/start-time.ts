/** When the benchmark started: the dates in requests are relative to this. */
export const START_TIME = Date.now();
