/** Throughput as a share of bare that each workload is to reach. */
export const GOALS: Readonly<Record<string, number>> = { W1: 1.5, W2: 0.6, W2b: 0.2, W3: 0.8, W4: 3, W5: 1, W6: 0.5, W7: 0.8 };

/** Resident memory that no workload may exceed, in MB. */
export const MOST_MEMORY = 250;
