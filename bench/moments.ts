/** When the measuring began: dates that are asked for are counted from here. */
export const MOMENTS = { start: Date.now() } as const;
