/** Sent after a commit that queued deliveries. */
export const DELIVERIES_QUEUED = 'deliveries queued';
